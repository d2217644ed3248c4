"""Legends keep the question that was told, for everybody to read (S19.8, S26.3, S32.6)."""

from __future__ import annotations

import pytest
from rich.console import Console

from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.components.material import HANNAS, THURINAS
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.state import Aim, State, tokens
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.terminal.pages import legends_page, quests_page
from tests.shent.acting import event, work
from tests.shent.play import in_turn, play
from tests.shent.positions import BOARD, far, put, quest

A, B, C = range(3)
HERE = next(n for n, land in enumerate(BOARD.lands) if land.rune is None)
GAME = SHENT(BOARD)
NAMES = ("Ann", "Bo", "Cy")
KEY = "thurinas.legend"
ASKED = "Wer läutet im versunkenen Turm?"


def reading() -> State:
    """thurinas 3 of a, for b to read."""
    state = in_turn("events")
    group = (put(state, "faron", HERE, A),)
    state.bag[THURINAS] -= 1
    state.aside.append(THURINAS)
    state.stack.append(Event(A, HERE, group, rune=THURINAS, strength=3, step="read"))
    return state


def told(state: State, words: str = "", land: int = HERE) -> State:
    """b reads a legend, and nobody appeals."""
    after = play(state, B, "read", KEY, (land,), words=words)
    return play(after, A, "target", (land,))


def asks(state: State, land: int, lang: Lang = DEFAULT_LANG, viewer: int | None = None) -> str:
    """What the legend of a land asks, as a viewer reads it."""
    (token,) = GAME.presentation.view(state, viewer, NAMES, lang)["lands"][land]["tokens"]
    return token["text"]


@pytest.mark.rule("S26.3")
@pytest.mark.parametrize("viewer", [None, A, B, C])
def test_everybody_reads_the_question_as_it_was_told(viewer: int | None) -> None:
    state = told(reading(), ASKED)
    assert [asks(state, HERE, lang, viewer) for lang in ("en", "de")] == [ASKED, ASKED]
    again = GAME.read_position(GAME.write_position(state))
    assert asks(again, HERE) == ASKED


@pytest.mark.rule("S26.3")
@pytest.mark.parametrize("lang", LANGS)
def test_a_question_told_for_the_narrator_is_kept_too(lang: Lang) -> None:
    """The sentence of the log is the one that is kept."""
    before = reading()
    place = far(before, HERE, 2)
    (move,) = [m for m in GAME.legal_moves(before, B) if m.args == (KEY, (place,))]
    after = GAME.apply(before, B, move)
    said = GAME.presentation.tell(before, B, move, after, None, NAMES, lang)
    state = play(after, A, "target", (place,))
    assert BOARD.lands[place].called(lang) in asks(state, place, lang)
    assert asks(state, place, lang) in said


@pytest.mark.rule("S19.8")
@pytest.mark.parametrize("words", ["", ASKED])
def test_the_question_of_a_round_event_is_kept(words: str) -> None:
    state = in_turn("gain")
    state.stack.append(RoundEvent(A, step="tell", rune=THURINAS, strength=4, land=HERE))
    move = GAME.narration.attach(GAME.legal_moves(state, A)[0], words)
    after = GAME.apply(state, A, move)
    said = GAME.presentation.tell(state, A, move, after, None, NAMES, "en")
    assert asks(after, HERE)
    assert asks(after, HERE) in said


@pytest.mark.rule("S32.6", "S26.3")
def test_one_riddle_asks_both_questions() -> None:
    state = told(reading(), ASKED)
    place = far(state, HERE, 1)
    work(state, KEY, event(state, KEY, 2, HERE, words="Whose is the thirteenth name?"), place)
    work(state, "erthad.riddle", event(state, "erthad.riddle", 1, HERE), 1, 0)
    assert asks(state, place) == f"Whose is the thirteenth name? {ASKED}"
    assert set(state.lore) == {place}


@pytest.mark.rule("S26.3", "S27.3")
def test_an_answered_question_is_gone() -> None:
    state = told(reading(), ASKED)
    work(state, "hannas.answer", event(state, "hannas.answer", 2, HERE), HERE)
    assert asks(state, HERE) == ASKED
    work(state, "hannas.answer", event(state, "hannas.answer", 8, HERE), HERE)
    assert (tokens(state, TokenKind.LEGEND), state.lore) == ([], {})


@pytest.mark.rule("S26.3")
@pytest.mark.parametrize("lang", LANGS)
def test_the_question_is_on_the_map_and_on_the_page_of_quests(lang: Lang) -> None:
    view = GAME.presentation.view(told(reading(), ASKED), C, NAMES, lang)
    assert ASKED in GAME.presentation.draw(view, lang)
    console = Console(width=80)
    with console.capture() as shown:
        console.print(quests_page(view, Texts("cruachan.games.shent", lang)))
    assert f"{BOARD.lands[HERE].called(lang)} (3): {ASKED}" in shown.get()


@pytest.mark.rule("S26.3", "S17.10")
@pytest.mark.parametrize("lang", LANGS)
def test_the_aim_that_answers_a_legend_names_its_question(lang: Lang) -> None:
    """Whoever takes it up, votes on it or reads the sheet of quests reads what was asked."""
    state = told(reading(), ASKED)
    quest(state, A, Aim("answer", HANNAS, land=HERE))
    assert ASKED in GAME.presentation.view(state, C, NAMES, lang)["players"][A]["quests"][0]["text"]
    state.lore.clear()
    assert (
        ASKED
        not in GAME.presentation.view(state, C, NAMES, lang)["players"][A]["quests"][0]["text"]
    )


@pytest.mark.rule("S26.3")
@pytest.mark.parametrize("lang", LANGS)
def test_there_is_a_page_of_legends(lang: Lang) -> None:
    words = Texts("cruachan.games.shent", lang)
    for state, said in ((told(reading(), ASKED), ASKED), (reading(), words("terminal.no_legends"))):
        console = Console(width=90)
        with console.capture() as shown:
            console.print(legends_page(GAME.presentation.view(state, C, NAMES, lang), words))
        assert said in shown.get()
