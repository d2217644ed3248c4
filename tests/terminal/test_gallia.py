"""Gallia Cisalpina in the terminal: its cards, its numbers, and secrets at one keyboard."""

from __future__ import annotations

import io
import re
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from cruachan.bots import load_bot
from cruachan.engine import transcript, verify
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.plies import PositionNode
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.games import load_for_transcript, load_game
from cruachan.games.gallia import terminal as gallia
from cruachan.terminal.choices import choices, flat, listing
from cruachan.terminal.commands import read_command
from cruachan.terminal.game_loop import GameLoop
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.screen import Screen, TerminalScreen
from cruachan.terminal.seating import Quit
from tests.terminal.conftest import Evening, Play, make_screen

BOT = ("person:Anna", "greedy:Bob")
PEOPLE = ("person:Anna", "person:Ben")
HAND_OVER = re.compile(r"Pass the keyboard to (\w+)\. Enter when ready:")
LETTERS = {"en": ("S", "E", "back"), "de": ("S", "Ä", "hinten")}


def played(plies: int, names: tuple[str, ...] = ("Anna", "Maximiliane-Josephine")) -> Any:
    game = load_game("gallia")
    match: Match[Any, Any] = Match(game, [Player(name) for name in names], seed=seed_from("board"))
    bot, rng = load_bot("random", game), Random(3)
    while match.outcome is None and (len(match.history) < plies or CHANCE in match.to_act):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), rng))
    return match


def standing(position: str) -> Match[Any, Any]:
    """A match between two persons that stands at a position."""
    game = load_game("gallia")
    match: Match[Any, Any] = Match(game, [Player("Anna"), Player("Ben")], seed=seed_from("x"))
    match._nodes = [PositionNode(game, game.read_position(position))]
    return match


def at(position: str, seat: int | None = 0, lang: Lang = DEFAULT_LANG) -> Any:
    game = load_game("gallia")
    return presentation_of(game).view(game.read_position(position), seat, ("Anna", "Ben"), lang)


def drawn(view: dict[str, Any], width: int, height: int, lang: Lang = DEFAULT_LANG) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(gallia.render(view, load_game("gallia").board, width, height, lang))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def evening(match: Match[Any, Any], path: Path, lines: Any, lang: Lang = DEFAULT_LANG) -> str:
    """What is shown in a session about a match, until the lines are used up."""
    screen, output = make_screen(lines)
    with pytest.raises(EOFError):
        GameLoop(LocalTable(TranscriptWriter(match, path)), screen, lang).run()
    return output.getvalue()


def sittings(text: str) -> list[tuple[str, str]]:
    """Who sat at the keyboard, and all that was shown until the next one was called."""
    _, *parts = HAND_OVER.split(text)
    return list(zip(parts[::2], parts[1::2], strict=True))


# The cards


def cell(view: dict[str, Any], card: dict[str, Any], lang: Lang) -> list[str]:
    """What a card must say, line by line."""
    shields, ears, back = LETTERS[lang]
    worth = f"{shields}{card['shields']}"
    if card["capital"] is None:
        worth += f" {ears}{card['ears']}"
    dice = "".join(f"({d['pips']})" if d["done"] else f"[{d['pips']}]" for d in card["dice"])
    owner = f"{'AB'[card['dice'][0]['seat']]} {dice}" if dice else ""
    seen = "AB" if card["shown"] else "".join("AB"[seat] for seat in card["looked"])
    known = card["back"]
    text = f"{known['shields']}-{known['ears']}" if known else "?"
    below = f"{back} {text}" + (f" ({seen})" if seen else "")
    if card["capital"] is not None:
        below = {"en": "capital of ", "de": "Hauptstadt von "}[lang] + "AB"[card["capital"]]
    elif card["oppidum"]:
        below = "OPPIDUM"
    return [rf"{card['name']} +{worth}", owner, below]


