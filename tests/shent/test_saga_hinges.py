"""What holds a saga together: whose a land is, truces, hints of wishes, what decides the game."""

import re

import pytest
from tools.saga import check

from cruachan.engine.words import LANGS, Lang
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.chapters import HINGES
from cruachan.games.shent.saga.holdings import SILENT
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.told import Book, Told
from cruachan.games.shent.tale.voice import Said
from tests.shent.test_saga import named, play


def _told(saga: Book) -> list[Told]:
    return [told for chapter in saga.chapters for told in chapter.all]


def _without(saga: Book, keys: tuple[str, ...]) -> None:
    """The saga as it would be without some sentences."""
    for chapter in saga.rounds:
        chapter.lead = [each for each in chapter.lead if each.said.key not in keys]
        for passage in chapter.passages:
            passage.told = [each for each in passage.told if each.said.key not in keys]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        (SILENT, "another's land"),
        (HINGES, "peace amid war"),
        (("truce_borders",), "a truce is forgotten"),
        (("sky_since",), "a silent sky"),
        (("placed",), "named only in death"),
    ],
)
def test_the_check_misses_what_holds_the_story_together(keys: tuple[str, ...], fault: str) -> None:
    match = named(3, 3)
    saga = book(match, "en")
    assert check(match, saga).faults == []
    _without(saga, keys)
    assert any(each.startswith(fault) for each in check(match, saga).faults)


@pytest.mark.parametrize("lang", LANGS)
def test_who_comes_unseen_takes_no_land_openly(lang: Lang) -> None:
    """Told as an open conquest the land contradicts the end of the quest."""
    match = named(15, 2)
    saga = book(match, lang)
    assert not any(fault.startswith("unseen") for fault in check(match, saga).faults)
    for chapter in saga.rounds:
        for passage in chapter.passages:
            passage.told = [_openly(told, lang) for told in passage.told]
    assert any(fault.startswith("unseen, and yet seen") for fault in check(match, saga).faults)


def _openly(told: Told, lang: Lang) -> Told:
    loud = "|".join(re.escape(each.split("{")[0]) for each in sentences(lang)["unseen_loud"])
    if told.said.key == "taken":
        return told.saying("They rode in at noon, with drums.")
    return told.saying("Nobody had seen them.") if re.search(loud, told.text) else told


def test_the_check_finds_a_treasure_found_twice_and_a_land_made_up_for() -> None:
    match = named(3, 3)
    saga = book(match, "en")
    heard = Said("They saw where the treasure lay.", kind="event", key="hannas.find", land=3)
    raised = Told(Said("So Medb raised the treasure.", key="treasure", land=3), 0)
    late = Told(Said("In the meantime Medb had taken it.", key="meanwhile"), 0)
    saga.rounds[-1].passages[0].told[:0] = [Told(heard, 0), raised, late]
    faults = check(match, saga).faults
    assert any(fault.startswith("found twice") for fault in faults)
    assert any(fault.startswith("made up for too late") for fault in faults)


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_by_the_limit_is_counted_at_one_table(lang: Lang) -> None:
    match = play(5, 20_000, limit="6")
    assert match.state.outcome
    assert not match.state.won
    ending = book(match, lang).epilogue.paragraphs[0]
    words = sentences(lang)
    for name in match.names:
        assert words["count_of"].format(lands="", player=name).strip() in ending
    assert "{" not in ending


def test_a_wish_is_hinted_at_only_when_all_is_known() -> None:
    over = {told.said.key for told in _told(book(named(4, 4), "en"))}
    assert {"signs", "hint"} <= over
    running = play(3, 250)
    assert not running.outcome
    assert not {"signs", "hint"} & {told.said.key for told in _told(book(running, "en"))}


@pytest.mark.parametrize("lang", LANGS)
def test_what_decides_a_game_is_a_scene(lang: Lang) -> None:
    saga = book(named(2, 2), lang)
    keys = [told.said.key for told in _told(saga)]
    decisive = keys.index("decisive")
    assert keys[decisive + 1] in ("taken", "summit")
    assert decisive < keys.index("summit")
