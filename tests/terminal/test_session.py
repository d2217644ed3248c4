from __future__ import annotations

import re
from itertools import chain, cycle, repeat
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine import transcript, verify
from cruachan.engine.match import Match
from cruachan.engine.texts import Texts
from cruachan.games import load_for_transcript
from cruachan.terminal.answers import decimal
from tests.terminal.conftest import FOUR, Play


def moves(path: Path) -> list[str]:
    return [f"{ply.seat} {ply.text}" for ply in transcript.read(path).plies]


def own(path: Path) -> list[str]:
    return [move for move in moves(path) if move.startswith("0 ")]


# With the seed "x" Anna's first roll is red, and these are open to her: Mide and Déisi by die or
# wild; Laigin, Uí Cheinnselaig and Éile only wild; raising.


def test_a_person_is_shown_the_board_the_question_and_the_choices(play: Play) -> None:
    evening = play([])
    assert evening.code == 0
    assert "- Anna rolls red." in evening.text
    assert (
        "You have two plays: the die's in a red county, the wild one in any county." in evening.flat
    )
    assert "1 march into Mide with 1 (die's play)  2 (wild play)" in evening.text
    assert "8 raise warriors: you get 1 back (die's play)  9 (wild play)" in evening.text


def test_moves_by_number_by_notation_and_by_a_name_alone(play: Play) -> None:
    evening = play(["2", "march deisi die"])
    assert own(evening.path) == ["0 march Mid wild", "0 march Dei die"]
    again = play(["éile"])
    assert own(again.path) == ["0 march Eil wild"]


def test_german_notation(play: Play) -> None:
    assert own(play(["marsch mide frei"], lang="de").path) == ["0 march Mid wild"]


def test_words_that_fit_two_moves_offer_both_with_their_numbers(play: Play) -> None:
    evening = play(["mide", "2"])
    assert "Choose one:\n1 march into Mide with 1 (die's play)" in evening.text
    assert own(evening.path) == ["0 march Mid wild"]


def test_an_illegal_move_is_refused_with_its_rule(play: Play) -> None:
    evening = play(["march umall wild"])
    assert "You hold no county next to Umall." in evening.flat
    assert "H4.2" in evening.text
    assert "to which she holds no adjacent county" in evening.flat
    assert own(evening.path) == []


@pytest.mark.parametrize("line", ["? march umall", "? umall", "why umall", "warum umall"])
def test_why_asks_without_moving(play: Play, line: str) -> None:
    evening = play([line, "? laigin", "? 3"])
    assert "H4.2" in evening.text
    assert evening.text.count("Yes, that is possible: 3 march into Laigin with 1 (wild play)") == 2
    assert own(evening.path) == []


def test_nonsense_is_answered_kindly(play: Play) -> None:
    evening = play(["", "99", "0", "?", "xyzzy", "march", "² "])
    assert "Type a number from the list or a move" in evening.flat
    assert "There is no number 99; the list goes from 1 to 9." in evening.flat
    assert "There is no number 0" in evening.flat
    assert "Type ? and a move" in evening.flat
    assert "There is no county 'xyzzy'." in evening.flat
    assert own(evening.path) == []


def test_the_turn_ends_with_enter_and_can_be_taken_back_before(play: Play) -> None:
    evening = play(["1", "laigin", "u", "2", "u", "u", "1", "5", "99"])
    assert "Anna takes back: march Lai wild" in evening.text
    assert evening.text.count("Enter: end the turn, u: take back:") == 4
    assert own(evening.path) == ["0 march Mid die", "0 march Lai wild"]
    assert moves(evening.path)[-1] == "0 march Lai wild", "no die falls before Enter"
    ended = play(["1", "5", ""])
    assert len(moves(ended.path)) > len(moves(evening.path))
    assert "- Bob rolls" in ended.text


def test_redo_and_what_cannot_be_undone(play: Play) -> None:
    evening = play(["undo", "redo", "1", "undo", "redo"])
    assert "A die was rolled, a lot drawn or a card turned up since" in evening.flat
    assert "There is no move to make again." in evening.flat
    assert "Anna makes it again: march Mid die" in evening.text
    assert own(evening.path) == ["0 march Mid die"]


