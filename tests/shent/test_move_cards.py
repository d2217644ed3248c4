"""What cards are called, and what stands below: what a step costs and meets, whose land it is."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.view.card_steps import ShentCards
from cruachan.games.shent.view.cards import OfferedMove
from cruachan.games.shent.view.speech import ShentSpeech
from tests.shent.arena import give
from tests.shent.play import in_turn
from tests.shent.positions import BOARD, put
from tests.shent.test_movement import HERE, THERE, A, marching


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_names_figure_and_land_and_says_below_what_it_costs(lang: Lang) -> None:
    """The warning is no part of its name; the only one of a kind has no number."""
    state, _ = marching(own=("faron", HERE), ally=("adan", HERE))
    deck = SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang)["deck"]
    steps = [card for card in deck if card["move"].startswith("step")]
    assert steps
    for card in steps:
        assert len(card["label"]) < 40, card["label"]
        assert not re.search(r"\d", card["label"]), card["label"]
    ally = {"de": "Mensch", "en": "human"}[lang]
    assert any(ally in card["effect"] for card in steps)


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_says_how_strong_the_foes_are(lang: Lang) -> None:
    """Before one meets them."""
    state, _ = marching(own=("faron", HERE))
    put(state, "urlug", THERE)
    deck = SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang)["deck"]
    said = [f"{card['label']} {card['effect']}" for card in deck]
    strong = {"de": "Drache der Stärke 8", "en": "dragon of strength 8"}[lang]
    assert any(strong in each for each in said)


@pytest.mark.parametrize("lang", LANGS)
def test_a_kind_of_quest_tells_of_no_land_of_somebody_else(lang: Lang) -> None:
    """Nobody plants pear trees where another one's sign hangs, if there is a land without one."""
    state = in_turn()
    aims = [Aim("hold", RUNES.index("idh"), land=land, size=3) for land in (THERE, HERE)]
    state.markers[THERE] = 1
    tree = ShentCards.__new__(ShentCards)
    tree.state, tree.viewer = state, A
    tree.speech = ShentSpeech(state, ("Medb", "Ailill", "Cu"), lang, A)
    offers = [OfferedMove(Move("aim", tuple(aim)), [], cast("Any", {})) for aim in aims]
    assert min(offers, key=tree._fit_to_tell) == offers[1]


@pytest.mark.parametrize("lang", LANGS)
def test_a_step_to_a_foe_that_fights_says_the_odds(lang: Lang) -> None:
    """Nobody walks into certain death without a warning; a land without foes warns of nothing."""
    state, _ = marching(own=("faron", HERE))
    put(state, "urlug", THERE)
    state.players[A] = state.players[A]._replace(tur=0)
    deck = SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang)["deck"]
    land = ShentSpeech(state, ("Medb", "Ailill", "Cu"), lang, A).land(THERE)
    odds = {land in card["label"]: card["odds"] for card in deck if card["move"][:4] == "step"}
    fight = {"de": "Dort wird gekämpft: Sieg zu 0 %", "en": "A fight awaits there: 0 % to win"}[
        lang
    ]
    assert odds == {True: fight, False: ""}


@pytest.mark.parametrize("lang", LANGS)
def test_an_aim_that_takes_more_turns_than_are_left_says_so(lang: Lang) -> None:
    """A goal that the last rounds do not allow is offered last, with a warning."""
    warning = {"de": "zu viele für diese Partie", "en": "too many for this game"}[lang]
    aim = Aim("hold", RUNES.index("idh"), land=THERE, size=3)
    said = {}
    for limit in ("6", "none"):
        state = in_turn(limit=limit)
        state.round = 6
        tree = ShentCards(state, ShentSpeech(state, ("Medb", "Ailill", "Cu"), lang, A), A)
        card = tree._degree(
            OfferedMove(Move("aim", tuple(aim)), [], cast("Any", {"text": "", "label": ""}))
        )
        said[limit] = warning in card.odds
    assert said == {"6": True, "none": False}


@pytest.mark.parametrize("lang", LANGS)
def test_no_round_event_holds_after_the_end(lang: Lang) -> None:
    """What stood over the board all round long is gone with the result."""
    state = in_turn()
    state.weather = (RUNES.index("idh"), 1)
    views = []
    for over in ((), (0, 1, 2)):
        state.outcome = over
        views.append(SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang))
    assert views[0]["banner"]
    assert not views[1]["banner"]


@pytest.mark.parametrize("lang", LANGS)
def test_magic_that_can_do_one_thing_says_what_and_to_whom(lang: Lang) -> None:
    """Nobody kills her own hunter with a card that only names what a rune could do elsewhere."""
    state = in_turn()
    give(state, A, RUNES.index("narchad"))
    put(state, "faron", HERE, A)
    deck = SHENT(BOARD).presentation.view(state, A, ("Medb", "Ailill", "Cu"), lang)["deck"]
    card = next(card for card in deck if card["move"].startswith("cast"))
    assert {"de": "Es trifft: Jäger", "en": "It hits: hunter"}[lang] in card["effect"]


@pytest.mark.parametrize("lang", LANGS)
def test_what_can_be_done_in_the_turn_of_another_says_what_it_is(lang: Lang) -> None:
    """Whoever only waits is not offered "something else": there is nothing beside it."""
    state = in_turn()
    state.players[1] = state.players[1]._replace(hand=(RUNES.index("idh"), RUNES.index("galu")))
    names = ("Medb", "Ailill", "Cu")
    said = [
        [
            card["label"]
            for card in SHENT(BOARD).presentation.view(state, seat, names, lang)["deck"]
            if not card["under"]
        ]
        for seat in (A, 1)
    ]
    other = {"de": "Etwas anderes", "en": "Something else"}[lang]
    assert [other in labels for labels in said] == [True, False]
    assert said[1]