def columns(lines: list[str], card: dict[str, Any], lines_per_card: int) -> list[str]:
    """The part of the drawing in which a card lies, without its lines."""
    size = (len(lines[1]) - 1) // 4
    first = 1 + card["row"] * lines_per_card
    rows = lines[first : first + lines_per_card]
    start = 1 + card["column"] * size
    return [re.sub("[─═]+", " ", row[start : start + size - 1]).strip() for row in rows]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("plies", [1, 30, 90, 200])
@pytest.mark.parametrize(("width", "height"), [(80, 13), (160, 30)])
def test_every_card_stands_in_its_place_with_everything_on_it(
    plies: int, lang: Lang, width: int, height: int
) -> None:
    match = played(plies)
    view: Any = match.view(match.to_act[0] if match.to_act else 0, lang)
    lines = drawn(view, width, height, lang).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    for card in view["cards"]:
        here = columns(lines, card, 3 if height == 13 else 5)
        edge, dice, below = cell(view, card, lang)
        assert re.fullmatch(edge, here[0]), card
        if len(card["dice"]) <= 5:
            assert dice in here, card
        assert below in here, card


def test_an_oppidum_is_told_apart_without_colour() -> None:
    text = drawn(at("n a 2 a:turn Med4,Ins3 Ari5 Ins+3-4s,Ana=2-5b,Boi=4-2a"), 80, 13)
    assert "═Insubres ═ S3 E4═" in text
    assert "─Anares ─── S1 E2─" in text
    assert "OPPIDUM" in text
    assert "back ? (B)" in text
    assert "back 4-2 (A)" in text
    assert "not seen: 2-2 2-3 2-4 2-5 3-2 3-3 3-5 4-3\n" in text


def test_another_viewer_sees_only_what_is_hers() -> None:
    position = "n a 2 a:turn Med4,Ins3 Ari5 Ins+3-4s,Ana=2-5b,Boi=4-2a"
    assert "back 2-5 (B)" in drawn(at(position, 1), 80, 13)
    assert "back ? (A)" in drawn(at(position, 1), 80, 13)
    assert "back 4-2" not in drawn(at(position, None), 160, 30)


def test_eight_dice_lie_on_one_card() -> None:
    text = drawn(at("n a 2 a:move Med6,Med6,Med5,Med4*,Med3*,Med2,Med1,Med1 Ari5 -"), 80, 13)
    assert "│ A [665211](43)   │" in text
    assert len(text.splitlines()) == 13


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ">A Anna  cards 2/8 · warriors outside 5, ears 2 ! · free dice 6"),
        ("en", " B Ben   cards 2/8 · warriors outside 1, ears 2 · free dice 6"),
        ("de", ">A Anna  Karten 2/8 · außerhalb 5 Krieger, 2 Ähren ! · freie Würfel 6"),
    ],
)
def test_the_players_numbers(lang: Lang, said: str) -> None:
    assert f"{said}\n" in drawn(at("n a 2 a:turn Med4,Ins5 Ari5,Boi1 -", lang=lang), 80, 13, lang)


@pytest.mark.parametrize(("width", "height"), [(40, 24), (76, 24), (120, 12), (300, 80), (81, 50)])
def test_any_size_can_be_drawn(width: int, height: int) -> None:
    text = drawn(played(60).view(0), width, height)
    for card in load_game("gallia").board.cards:
        assert card.short in text


def test_a_card_in_turning_and_no_dice_at_all_can_be_drawn() -> None:
    assert "S? E?" in drawn(at("n a 2 a:raise:Ins Med4,Ins1 Ari5 Ins+?'"), 80, 13)
    assert gallia.example(at("n a 2 a:turn - Ari5 -")) == "Med4 Oro"
    assert gallia.example(at("n a 2 a:turn Ins3 Ari5 -")) == "Ins3 Oro"


# The list of moves


class Small(Screen):
    """A terminal of 80x24, as far as the list of moves knows."""

    interactive = True


