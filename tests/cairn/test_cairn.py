"""The fifth game: everything the house can do with a game it can do with this one at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.arena.analysis import why_not
from cruachan.arena.simulate import simulate
from cruachan.bots import adviser, bots_of, load_bot
from cruachan.cli import main
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import AmbiguousMove, IllegalMove, PositionError, UnreadableMove
from cruachan.engine.presentation import presentation_of
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import LANGS, Lang, tables
from cruachan.engine.verify import verify
from cruachan.games import loader, picture
from tests.cairn.conftest import PROJECT
from tests.terminal.conftest import Play, play  # noqa: F401 (a fixture)

PLAYERS = (Player("Anna"), Player("Ben", "random"))


def played(path: Path | None = None) -> Match[Any, Any]:
    match = Match(load_game("cairn"), PLAYERS, seed=seed_from("stones"))
    bot, rng = load_bot("random", match.game), Random(1)
    writer = transcript.TranscriptWriter(match, path) if path else None
    while match.outcome is None:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), rng))
        if writer:
            writer.save()
    return match


@pytest.mark.rule("K1.1", "K1.2", "K1.4")
def test_it_is_played_to_its_end_kept_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    match = played(path)
    assert match.outcome is not None
    assert sorted(match.outcome.places) == [1, 2]
    assert verify(path, loader()).moves == len(match.history) - 1
    again = transcript.replay(transcript.read(path), loader())
    assert transcript.write(again) == path.read_text("utf-8")


@pytest.mark.parametrize("lang", LANGS)
def test_views_are_plain_and_moves_come_back(lang: Lang) -> None:
    match = played()
    game = match.game
    for ply in range(len(match.history) + 1):
        state = match.state_at(ply)
        for viewer in (None, 0, 1, CHANCE):
            view = presentation_of(game).view(state, viewer, match.names, lang)
            assert json.loads(json.dumps(view)) == view
            for point in view["points"]:
                for choice in point["moves"]:
                    move = game.unpack(choice["move"])
                    assert viewer is not None
                    assert game.read_move(state, viewer, choice["text"], lang) == move
            assert presentation_of(game).draw(view, lang).startswith("<svg")
        text = game.write_position(state)
        assert game.write_position(game.read_position(text)) == text
        assert len(list(match.log(None, lang))) == len(match.history)


@pytest.mark.rule("K1.3")
def test_a_refusal_names_its_rule_in_both_languages() -> None:
    game = load_game("cairn")
    state = game.read_position("2 a:4 1,0,2")
    assert game.read_move(state, 0, "take Kno 1") == game.read_move(state, 0, "knock 1")
    told: dict[Lang, str] = {"en": "Knocknarea has 1 stones.", "de": "Knocknarea hat 1 Steine."}
    for lang, said in told.items():
        with pytest.raises(IllegalMove) as refused:
            game.read_move(state, 0, "take Kno 3", lang)
        assert (refused.value.refusal.rule, refused.value.refusal.reason) == ("K1.3", said)
    for typed, kind in (("take Car", AmbiguousMove), ("dig", UnreadableMove)):
        with pytest.raises(kind):
            game.read_move(state, 0, typed)
    with pytest.raises(PositionError, match="no position of Cairn"):
        game.read_position("2 a:4 0,0,0")


def test_its_rules_and_words_are_whole() -> None:
    book = rulebook("cruachan_cairn")
    assert list(book.rules) == ["K1.1", "K1.2", "K1.3", "K1.4"]
    english, german = (tables("cruachan_cairn", lang) for lang in ("en", "de"))
    assert {g: list(t) for g, t in english.items()} == {g: list(t) for g, t in german.items()}


def test_bots_and_simulations_know_it() -> None:
    """The greedy bot by its judgement, the random one, and the one of the entry point."""
    game = load_game("cairn")
    assert bots_of(game) == ("greedy", "random", "mason")
    assert adviser(game) is None
    unlearned = why_not(Match(game, PLAYERS, seed=seed_from("cairn")))
    assert unlearned is not None
    assert unlearned.text("en") == f"Nobody has learned to judge positions of {game.title}."
    assert (
        unlearned.text("de") == f"Niemand hat gelernt, Stellungen von {game.title} zu beurteilen."
    )
    *_, tally = simulate(game, 3, 300, 1, ("random",) * 3, {})
    assert (tally.games, sum(tally.report()["wins"])) == (300, 300)
    assert tally.report()["wins_by_order"] == []  # It keeps whose turn it is, not who began.


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "the last stone 300"), ("de", "den letzten Stein 300")]
)
def test_the_command_simulates_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    words = ["cruachan", "simulate", "cairn", "--games", "300", "--lang", lang]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as done:
        main()
    assert done.value.code == 0
    assert said in capsys.readouterr().out


def test_it_is_drawn_and_its_boards_are_checked(tmp_path: Path) -> None:
    assert "Loughcrew" in picture("cairn", None, None, None, "en")
    assert "4 Steine" in picture("cairn", None, "2 a:0 3,4,5", None, "de")
    file = tmp_path / "my.toml"
    source = (PROJECT / "cruachan_cairn" / "board.toml").read_text("utf-8")
    file.write_text(source.replace("stones = 3", "stones = 12"), "utf-8")
    kind = type(load_game("cairn"))
    assert kind.board_problems(str(file), "en") == ["Knocknarea must have 1 to 9 stones."]
    assert kind.board_problems(str(file), "de") == ["Knocknarea muss 1 bis 9 Steine haben."]


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_played_in_the_terminal(play: Play, lang: Lang) -> None:  # noqa: F811
    given: Any = {"game": "cairn", "players": ("person:Anna", "random:Ben"), "seed": "t"}
    evening = play(["1", ""] * 12, lang=lang, **given)
    assert evening.code == 0
    assert ("Anna takes" if lang == "en" else "Anna nimmt") in evening.text
    assert verify(evening.path, loader()).match.outcome is not None