def test_undo_in_german_words(play: Play) -> None:
    evening = play(["1", "zurück", "vor", "zurueck"], lang="de")
    assert evening.text.count("Anna nimmt zurück: march Mid die") == 2
    assert "Anna macht es doch: march Mid die" in evening.text
    assert own(evening.path) == []


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "help", "Be the first round the track."),
        ("de", "hilfe", "Umrunde die Leiste vor allen anderen."),
        ("en", "moves", "march into Laigin with 1 (wild play)"),
        ("de", "züge", "Marsch nach Laigin mit 1 (freie Aktion)"),
        ("en", "board", "Adjacent"),
        ("de", "plan", "Benachbart"),
        ("en", "hint", "best"),
        ("de", "tipp", "am besten"),
        ("en", "rules", "H4 The march"),
        ("de", "regeln", "H4 Der Marsch"),
        ("en", "rules 3.4", "H3.4 Purple gives no play"),
        ("de", "regeln H3.4", "H3.4 Lila gibt keine Aktion"),
        ("en", "rules 7", "H7.3 Raising is always possible"),
        ("en", "rules 99", "There is no rule 99. The chapters:"),
        ("en", "log", "- Drawn at random: Cu starts."),
        ("de", "verlauf", "- Ausgelost: Cu beginnt."),
        ("en", "log 1", "- Anna rolls red. Anna, number or move"),
        ("en", "log all", "- Drawn at random: Cu starts."),
        ("en", "save", "A copy: save FILE"),
        ("de", "sichern", "Das Spiel sichern: sichern DATEI"),
    ],
)
def test_commands_answer_and_change_nothing(play: Play, lang: Any, line: str, answer: str) -> None:
    evening = play([line], lang=lang)
    assert answer in evening.flat.partition(f": {line} ")[2]
    assert own(evening.path) == []


@pytest.mark.parametrize(("lang", "line"), [("en", "help"), ("de", "hilfe")])
def test_help_is_a_screenful(play: Play, lang: Any, line: str) -> None:
    text = play([line], lang=lang).text.partition(f": {line}\n")[2]
    page, _, _ = text.partition("Anna, ")
    assert len(page.splitlines()) <= 23
    assert max(map(len, page.splitlines())) <= 80


def test_hint_names_numbers_of_the_list(play: Play) -> None:
    evening = play(["hint"])
    said = r"(?:best: )?tried in \d+%, wins \d+%"
    hints = re.findall(rf"^ +(\d+) .*\((?:die's play|wild play)\)   {said}$", evening.text, re.M)
    assert len(hints) == 3
    assert all(1 <= int(number) <= 9 for number in hints)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("~nosuchuser/x.game", "is no name of a file"),
        ("x" * 300, "File name too long"),
        ("{own}", "belongs to a running game"),
        ("{own}.seed", "belongs to a running game"),
        ("other.game.seed", "belongs to a running game"),
        ("/dev/null", "is not a plain file"),
    ],
)
def test_what_cannot_be_saved_to_is_said(play: Play, tmp_path: Path, name: str, said: str) -> None:
    own = tmp_path / "own.game"
    evening = play([f"save {name.format(own=own)}", "1"], out=own)
    assert evening.code == 0
    assert said in evening.flat
    assert verify_head(own)


def verify_head(path: Path) -> bool:
    """Whether the game's own file is whole."""
    return transcript.read(path).game == "hibernia"


def test_save_writes_a_copy_without_the_seed_and_overwrites_only_when_told(
    play: Play, tmp_path: Path
) -> None:
    copy = tmp_path / "my copy.game"
    evening = play([f"save {copy}", "1", f"save {copy}", "n"])
    assert "Saved:" in evening.text
    assert "Nothing was written." in evening.text
    assert own(copy) == []
    assert transcript.read(copy).seed is None
    told = play([f"save {copy}", "y"], seed="y")
    assert "is there already. Overwrite it?" in told.flat
    assert moves(copy) == moves(told.path)