def listed(view: Any, room: int, lang: Lang = DEFAULT_LANG) -> str:
    output = io.StringIO()
    screen = Small(Console(file=output, width=80, height=24, color_system=None), iter(()))
    shown = listing(choices(view, False), screen, room, Texts("cruachan.terminal", lang))
    assert screen.rows_of(shown) <= room
    screen.show(shown)
    return output.getvalue()


MANY = "n a 20 a:turn Med6,Oro3,Tau4,Ins5,Ins3,Ana3,Fri3,Lig3 Ari5,Boi2,Lin4,Cen1 Oro=2-5a,Tau+3-4s"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("waits", ["a:turn", "a:scout", "a:move", "a:build"])
def test_board_question_and_every_move_fit_a_small_screen(waits: str, lang: Lang) -> None:
    turned = "'" if waits == "a:build" else ""
    view = at(MANY.replace("a:turn", waits) + turned, 0, lang)
    room = 24 - len(drawn(view, 80, 13, lang).splitlines()) - 2
    text = listed(view, room, lang)
    for choice in flat(choices(view, False)):
        target = re.escape(choice.brief.rpartition(" ")[2])
        words = rf"(?:(?:\w+ )?{target}(?!\S)|{re.escape(choice.label[:20])})"
        assert re.search(rf"(?<!\S){choice.number} {words}", text), choice


def test_armies_are_listed_once_with_attacks_marked_and_known_backs() -> None:
    text = listed(at(MANY), 9)
    assert re.search(r"^move: .*Oro\[3\]: +\d+ Cen! +\d+ Ins +\d+ Med", text)
    assert re.search(r"\d+ build Oro=2-5|build: .*\d+ Oro=2-5", text)
    assert re.search(r"\d+ demolish Tau(?!\S)", text)
    assert "recruit nobody" in text


@pytest.mark.parametrize("lang", LANGS)
def test_each_move_has_a_line_and_no_number_stands_for_two_things(lang: Lang) -> None:
    """`1 from Mediolanum: 5 to Orobii  2 Taurini` and `3 recruit 0` were read in two ways."""
    lines = listed(at("n a 4 a:turn Med5 Ari5 -", 0, lang), 9, lang).splitlines()
    whole = {
        "en": ["1 army of 5 from Mediolanum to Orobii", "2 army of 5 from Mediolanum to Taurini"],
        "de": ["1 Armee mit 5 von Mediolanum nach Orobii"],
    }
    for number, line in enumerate(whole[lang]):
        assert lines[number].strip() == line
    recruits = lines[2:]
    assert re.findall(r"\d+", " ".join(recruits)) == ["3", "4", "5", "6"]
    assert len(recruits) == 4


@pytest.mark.parametrize("lang", LANGS)
def test_no_list_has_a_number_behind_a_number(lang: Lang) -> None:
    """In any room: behind the number of a choice comes a word."""
    for waits in ("a:turn", "a:scout", "a:move"):
        for room in range(6, 30, 4):
            text = listed(at(MANY.replace("a:turn", waits), 0, lang), room, lang)
            assert not re.search(r"(?<!\S)\d+:? +\d", text), text


@pytest.mark.parametrize(("lang", "words"), [("en", "friniates"), ("en", "fri"), ("de", "Fri")])
def test_a_land_is_scouted_by_its_name_alone(tmp_path: Path, lang: Lang, words: str) -> None:
    """As everywhere else."""
    match = standing("n a 4 a:scout Med5 Ari5 -")
    text = evening(match, tmp_path / "x.game", ["", words], lang)
    assert {"en": "scouts Friniates", "de": "erkundet Friniates"}[lang] in text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("repeated", [False, True])
def test_a_drawn_game_says_so(tmp_path: Path, lang: Lang, repeated: bool) -> None:
    """In the tale and above the result."""
    match = standing(f"n a {4 if repeated else 198} a:turn Med5 Ari5 -")
    screen, output = make_screen(["recruit 0", "scout none", ""] * 40)
    GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x.game")), screen, lang).run()
    text = " ".join(output.getvalue().split())
    assert {"en": "The end: a draw", "de": "Das Ende: unentschieden"}[lang] in text
    told = {"en": ("the game is drawn", "for the third time"), "de": ("endet", "zum dritten Mal")}
    assert told[lang][repeated] in text


