"""What holds a saga together: whose a land is, truces, hints of wishes, what decides the game."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tools.saga import check

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import Pieces
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.tell_land_changes import SILENT, LandChanges
from cruachan.games.shent.saga.passes.write_chapters import HINGES
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.sentence_weights import causes
from cruachan.games.shent.tale.subjects import TwoPlayers
from cruachan.games.shent.tale.voice import Said
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named, play


def _told(saga: Book) -> list[StorySentence]:
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
        (("meanwhile", *SILENT), "another's land"),
        (HINGES, "peace amid war"),
        (("truce_borders",), "a truce is forgotten"),
        (("sky_since",), "a silent sky"),
        (("maeth.duel",), "nobody had challenged"),
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


def _openly(told: StorySentence, lang: Lang) -> StorySentence:
    loud = "|".join(re.escape(each.split("{")[0]) for each in sentences(lang)["unseen_loud"])
    if told.said.key == "taken":
        return told.saying("They rode in at noon, with drums.")
    return told.saying("Nobody had seen them.") if re.search(loud, told.text) else told


def test_the_check_finds_a_treasure_found_twice() -> None:
    match = named(3, 3)
    saga = book(match, "en")
    heard = Said("They saw where the treasure lay.", kind="event", key="hannas.find", land=3)
    raised = StorySentence(Said("So Medb raised the treasure.", key="treasure", land=3), 0)
    saga.rounds[-1].passages[0].told[:0] = [StorySentence(heard, 0), raised]
    faults = check(match, saga).faults
    assert any(fault.startswith("found twice") for fault in faults)


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


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("lands", "aglar", "golu", "key"),
    [((2, 1), (0, 0), (0, 0), ""), ((1, 2), (1, 0), (0, 0), "decided_respect"),
     ((1, 1), (0, 0), (3, 2), "decided_wisdom"), ((1, 1), (0, 0), (2, 2), "")],
)  # fmt: skip
def test_the_end_says_what_decided_if_it_was_not_land(
    lang: Lang, lands: tuple[int, int], aglar: tuple[int, int], golu: tuple[int, int], key: str
) -> None:
    """Nobody reads that two lands beat nine without being told why."""
    match = play(5, 20_000, limit="6")
    ending: EpilogueWriter = SagaBench(match, lang, None).ending
    state = ending.state = match.state.copy()
    one, two, *_ = state.outcome
    state.markers = [NOBODY] * len(state.markers)
    for seat, first in ((one, 0), (two, lands[0])):
        number = lands[0] if seat == one else lands[1]
        state.markers[first : first + number] = [seat] * number
    for seat, player in enumerate(state.players):
        at = (one, two).index(seat) if seat in (one, two) else None
        respect, wisdom = (-9, 0) if at is None else (aglar[at], golu[at])
        state.players[seat] = player._replace(aglar=respect, golu=wisdom)
    state.pieces = Pieces()
    said = ending._decided(one)
    found = sentences(lang)[key] if key else [""]
    name = ending.voice.player(one)
    assert said in [each.replace("{player}", name) for each in found]


def test_a_wish_is_hinted_at_only_when_all_is_known() -> None:
    running = play(3, 250)
    assert not running.outcome
    assert not {"signs", "hint"} & {told.said.key for told in _told(book(running, "en"))}


@pytest.mark.parametrize("lang", LANGS)
def test_what_decides_a_game_is_a_scene(lang: Lang) -> None:
    saga = book(named(2, 2), lang)
    keys = [told.said.key for told in _told(saga)]
    claimed = max(at for at, key in enumerate(keys) if key.startswith("claims_goal"))
    assert keys[claimed - 1] == "summit"


@pytest.mark.parametrize(("verb", "key"), [("renounce", "renounced"), ("step", "")])
def test_a_truce_that_is_renounced_is_not_told_as_broken_by_an_act(verb: str, key: str) -> None:
    match = named(3, 3)
    walk = MoveNarration(match, "en", None, FigureLives(match))
    walk.match = cast("Any", SimpleNamespace(state=match.state, history={9: _move(verb)}))
    broken = Said("The oath was broken.", subject=TwoPlayers(0, 1), key="broke_truce")
    walk._take(StorySentence(broken, 9, 0), match.state_at(9), match.state_at(10))
    begins = [each.split("{other}")[0].format(player="Medb") for each in _words(key)]
    said = walk.now.told[-1].text
    assert said.startswith(tuple(begins)) if key else said == broken.text


def _words(key: str) -> list[str]:
    return list(sentences("en")[key]) if key else []


def _move(verb: str) -> SimpleNamespace:
    return SimpleNamespace(move=SimpleNamespace(verb=verb))


def test_what_led_to_a_fight_is_told_with_it() -> None:
    """Whoever is told to have fought is told why, also where the fight weighs little."""
    asked = StorySentence(
        Said("A glove lay there.", kind="event", key="maeth.duel", land=4), 1, 0, 0
    )
    other = StorySentence(Said("Elsewhere too.", kind="event", key="maeth.duel", land=5), 2, 0, 0)
    won = StorySentence(Said("They won.", kind="fight", key="fight_won_duel", land=4), 3, 0, 2)
    assert causes([asked, other, won], [won]) == [asked]
    assert causes([asked, other, won], []) == []


def test_all_whom_a_spell_killed_are_named() -> None:
    """A plague names one of those it kills; the others are mourned by name."""
    match = named(104, 4)
    ply = next(
        number
        for number in range(len(match.history))
        if len(
            [d for d in match.state_at(number + 1).domain_events if d.what == DomainEventKind.FELL]
        )
        > 1
    )
    fallen = [
        event.piece
        for event in match.state_at(ply + 1).domain_events
        if event.what == DomainEventKind.FELL
    ]
    bench = SagaBench(match, "en", None)
    text = " ".join(told.text for told in _told(bench.write()))
    names = [bench.figures.name(piece, ply) for piece in fallen]
    assert all(names)
    for name in names:
        assert re.search(rf"(dead|graves|buried|Begraben)[^.]*{name}|{name}[^.]*buried", text), name


@pytest.mark.parametrize(("known", "told"), [(0, True), (1, False), (NOBODY, False)])
def test_a_land_that_falls_away_is_told_where_it_was_known_whose_it_was(
    known: int, told: bool
) -> None:
    match = named(3, 3)
    lands = LandChanges(match, SagaBench(match, "en", None).voice, {})

    def state(at: int) -> SimpleNamespace:
        owner = 0 if at <= 101 else NOBODY
        return SimpleNamespace(domain_events=(), markers=[NOBODY] * 5 + [owner])

    lands.match = cast("Any", SimpleNamespace(state_at=state, history=[None] * 200))
    lands.known = {5: known}
    scene = TurnScene(0, 3, start=90, end=110)
    lands.tell(scene)
    assert [each.said.key for each in scene.told] == (["left"] if told else [])
    assert lands.known[5] == (NOBODY if told else known)