def test_a_copy_that_cannot_be_written_is_reported(play: Play, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    evening = play([f"save {tmp_path}/file/x.game"])
    assert "cannot be written:" in evening.flat
    assert evening.code == 0


@pytest.mark.parametrize("line", ["quit", "q", "ende"])
def test_quitting_says_where_the_game_is_and_how_to_go_on(play: Play, line: str) -> None:
    evening = play([line, "1"])
    assert evening.code == 0
    assert f"Go on with: cruachan play --resume {evening.path}" in evening.flat
    assert own(evening.path) == []


def test_a_forced_move_waits_for_enter_and_can_be_undone(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = Match.view

    def one_choice(self: Match[Any, Any], *args: Any) -> Any:
        seen = view(self, *args)
        return seen | {"points": seen["points"][-1:]} if seen["seat"] == 0 else seen

    monkeypatch.setattr(Match, "view", one_choice)
    evening = play(["1", "", "u"])
    assert "Anna, there is only this move. Enter makes it:" in evening.flat
    assert "Anna takes back: raise wild" in evening.text


def test_german_writes_decimals_with_a_comma() -> None:
    assert decimal(1.5, "+", Texts("cruachan.terminal", "de")) == "+1,5"


def test_a_person_cannot_make_chances_moves(play: Play) -> None:
    evening = play(["die red", "start b", "castles abcd"])
    assert own(evening.path) == []
    assert evening.code == 0


def test_names_may_look_like_markup(play: Play) -> None:
    evening = play(["1", "log"], players=("person:[bold]{x}", *FOUR[1:]))
    assert "[bold]{x} marches into Mide" in evening.flat


def test_a_whole_game_to_its_result(play: Play) -> None:
    evening = play(chain.from_iterable(repeat(["1", ""])))
    assert evening.code == 0
    checked = verify.verify(evening.path, load_for_transcript)
    assert checked.match.outcome is not None
    end = evening.text[evening.text.rindex("The end") :]
    for player in ("Anna", "Bob", "Cu", "Dana"):
        assert re.search(rf"\d │ {player} +│ +\d+ │ +[+-]\d+\.\d steps in \d+ rolls", end)
    assert str(evening.path) in "".join(end.split())
    assert not transcript.seed_path(evening.path).exists()


def test_two_people_share_the_keyboard(play: Play) -> None:
    players = ("person:Anna", "person:Ben", "random:Cu")
    evening = play(cycle(["1", ""]), players=players, seats=3)
    assert "Anna, number or move" in evening.text
    assert "Ben, number or move" in evening.text
    assert "The end" in evening.text


def test_bots_alone_are_watched_to_the_end(play: Play) -> None:
    evening = play([], players=("greedy",) * 4)
    assert "The end" in evening.text
    assert "number or move" not in evening.text


def test_the_same_seed_gives_the_same_game(play: Play) -> None:
    one = play([], players=("greedy",) * 4, seed="s")
    two = play([], players=("greedy",) * 4, seed="s")
    assert one.path.read_text() == two.path.read_text()


@pytest.mark.parametrize("plies", [1, 2, 10, 11, 30])
def test_after_a_crash_no_move_is_lost(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plies: int
) -> None:
    """The program dies right after a ply was kept; what was played is still there."""
    kept = transcript.TranscriptWriter.save
    played: list[Match[Any, Any]] = []

    def keep_and_die(writer: transcript.TranscriptWriter) -> None:
        kept(writer)
        if len(writer.match.history) >= plies:
            played.append(writer.match)
            raise MemoryError

    path = tmp_path / "crash.game"
    monkeypatch.setattr(transcript.TranscriptWriter, "save", keep_and_die)
    with pytest.raises(MemoryError):
        play(cycle(["1", ""]), out=path)
    monkeypatch.setattr(transcript.TranscriptWriter, "save", kept)
    before = [(ply.seat, ply.move) for ply in played[0].history]
    resumed = transcript.resume(path, load_for_transcript).match
    assert [(ply.seat, ply.move) for ply in resumed.history] == before
    evening = play(["1", "", "1", ""], resume=path)
    assert evening.code == 0
    assert len(moves(path)) > plies


def test_a_resumed_turn_can_still_be_taken_back(play: Play) -> None:
    first = play(["1", "5"])
    evening = play(["u", "u", "quit"], resume=first.path)
    assert evening.text.count("Anna takes back") == 2
    assert own(first.path) == []