@pytest.mark.parametrize("lang", LANGS)
def test_a_number_asked_for_is_the_number_typed(lang: Lang) -> None:
    """With no free die 3 of 4 cannot win against 2 (G7.6): choice 3 must not mean 4."""
    dice = "Med6,Oro4*,Tau1,Lig1,Fri1,Med1,Med2,Med3"
    view = at(f"n a 20 a:fight:Oro4>Ins {dice} Ari5,Ins2 -", 0, lang)
    assert [choice.number for choice in flat(choices(view, False))] == [1, 2, 4]
    assert listed(view, 3, lang) == "1  2  4\n"


def test_a_number_that_cannot_be_is_refused(tmp_path: Path) -> None:
    dice = "Med6,Oro4*,Tau1,Lig1,Fri1,Med1,Med2,Med3"
    match = standing(f"n a 20 a:fight:Oro4>Ins {dice} Ari5,Ins2 -")
    text = evening(match, tmp_path / "x.game", ["", "3", "7", "? 3", "mit 3", "4"])
    assert "There is no number 3; the list goes from 1 to 4." in text
    assert text.count("G7.6") == 2
    assert "They fight 4 against 2: each side loses 2. Insubres is won." in text


@pytest.mark.parametrize("lang", LANGS)
def test_no_card_and_no_move_is_taken_for_a_command(lang: Lang) -> None:
    cards = load_game("gallia").board.cards
    for text in chain.from_iterable((card.name, card.short) for card in cards):
        assert read_command(text, lang) is None, text
    for verb in ("move", "ziehe", "m", "z", "scout", "erkunde", "s", "e", "build", "baue", "b"):
        assert read_command(f"{verb} Ins3 Ana", lang) is None, verb
    for text in ("send 2", "kampf 4", "einzug 1", "r 3", "w 3", "hunger Boi3", "fertig"):
        assert read_command(text, lang) is None, text


# A game against a bot


def start(play: Play, lines: Any, **options: Any) -> Evening:
    return play(lines, **{"game": "gallia", "players": BOT, "seats": 2} | options)


def own(evening: Evening) -> list[str]:
    return [ply.text for ply in transcript.read(evening.path).plies if ply.seat == 0]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_whole_game_to_its_result(play: Play, bot: str, lang: Lang) -> None:
    lines = chain.from_iterable(repeat(["3", "2", "1", ""]))
    done = start(play, lines, players=("person:Anna", f"{bot}:Bob"), lang=lang, seed="g")
    assert done.code == 0
    assert verify.verify(done.path, load_for_transcript).match.outcome is not None
    end = done.text[done.text.rindex("The end" if lang == "en" else "Das Ende") :]
    assert re.search(r"│ +[12] │ Anna │ +\d+ │\n", end), "nobody rolls, so there is no luck"
    assert "luck" not in end.lower()
    assert "glück" not in end.lower()
    assert "Pass the keyboard" not in done.text


