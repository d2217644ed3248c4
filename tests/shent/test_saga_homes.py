"""The lands in which the players began: lost, found again and asked about in words of their own."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tools.saga import check

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.passes.choose_sentences import choose
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.tell_home_changes import HomeChanges
from cruachan.games.shent.saga.passes.tell_land_changes import SILENT, OwnerChange, learned
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.tale.subjects import FigureGained, LandsChangeHands
from cruachan.games.shent.tale.voice import Said
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named

HOME = 4


def says(text: str, lang: Lang, key: str) -> bool:
    """Whether a sentence is one of those of a key."""
    return any(max(re.split(r"{\w+}", each), key=len) in text for each in sentences(lang)[key])


@pytest.mark.parametrize("lang", LANGS)
def test_what_became_of_a_home_is_told(lang: Lang) -> None:
    match = named(2, 2)
    saga = book(match, lang)
    assert check(match, saga).faults == []
    for chapter in saga.rounds:
        for passage in chapter.passages:
            passage.told = [each for each in passage.told if each.said.key not in SILENT]
    assert any(fault.startswith("a home changed") for fault in check(match, saga).faults)


def _homes(*changes: OwnerChange) -> tuple[HomeChanges, TurnScene]:
    """A home of the first player, and a turn of theirs in the seventh round."""
    match = named(3, 3)
    homes = HomeChanges(match, SagaBench(match, "en", None).voice, {0: HOME})

    def state(at: int) -> Any:
        before = [change.new for change in changes if change.ply < at]
        owner = before[-1] if before else changes[0].old
        return SimpleNamespace(round=7, domain_events=(), markers=[NOBODY] * HOME + [owner])

    homes.match = cast("Any", SimpleNamespace(state_at=state, history=[None] * 300))
    return homes, TurnScene(0, 7, start=100, end=199)


def test_who_builds_at_home_is_told_to_be_there_again_before() -> None:
    homes, scene = _homes(OwnerChange(150, HOME, 1, 0))
    homes.held[HOME] = 1, 1
    scene.told = [
        StorySentence(Said("A roof.", kind="event", land=HOME, key="galas.founding"), 140),
    ]
    homes.tell(scene)
    assert [told.said.key for told in scene.told] == ["settled", "galas.founding"]


def test_a_home_that_was_nobodys_for_a_moment_was_never_lost() -> None:
    homes, scene = _homes(OwnerChange(110, HOME, 0, NOBODY), OwnerChange(150, HOME, NOBODY, 0))
    homes.tell(scene)
    assert scene.told == []
    homes, scene = _homes(OwnerChange(110, HOME, 0, NOBODY))
    homes.tell(scene)
    assert says(scene.told[0].text, "en", "home_left")


@pytest.mark.parametrize(
    ("seat", "other", "lands", "keys"),
    [
        (0, 1, (HOME,), ["home_won"]),
        (1, 0, (HOME,), ["home_lost"]),
        (0, 1, (HOME, 5), ["home_among", "home_passed"]),
    ],
)
def test_a_home_that_is_taken_is_more_than_a_land(
    seat: int, other: int, lands: tuple[int, ...], keys: list[str]
) -> None:
    memory = SagaBench(named(3, 3), "en", None).memory
    memory.homes = {0: HOME, 2: 5}
    asked: list[str] = []
    memory._say = lambda key, *_: asked.append(key) or "" if key[:4] == "home" else ""  # type: ignore
    more = lands if len(lands) > 1 else ()
    memory._held(
        StorySentence(
            Said(
                "Won.",
                subject=LandsChangeHands(seat, other, tuple(more)),
                land=lands[-1],
                key="taken",
            ),
            9,
        )
    )
    assert asked == keys


@pytest.mark.parametrize(("owner", "key"), [(0, ""), (1, "placed_abroad"), (NOBODY, "placed_home")])
def test_who_comes_to_a_player_at_a_home_that_is_lost_is_told_so(owner: int, key: str) -> None:
    match = named(3, 3)
    walk = MoveNarration(match, "en", None, FigureLives(match))
    walk.homes = {0: HOME}
    came = StorySentence(
        Said("A door.", subject=FigureGained(0, 1), land=HOME, key="placed", pieces=(1,)), 9
    )
    state = cast("Any", SimpleNamespace(markers=[NOBODY] * HOME + [owner]))
    text = walk._asked_for(came, state).text
    assert says(text, "en", key) if key else text == "A door."


@pytest.mark.parametrize(("home", "told"), [(HOME, True), (5, False)])
def test_how_a_home_fell_away_is_told_in_any_case(home: int, told: bool) -> None:
    match = named(3, 3)
    walk = MoveNarration(match, "en", None, FigureLives(match))
    walk.homes = {0: home}
    text = f"They had to think in {walk.voice.land(HOME)}."
    forgot = StorySentence(Said(text, kind="event", land=7, place=HOME, key="rim.ways"), 9, 0, 0)
    walk.scenes[0].told = [forgot]
    assert ((9, "rim.ways") in choose(walk)) is told


def test_nobody_comes_home_before_the_home_is_lost() -> None:
    """Also if somebody was recruited there before, in the same turn."""
    homes, scene = _homes(OwnerChange(110, HOME, 0, 1), OwnerChange(150, HOME, 1, 0))
    scene.told = [
        StorySentence(Said("Taken.", subject=LandsChangeHands(1, 0), land=HOME, key="taken"), 110),
        StorySentence(Said("A hunter.", land=HOME, key="placed"), 155),
    ]
    homes.tell(scene)
    assert [told.said.key for told in scene.told] == ["taken", "settled", "placed"]


def test_a_home_that_fell_away_is_known_to_be_nobodys() -> None:
    homes, scene = _homes(OwnerChange(110, HOME, 0, NOBODY))
    text = f"They forgot whose {homes.voice.land(HOME)} was."
    scene.told = [StorySentence(Said(text, kind="event", land=HOME, key="rim.ways"), 109)]
    homes.tell(scene)
    gone = scene.told[1]
    assert gone.said.key == "home_gone"
    assert learned(gone, [], homes.voice) == {HOME: NOBODY}


@pytest.mark.parametrize(("first", "key"), [(1, "home_back"), (2, "home_settled")])
def test_who_had_the_home_of_another_before_comes_back_to_it(first: int, key: str) -> None:
    """Taken, lost to nobody, and taken by the second player: again, or for the first time."""
    homes, scene = _homes(
        OwnerChange(110, HOME, 0, first),
        OwnerChange(130, HOME, first, NOBODY),
        OwnerChange(150, HOME, NOBODY, 1),
    )
    lost = LandsChangeHands(first, NOBODY, (HOME,))
    scene.told = [
        StorySentence(
            Said("Taken.", subject=LandsChangeHands(first, 0), land=HOME, key="taken"), 110
        ),
        StorySentence(
            Said("Lost.", subject=lost, land=HOME, key="left"),
            130,
        ),
    ]
    homes.tell(scene)
    assert says(scene.told[-1].text, "en", key)


@pytest.mark.parametrize(("taken", "known"), [([], {HOME: NOBODY}), ([(1, 2)], {})])
def test_what_is_told_before_a_land_is_taken_does_not_say_that_it_was_lost(
    taken: list[tuple[int, int]], known: dict[int, int]
) -> None:
    homes, _ = _homes(OwnerChange(12, HOME, 2, NOBODY))
    changes = [OwnerChange(11, HOME, *pair) for pair in taken] + [OwnerChange(12, HOME, 2, NOBODY)]
    text = f"Two mules carried a treasure out of {homes.voice.land(HOME)}."
    found = StorySentence(Said(text, kind="story", land=HOME, key="treasure"), 10)
    assert learned(found, changes, homes.voice) == known
