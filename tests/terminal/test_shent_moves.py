"""The list of moves of SHENT on a small screen: what the moment is about is always all there."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from cruachan.bots import load_bot
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.narration import stripped
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.engine.view import offered
from cruachan.games.shent import terminal as shent
from cruachan.terminal.answers import hint_page
from cruachan.terminal.choices import ListedMove, choices, flat, listing
from cruachan.terminal.game_loop import GameLoop
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.screen import Screen
from tests.shent.tables import game_for
from tests.terminal.conftest import Play
from tests.terminal.shent_views import make_view, offer

ASIDE = {
    *("name", "honour", "wish", "forsake"),
    *("treat", "ask", "pay", "judge", "dissolve", "renounce"),
}
PLIES = 260


class Small(Screen):
    """A terminal of 80x24 that nobody types at."""

    interactive = True


def screen_of(width: int = 80, height: int = 24) -> tuple[Small, io.StringIO]:
    output = io.StringIO()
    console = Console(file=output, width=width, height=height, color_system=None)
    return Small(console, iter(())), output


def numbered(choice: ListedMove, text: str) -> bool:
    return re.search(rf"(?<![\w.+]){choice.number}:? ", text) is not None


@cache
def some_rounds(seed: bytes, plies: int) -> Match[Any, Any]:
    """A game between bots as far as it goes in so many plies."""
    match = Match(game_for(3), [Player(name) for name in ("Anna", "Bob", "Cu")], seed=seed)
    bot, rng = load_bot("purposeful", match.game), Random(1)
    while not match.outcome and len(match.history) < plies:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), rng))
    return match


@pytest.mark.parametrize("lang", LANGS)
def test_no_main_move_is_ever_hidden_on_a_small_screen(tmp_path: Path, lang: Lang) -> None:
    """Steps and preparations could not be seen, while others' aglar and wishes stood there.

    Only of the aims of a quest and of what an event may hit there are too many sentences.
    """
    match = some_rounds(b"small", PLIES)
    seen = set()
    for ply in range(0, PLIES, 3):
        part = Match(match.game, match.players, seed=b"small")
        state = match.state_at(ply)
        for seat in match.game.to_act(state):
            if seat == CHANCE:
                continue
            screen, output = screen_of()
            table = LocalTable(TranscriptWriter(part, tmp_path / "a.game"))
            loop = GameLoop(table, screen, lang)
            view = presentation_of(match.game).view(state, seat, match.names, lang)
            loop.display.show_position(view, choices(view, True), loop.seating.eyes)
            text = output.getvalue()
            assert len(text.splitlines()) < 24
            for choice in flat(choices(view, True)):
                if choice.aside:
                    assert choice.verb in ASIDE | {"claim", "end"}
                elif choice.verb not in ("aim", "target"):
                    assert numbered(choice, text), (ply, choice.text)
                    seen.add(choice.verb)
    assert {"step", "place", "march", "read"} <= seen


@pytest.mark.parametrize("lang", LANGS)
def test_what_can_be_done_besides_is_named_at_the_end_and_listed_on_demand(lang: Lang) -> None:
    match = some_rounds(b"small", PLIES)
    words = Texts("cruachan.terminal", lang)
    for ply in range(PLIES):
        state = match.state_at(ply)
        if state.active < 0 or state.active not in match.game.to_act(state):
            continue
        view = presentation_of(match.game).view(state, state.active, match.names, lang)
        groups = choices(view, True)
        if any(choice.verb == "march" for choice in flat(groups)):
            break
    screen, output = screen_of()
    screen.show(listing(groups, screen, 20, words))
    text = output.getvalue()
    assert {choice.verb for choice in flat(groups) if choice.aside} >= {"honour", "wish"}
    for choice in flat(groups):
        assert (choice.label in text) != choice.aside
    last = {
        "en": "'moves' lists all, also: aglar for another, ",
        "de": "„züge“ zeigt alle, auch: aglar für andere, ",
    }
    assert text.splitlines()[-2].startswith(last[lang])


def test_long_moves_are_cut_to_a_row_before_one_is_left_out() -> None:
    view = make_view(game_for(3).board)
    labels = [f"Reading {n}: It does {'this and that and ' * 6}no more." for n in range(6)]
    moves = [offer(f"read r{n} x y", label, order=n) for n, label in enumerate(labels)]
    view["points"] = [{"id": "", "label": "Besides", "moves": moves}]
    screen, output = screen_of()
    screen.show(listing(choices(view, True), screen, 9, Texts("cruachan.terminal", "en")))
    lines = output.getvalue().splitlines()
    assert len(lines) == 9
    assert [line for line in lines if line.endswith("…")] == lines[4:8]
    assert lines[-1] == "... 'moves' shows them in full."
    assert all(f"{n + 1} Reading {n}:" in output.getvalue() for n in range(6))


@pytest.mark.parametrize("lang", LANGS)
def test_a_hint_is_said_in_the_words_of_the_list(lang: Lang) -> None:
    """It was "read rim.detours d.faron1 d.faron2 ~1" where the bot tells an event in its way."""
    match = some_rounds(b"small", PLIES)
    words = Texts("cruachan.terminal", lang)
    styled = 0
    for ply, done in enumerate(match.history):
        if done.seat == CHANCE or done.move.verb not in ("read", "tell"):
            continue
        part = Match(match.game, match.players, seed=b"small")
        part._nodes, part.history = match._nodes[: ply + 1], match.history[:ply]
        view = part.view(done.seat, lang)
        listed = flat(choices(view, True))
        screen, output = screen_of(width=400)
        table = LocalTable(TranscriptWriter(part, Path("nowhere.game")))
        screen.show(hint_page(table, done.seat, listed, words))
        said = output.getvalue().strip()
        assert any(said.endswith(f"{each.number} {each.label}") for each in listed), said
        styled += "~" in match.game.write_move(part.state, done.seat, done.move, done.seat)
        assert done.move not in [match.game.unpack(each["move"]) for each in offered(view)] or (
            stripped(match.game, done.move) == done.move
        )
        if styled > 3:
            break
    assert styled


# What the words mean


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "rules hunter", "hunter (faron, F): strength 1"),
        ("en", "rules hunter", "S3.3 In the reverse order of choosing"),
        ("en", "rules dragon", "It is also in S"),
        ("en", "rules 99", "There is no rule 99. The chapters:"),
        ("en", "rules spaceship", "There is no rule spaceship. The chapters:"),
        ("en", "? tur", "tûr: power."),
        ("en", "? hnd", "hnd: how many runes are in the hand."),
        ("en", "? dragon", "dragon (urlug, U): strength 8."),
        ("en", "signs", "aglar: respect."),
        ("en", "signs", "wordsmith (pethdan, P): strength 2"),
        ("de", "regeln jäger", "Jäger (faron, F): Stärke 1"),
        ("de", "? respekt", "aglar: Respekt."),
        ("de", "zeichen", "Barde (talagan, B): Stärke 2"),
    ],
)
def test_words_are_explained_on_demand(play: Play, lang: Lang, line: str, answer: str) -> None:
    players = ("person:Anna", "purposeful", "purposeful")
    done = play([line], game="shent", players=players, seed="s", lang=lang)
    assert answer in done.flat


@pytest.mark.parametrize("lang", LANGS)
def test_the_first_rounds_explain_their_heads_where_there_is_room(lang: Lang) -> None:
    board = game_for(3).board
    view = make_view(board, 3, lang=lang)
    said = {"en": "aglar respect, hnd hand", "de": "aglar Respekt, Hd Hand"}[lang]
    for number, rows, explains in ((1, 30, True), (1, 12, False), (5, 30, False)):
        view["round"] = number
        screen, output = screen_of()
        screen.show(shent.render(view, board, 80, rows, lang))
        assert (said in output.getvalue()) == explains
        assert len(output.getvalue().splitlines()) <= rows
    view["round"] = 1
    screen, output = screen_of()
    screen.show(shent.render(view, board, 80, 30, lang))
    assert f"F {view['lands'][3]['figures'][0]['name']}" in output.getvalue()


@pytest.mark.parametrize("lang", LANGS)
def test_the_goal_is_explained_before_its_first_rune_is_laid(lang: Lang) -> None:
    match = some_rounds(b"small", PLIES)
    state = next(
        match.state_at(ply)
        for ply in range(PLIES)
        if match.history[ply].seat != CHANCE and match.history[ply].move.verb == "lay"
    )
    seat = match.game.to_act(state)[0]
    view = presentation_of(match.game).view(state, seat, match.names, lang)
    wins = {"en": "Fulfil the goal, and you win", "de": "Erfüllst du es, so gewinnst du"}
    assert wins[lang] in view["prompt"]
    for move in offered(view):
        assert move["label"].count(": ") == 1
        assert move["label"].partition(": ")[2]


def test_a_number_that_is_not_shown_is_not_taken_at_once(play: Play) -> None:
    """A quest could be given up by a number typed for a longer list."""
    players = ("person:Anna", "purposeful", "purposeful")
    lines = ["tales", "1", "1", "1", "1", "1"]
    for more in range(12):
        done = play([*lines, *["1"] * more, "march"], game="shent", players=players, seed="s")
        if "march: the preparations are over" in done.flat:
            break
    shown = re.findall(r"^ *(\d+) march:", done.text, re.M)[-1]
    hidden = str(int(shown) + 1)
    ask = [*lines, *["1"] * more]
    done = play([*ask, hidden], game="shent", players=players, seed="s")
    assert f"{hidden} is: propose a point of aglar" in done.flat
    done = play([*ask, "moves", hidden], game="shent", players=players, seed="s")
    assert "Type it again" not in done.flat


def test_names_stand_in_full_beside_a_large_family() -> None:
    """The dragon can be sent to every land; that took the names from the hunter's five ways."""
    board = game_for(3).board
    view = make_view(board)
    view["points"] = [
        {
            "id": f"piece:{piece}",
            "label": piece,
            "moves": [
                offer(f"{verb} {piece} {land.short}", f"{piece} to {land.called('en')}")
                for land in board.lands[:many]
            ],
        }
        for verb, piece, many in (("step", "hunter", 5), ("hire", "dragon", 36))
    ]
    for row in view["lands"]:
        row["figures"] = []
    screen, output = screen_of()
    screen.show(listing(choices(view, True), screen, 9, Texts("cruachan.terminal", "en")))
    text = output.getvalue()
    head = text[: text.index("dragon to")]
    assert all(land.called("en") in head for land in board.lands[:5])
    assert board.lands[20].called("en") not in text