def test_bots_alone_are_watched_and_keep_their_secrets(play: Play) -> None:
    done = start(play, [], players=("greedy", "random"))
    assert "The end" in done.text
    assert "Only " in done.text


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "help", "Hold 8 of the 12 cards"),
        ("de", "hilfe", "Halte 8 der 12 Karten"),
        ("en", "help", "or the move (move Med4 Oro, or only Med4 Oro)"),
        ("de", "hilfe", "einen Zug (ziehe Med4 Oro, oder nur Med4 Oro)"),
        ("en", "hint", "You win about "),
        ("de", "tipp", "Du gewinnst etwa "),
        ("en", "rules G7.1", "G7.1 A move onto a card with enemy dice is an attack"),
        ("de", "regeln 7.1", "G7.1 Ein Zug auf eine Karte mit feindlichen Würfeln"),
        ("en", "board", "open land"),
        ("de", "plan", "offenes Land"),
        ("en", "?", "Type ? and a move: '? move Med4 Oro'"),
        ("en", "? Med4 Ins", "Insubres does not lie beside Mediolanum"),
        ("en", "? build Ins", "G5.1"),
        ("en", "? Med4 Oro", "Yes, that is possible: 1 army of 4 from Mediolanum to Orobii"),
        ("en", "end", "A turn cannot end before something has been done"),
        ("en", "log", "- Drawn at random: Anna begins."),
        ("de", "verlauf", "- Ausgelost: Anna beginnt."),
        (
            "en",
            "moves",
            "1 army of 4 from Mediolanum to Orobii 2 army of 4 from Mediolanum to Taurini",
        ),
    ],
)
def test_commands_answer_and_change_nothing(play: Play, lang: Any, line: str, answer: str) -> None:
    done = start(play, [line], lang=lang)
    assert answer in done.flat.partition(f": {line} ")[2]
    assert own(done) == []


@pytest.mark.parametrize(("lang", "line"), [("en", "help"), ("de", "hilfe")])
def test_help_is_a_screenful(play: Play, lang: Any, line: str) -> None:
    text = start(play, [line], lang=lang).text.partition(f": {line}\n")[2]
    page, _, _ = text.partition("Anna, ")
    assert len(page.splitlines()) <= 23
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize(("lang", "word"), [("en", "end"), ("de", "ende"), ("de", "fertig")])
def test_end_ends_the_turn_and_is_no_farewell_then(play: Play, lang: Any, word: str) -> None:
    done = start(play, ["Med4 Oro", "2", word, "u", word], lang=lang)
    assert own(done) == ["move Med4 Oro", "send 2", "end"]


def test_the_last_move_can_be_taken_back_until_the_other_has_moved(play: Play) -> None:
    done = start(play, ["Med4 Oro", "2", "end", "x", "u", "u", "u", "recruit 2", "scout none", "u"])
    assert done.text.count("Anna, Enter: end the turn, u: take back:") == 3
    assert "Your turn is played. Enter ends it" in done.text
    assert "Anna takes back: end" in done.text
    assert "Anna takes back: scout none" in done.text
    assert own(done) == ["recruit 2"]
    assert "Bob recruits" not in done.text


def test_what_was_scouted_is_shown_before_anybody_goes_on(play: Play) -> None:
    lines = ["recruit 3", "scout ins", "u", "x", "hint", ""]
    done = start(play, lines)
    seen, _, after = done.text.rpartition("Anna, Enter: end the turn:")
    assert re.search(r"Anna scouts Insubres\. On the back of Insubres: \d shields, \d ears\.", seen)
    assert re.search(r"back \d-\d \(A\)", seen)
    assert "that cannot be taken back." in " ".join(seen.split())
    assert "what was hidden and has now been seen cannot be taken back." in " ".join(seen.split())
    assert "- Bob " not in seen
    assert "- Bob " in after


def test_a_copy_for_one_person_holds_what_she_knows(play: Play, tmp_path: Path) -> None:
    lines = ["recruit 3", "scout ins", "", "recruit 1", f"save {tmp_path / 'copy.game'}"]
    done = start(play, lines, players=("person:Anna", "greedy:Bob"), seed="y")
    text = (tmp_path / "copy.game").read_text()
    assert re.search(r"chance back \d-\d ", text)
    assert text.count("scout") > text.count("back ?")
    assert done.code == 0


# Two persons at one keyboard


