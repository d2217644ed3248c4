"""What figures did, and what they are called for it."""

from __future__ import annotations

import pytest

from cruachan.engine.texts import LANGS
from cruachan.games.shent.components.material import BUILDINGS
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import State
from cruachan.games.shent.tale import sentences
from cruachan.games.shent.tale.epithets import FEATS, Annals, annals, epithet, feat, renown
from tests.shent.positions import put, table
from tests.shent.tables import by_bots


def moved(state: State) -> State:
    """The position before the next move."""
    after = state.copy()
    after.domain_events = []
    return after


def test_who_slew_the_dragon_is_called_for_it_and_not_for_the_road() -> None:
    state = table()
    known = Annals()
    after = moved(state)
    hero, dragon = put(after, "maethor", 3, 0), put(after, "urlug", 3)
    known.see(state, after)
    life = known.life(hero)
    assert life is not None
    assert feat(life, 1) == epithet(life, 1, "en") == ""
    last = moved(after)
    more = ("fight", hero, dragon, 12, 9, 4, 1, 0, 0)
    acts.note(last, DomainEventKind.MEASURED, 0, land=3, more=more)
    acts.kill(last, dragon, 0)
    known.see(after, last)
    assert epithet(life, 1, "en") in ("Dragonbane", "Wyrmsbane", "the Dragonslayer")
    assert renown(life, 1, "de") == "der den Drachen erschlug"
    assert known.life(dragon) is None
    assert known.lives[dragon > hero].gone == 1


def test_wood_that_comes_again_is_another_figure() -> None:
    state = table()
    here = moved(state)
    faron = put(here, "faron", 3, 0)
    lost = moved(here)
    acts.kill(lost, faron, 1)
    again = moved(lost)
    assert put(again, "faron", 5, 0) == faron
    known = annals([state, here, lost, again])
    assert [(life.piece, life.gone) for life in known.lives] == [(faron, 1), (faron, None)]
    assert known.life(faron) is known.lives[1]


def test_who_has_learned_something_is_still_the_same() -> None:
    state = table()
    here = moved(state)
    randir = put(here, "randir", 3, 0)
    wise = moved(here)
    acts.to_supply(wise, randir)
    saelon = put(wise, "saelon", 3, 0)
    acts.note(wise, DomainEventKind.DEVELOPED, 0, land=3, piece=saelon)
    known = annals([state, here, wise])
    (life,) = known.lives
    assert (life.piece, life.gone, known.life(randir)) == (saelon, None, None)


@pytest.mark.parametrize("lang", LANGS)
def test_every_feat_has_words(lang: str) -> None:
    for group in ("epithet", "renown"):
        assert set(sentences(lang)[group]) == {what for what, _ in FEATS}


def test_a_game_has_figures_of_renown() -> None:
    """Every figure on the board is known, and most that live long have something said of them."""
    states = [after for *_, after in by_bots(3, 5, {"limit": "15"})]
    known = annals(states)
    there = {
        index
        for index, piece in enumerate(states[-1].pieces)
        if piece.land != NOWHERE and piece.kind not in BUILDINGS
    }
    born = {life.piece for life in known.lives if life.gone is None}
    assert {piece for piece in there if known.life(piece)} == born
    old = [life for life in known.lives if life.age(known.now) >= 4]
    named = [life for life in old if epithet(life, known.now, "de")]
    assert len(named) > len(old) / 2 > 2