def plant(monkeypatch: pytest.MonkeyPatch, back: str) -> None:
    """Whatever is turned up first shows this back."""
    roll = Match.chance_move

    def planted(self: Match[Any, Any]) -> Any:
        names = [f"back {each.name}" for each in self.game.board.backs]
        legal = {
            self.game.write_move(self.state, CHANCE, move, CHANCE): move
            for move in self.legal_moves(CHANCE)
        }
        return legal[f"back {back}"] if set(names) == set(legal) else roll(self)

    monkeypatch.setattr(Match, "chance_move", planted)


BENS = ["log", "log all", "hint", "help", "board", "moves", "? scout Ins", "? build Ins", "u"]
BENS += ["redo", "rules G10.1", "recruit 3", "hint", "? Ins", "u", "redo", "scout none"]


@pytest.mark.parametrize("lang", LANGS)
def test_not_one_byte_that_ben_is_shown_depends_on_what_anna_saw(
    play: Play, monkeypatch: pytest.MonkeyPatch, lang: Lang
) -> None:
    seen = []
    for back in ("2-2", "3-5"):
        plant(monkeypatch, back)
        lines = ["", "recruit 3", "scout ins", "log", "", "", *BENS]
        done = start(play, lines, players=PEOPLE, lang=lang)
        word = "Pass the keyboard to" if lang == "en" else "Gib die Tastatur an"
        _, anna, ben, *_ = done.text.split(word)
        assert f"{'back' if lang == 'en' else 'hinten'} {back} (A)" in anna
        # The last words name the file, and that is another one each time.
        seen.append(re.split("The game is kept|Das Spiel liegt", ben)[0])
        monkeypatch.undo()
    assert seen[0] == seen[1]
    assert ("Only Anna sees" if lang == "en" else "sieht nur Anna") in " ".join(seen[0].split())


def test_each_person_is_told_the_news_as_hers(play: Play) -> None:
    lines = ["", "recruit 3", "scout ins", "", "", "recruit 3", "scout boi", "", "", "log"]
    done = start(play, lines, players=PEOPLE)
    (one, first), (two, second), (three, third) = sittings(done.text)
    assert (one, two, three) == ("Anna", "Ben", "Anna")
    first, second, third = (" ".join(part.split()) for part in (first, second, third))
    assert "Anna scouts Insubres. On the back of" in first
    assert "Anna scouts Insubres. Only Anna sees" in second
    assert "Ben scouts Boii. On the back of" in second
    assert "Ben scouts Boii. Only Ben sees" in third
    assert third.count("Anna scouts Insubres. On the back of") == 1, "only in the log"


def test_the_screen_is_wiped_before_and_after_the_keyboard_is_passed(tmp_path: Path) -> None:
    wiped: list[int] = []

    class Watched(Screen):
        def clear(self) -> None:
            assert isinstance(self.console.file, io.StringIO)
            wiped.append(self.console.file.tell())

    output = io.StringIO()
    lines = iter(["", "recruit 3", "scout ins", "", "", "quit"])
    screen = Watched(Console(file=output, width=80, height=24, color_system=None), lines, True)
    match: Match[Any, Any] = Match(
        load_game("gallia"), [Player("Anna"), Player("Ben")], seed=seed_from("x")
    )
    with pytest.raises(Quit):
        GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x.game")), screen, "en").run()
    text = output.getvalue()
    parts = [text[a:b] for a, b in zip([0, *wiped], [*wiped, None], strict=True)]
    assert [HAND_OVER.findall(part) for part in parts] == [["Anna"], [], ["Ben"], [], []]
    assert "On the back of" in parts[1]
    assert [i for i, part in enumerate(parts) if "On the back of" in part] == [1]
    assert len(parts[2].splitlines()) == 1, "nothing but the question"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError])
def test_whoever_stops_leaves_no_secret_on_the_screen(tmp_path: Path, stop: Any) -> None:
    def lines() -> Any:
        yield from ("", "recruit 3", "scout ins")
        raise stop

    screen, output = make_screen(lines())
    players = [Player("Anna"), Player("Ben")]
    match: Match[Any, Any] = Match(load_game("gallia"), players, seed=seed_from("x"))
    with pytest.raises(stop):
        GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x.game")), screen, "en").run()
    assert "On the back of" in output.getvalue()
    assert output.getvalue().endswith("\n" * 24)


def test_the_keyboard_can_be_refused(play: Play) -> None:
    done = start(play, ["quit", "recruit 3"], players=PEOPLE)
    assert "Go on with: cruachan play --resume" in done.flat
    assert own(done) == []


def test_a_terminal_is_wiped_with_what_scrolled_off(tmp_path: Path) -> None:
    output = io.StringIO()
    screen = TerminalScreen(Console(file=output, force_terminal=True), tmp_path / "history")
    screen.clear()
    assert output.getvalue() == "\x1b[H\x1b[2J\x1b[3J"
    assert not (tmp_path / "history").exists()


HUNGER = "n a 12 a:turn Med4,Oro5 Ari5,Boi4,Ins1 -"


def test_who_starves_in_anothers_turn_gets_the_keyboard(tmp_path: Path) -> None:
    attack = ["", "Oro5 Ins", "2", "1", "u", "1", "x", ""]
    starve = ["", "u", "Boi4", "u", "Boi4", "starve Boi3", "u", "Boi3", "x", ""]
    text = evening(standing(HUNGER), tmp_path / "x.game", [*attack, *starve, "", "end"])
    (one, first), (two, second), (three, third) = sittings(text)
    assert (one, two, three) == ("Anna", "Ben", "Anna")
    assert first.count("Anna, Enter: go on, u: take back:") == 3
    assert "Anna takes back: enter 1" in first
    assert "That is done. Enter goes on" in first
    assert "Too few ears of grain (2 for 4 warriors)" in second
    assert "The last move is another player's." in second
    assert "Ben takes back: starve Boi4" in second
    assert second.count("Ben, Enter: go on, u: take back:") == 3
    assert "Ben loses a warrior in Boii to hunger." in third
    assert "Move more armies, or end your turn." in third


def test_a_copy_at_a_shared_keyboard_holds_no_secret(play: Play, tmp_path: Path) -> None:
    copy = tmp_path / "copy.game"
    lines = ["", "recruit 3", "scout ins", f"save {copy}", "", "", f"save {copy}", "y", "recruit 0"]
    start(play, lines, players=PEOPLE)
    assert "chance back ? " in copy.read_text()
    assert not re.search(r"back \d-\d", copy.read_text())


def test_two_persons_to_the_end(play: Play) -> None:
    lines = chain.from_iterable(repeat(["", "2", "1", "3"]))
    done = start(play, lines, players=PEOPLE, seed="two")
    assert done.code == 0
    last = HAND_OVER.split(done.text)[-1]
    assert "The end" in last
    after = last[last.rindex("\n" * 24) :]
    assert "The end" in after
    assert not re.search(r"back \d-\d \([AB]\)", after), "seen by one alone"


def test_a_game_gone_on_with_is_handed_over_first(play: Play) -> None:
    first = start(play, ["", "recruit 3", "scout ins", "", "quit"], players=PEOPLE)
    again = play(["", "", "", "quit"], resume=first.path)
    (one, anna), (two, ben), *_ = sittings(again.text)
    assert (one, two) == ("Anna", "Ben")
    assert "On the back of" in " ".join(anna.split())
    assert "On the back of" not in " ".join(ben.split())


@pytest.mark.parametrize("game", ["hibernia", "cambria"])
def test_games_without_secrets_are_not_handed_over(play: Play, game: str) -> None:
    players = ("person:Anna", "person:Ben", "greedy:Cu")
    done = play(["1", "", "1", "", "1", ""], players=players, seats=3, game=game)
    assert "Pass the keyboard" not in done.text
    assert "\n" * 10 not in done.text


def test_for_two_nobody_asks_how_many(play: Play) -> None:
    done = play(["", "quit"], game="gallia", players=(), out=None)
    assert "How many players" not in done.text
    assert "strict = no" in done.text
