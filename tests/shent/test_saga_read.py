"""Sagas read against what happened: each fault that is planted is found."""

import re
from typing import Any

import pytest
from tools.saga import check
from tools.saga_reader import Reader

from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, SagaPerson, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_naming import refer
from cruachan.games.shent.saga.passes.christen_figures import tell_apart
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.sum_up_dragon_deaths import MOURNED
from cruachan.games.shent.saga.passes.tell_winning_goal import steps
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.tale.subjects import OfQuest
from cruachan.games.shent.tale.voice import Said
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_what_is_told_is_what_happened(seats: int) -> None:
    match = named(seats, seats)
    for lang in LANGS:
        read = check(match, book(match, lang))
        assert read.faults == []
        assert read.sentences > 60


def _first(saga: Book, *kinds: str) -> tuple[int, int, int]:
    """Chapter, paragraph and place of the first sentence of a kind with a figure."""
    for at, chapter in enumerate(saga.chapters):
        for place, passage in enumerate(chapter.passages):
            for number, told in enumerate(passage.told):
                if told.said.kind in kinds and told.said.pieces and not told.text.isspace():
                    return at, place, number
    raise AssertionError(f"no {kinds}")


def _spoilt(saga: Book, *kinds: str, **said: Any) -> StorySentence:
    """The first sentence of a kind, changed in its place."""
    at, place, number = _first(saga, *kinds)
    told = saga.chapters[at].passages[place].told
    told[number] = told[number]._replace(said=told[number].said._replace(**said))
    return told[number]


def test_the_check_finds_a_sentence_told_twice() -> None:
    match = named()
    saga = book(match, "en")
    passage = max((p for c in saga.rounds for p in c.passages), key=lambda p: len(p.text))
    passage.told.append(passage.told[0])
    assert any("twice" in fault for fault in check(match, saga).faults)


def test_the_check_finds_too_many_ways() -> None:
    match = named()
    saga = book(match, "en")
    told = saga.rounds[0].passages[0].told
    for number in range(60):
        told.append(
            StorySentence(Said(f"They went on a long way, number {number}.", kind="way"), 0)
        )
    assert any(fault.startswith("travel") for fault in check(match, saga).faults)


def test_the_check_finds_one_who_is_elsewhere_dead_or_unknown() -> None:
    match = named()
    for fault in ("elsewhere", "not alive", "nobody knows"):
        saga = book(match, "en")
        at, place, number = _with_name(saga)
        told = saga.chapters[at].passages[place].told
        told[number] = _wrong(told[number], fault)
        assert any(each.startswith(fault) for each in check(match, saga).faults), fault


def _wrong(told: StorySentence, fault: str) -> StorySentence:
    """A sentence about one with a name that is not true."""
    if fault == "not alive":
        return told._replace(ply=0)
    if fault == "nobody knows":
        return told.saying(f"{_name(told)} slept.")
    there = {told.said.land, told.said.place}
    land = next(
        each.called("en")
        for index, each in enumerate(named().state.board.lands)
        if index not in there and each.called("en") not in told.text
    )
    return told.saying(f"In {land} {_name(told)} of Medb slept.")


def _name(told: StorySentence) -> str:
    found = re.search("|".join(SagaBench(named(), "en", None).figures.names.values()), told.text)
    assert found
    return found[0]


def _with_name(saga: Book) -> tuple[int, int, int]:
    """The first sentence of the whole book in which somebody has a name."""
    names = re.compile("|".join(SagaBench(named(), "en", None).figures.names.values()))
    for at, chapter in enumerate(saga.chapters):
        for place, passage in enumerate(chapter.passages):
            for number, told in enumerate(passage.told):
                if names.search(told.text):
                    return at, place, number
    raise AssertionError("nobody has a name")


def test_the_check_finds_a_wrong_order_number_vow_and_mark() -> None:
    match = named()
    saga = book(match, "en")
    _spoilt(saga, "fight", "event", text="In {land} he fell.")
    assert any(fault.startswith("unfinished") for fault in check(match, saga).faults)
    saga = book(match, "en")
    _spoilt(saga, "fight", "event", key="journeys", pieces=(0,))
    assert any(fault.startswith("number") for fault in check(match, saga).faults)
    saga = book(match, "en")
    feat = next(t for _, t in ((c, t) for c in saga.rounds for t in c.all) if t.said.key == "feat")
    for chapter in saga.chapters:
        for passage in chapter.passages:
            passage.told = [
                told
                for told in passage.told
                if told.said.kind != "quest"
                or told.said.about(OfQuest).quest.number != feat.said.about(OfQuest).quest.number
            ]
    assert any(fault.startswith("never vowed") for fault in check(match, saga).faults)
    saga = book(match, "en")
    saga.rounds.reverse()
    assert any(fault.startswith("told too late") for fault in check(match, saga).faults)


def _planted(saga: Book, key: str, *more: StorySentence) -> None:
    """Somewhere near the end of what happened there are sentences that are not true."""
    saga.rounds[-1].passages[0].told[:0] = more
    assert any(each.said.key == key for chapter in saga.chapters for each in chapter.all)


def _faults(saga: Book, seats: int) -> list[str]:
    return check(named(seats, seats), saga).faults


def test_the_check_finds_a_sleeper_who_acts() -> None:
    """Of those who slept and were told of later the waking is left out."""
    found = []
    for seats in (3, 4, 5, 6):
        saga = book(named(seats, seats), "en")
        for chapter in saga.rounds:
            for passage in chapter.passages:
                passage.told = [each for each in passage.told if each.said.kind != "return"]
        found += _faults(saga, seats)
    assert any(fault.startswith("asleep") for fault in found)


def _with_key(key: str) -> tuple[int, Book]:
    """A saga with such a sentence."""
    for seats in (3, 4, 5, 6, 2):
        saga = book(named(seats, seats), "en")
        keys = [told.said.key for chapter in saga.rounds for told in chapter.all]
        if key in keys:
            return seats, saga
    raise AssertionError(f"no {key}")


def test_the_check_finds_a_land_lost_by_one_who_has_it_no_more() -> None:
    seats, saga = _with_key("taken")
    taken = next(t for c in saga.rounds for t in c.all if t.said.key == "taken")
    _planted(saga, "taken", taken)
    assert any(fault.startswith("another's land") for fault in _faults(saga, seats))


def test_the_check_finds_a_death_without_its_name_and_people_never_told_of() -> None:
    seats, saga = _with_key("fight_won")
    names = re.compile("|".join(SagaBench(named(seats, seats), "en", None).figures.names.values()))
    for chapter in saga.rounds:
        for passage in chapter.passages:
            passage.told = [each.saying(names.sub("somebody", each.text)) for each in passage.told]
    faults = _faults(saga, seats)
    assert any(fault.startswith("dies without the name") for fault in faults)
    assert any(fault.startswith("never told of") for fault in faults)


def test_the_check_finds_a_name_borne_twice() -> None:
    match = named(3, 3)
    reader = Reader(match, book(match, "en"))
    one, two = [life.number for life in SagaBench(match, "en", None).ending.figures.named()][:2]
    reader.figures.names[two] = name = reader.figures.names[one]
    reader.saga.figures = [
        SagaPerson(name, "A hunter."),
        SagaPerson(f"{name} Swiftfoot", "Another."),
    ]
    assert any(fault.startswith("two of one name") for fault in reader.persons())
    reader.saga.figures[1] = SagaPerson(f"{name} the Younger", "Another.")
    assert not any(fault.startswith("two of one name") for fault in reader.persons())


def test_the_check_finds_a_goal_of_which_nothing_was_told() -> None:
    seats, saga = _with_key("summit")
    match = named(seats, seats)
    lands = [land for step in steps(match) for land in step.lands]
    names = [match.state.board.lands[land].called("en") for land in lands]
    for chapter in saga.rounds:
        for passage in chapter.passages:
            passage.told = [t for t in passage.told if t.said.key != "summit"]
            passage.told = [t for t in passage.told if not any(n in t.text for n in names)]
    faults = _faults(saga, seats)
    assert any(fault.startswith("a seal without") for fault in faults)
    assert not names or any(fault.startswith("a land of the goal") for fault in faults)


@pytest.mark.parametrize("lang", LANGS)
def test_who_bears_the_name_of_a_fallen_one_is_told_apart(lang: Lang) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    one, two = list(bench.figures.names)[:2]
    bench.figures.names[two] = name = bench.figures.names[one]
    tell_apart(bench.figures, sentences(lang)["younger"])
    assert bench.figures.names[one] == name
    assert bench.figures.names[two] == sentences(lang)["younger"].format(name=name)


@pytest.mark.parametrize("lang", LANGS)
def test_what_a_dragon_costs_is_told_together_from_the_third_death_on(lang: Lang) -> None:
    saga = book(named(7, 4), lang)
    tolls = 0
    for chapter in saga.rounds:
        summed = [each for each in chapter.all if each.said.key == "toll"]
        assert len({each.said.land for each in summed}) == len(summed), "in a land once"
        for toll in summed:
            alone = [each for each in chapter.all if each.said.kind == "slain"]
            assert any(each.said.land == toll.said.land for each in alone), "one for itself"
            assert all(each.ply < toll.ply for each in alone), "and the others after it"
            names = re.findall("Belmolan|Queshuvar|Pellime", toll.text)
            assert len(names) == len(set(names)) > 1, "by their names, once each"
            assert not any(name in each.text for name in names for each in alone)
            tolls += 1
    assert tolls


def test_the_check_finds_one_who_is_told_to_be_killed_and_lives() -> None:
    match = named(7, 4)
    saga = book(match, "en")
    reader = Reader(match, saga)
    assert list(reader.tolls()) == []
    alive = next(p.name.split()[0] for p in saga.figures if "in the end in" in p.about)
    toll = StorySentence(Said(f"The dragon had killed {alive}.", key="toll"), 0)
    saga.rounds[0].passages[0].told.append(toll)
    assert [fault[:8] for fault in reader.tolls()] == ["not dead"]


def test_of_recruits_of_whom_nothing_more_is_told_nothing_is_told() -> None:
    match = named(7, 4)
    bench = SagaBench(match, "en", None)
    number = bench.figures.number
    told = [each for scene in bench.narration.scenes for each in scene.told]
    recruits = {number(each.said.pieces[0], each.ply) for each in told if each.said.key == "placed"}
    surveyed = [each for scene in bench.draft.survey.scenes for each in scene.told]
    slain = [each for each in surveyed if each.said.kind == "slain"]
    recruits -= {number(piece, each.ply) for each in slain for piece in each.said.pieces}
    others = {number(p, each.ply) for each in told if each.said.key != "placed"
              for p in each.said.pieces}  # fmt: skip
    assert recruits
    assert recruits <= others
    whole = [
        each
        for scene in MoveNarration(match, "en", None, bench.figures).scenes
        for each in scene.told
    ]
    came = {number(each.said.pieces[0], each.ply) for each in whole if each.said.key == "placed"}
    assert len(came) > len(recruits)


def test_the_check_finds_an_image_that_comes_twice_in_a_saga() -> None:
    match = named(7, 4)
    saga = book(match, "en")
    text = "The key of {} was handed over on a cushion, and nobody looked up from the table."
    lands = [land.called("en") for land in match.state.board.lands]
    assert list(Reader(match, saga).alike()) == []
    for land in lands[:9]:
        saga.rounds[0].passages[0].told.append(StorySentence(Said(text.format(land)), 0))
    assert "9 times in a saga: " + text.format("*") in Reader(match, saga).alike()


def test_whose_a_figure_is_is_not_said_where_its_player_is_named() -> None:
    match = named(7, 4)
    namer = SagaBench(match, "en", None).namer
    ply = next(n for n in range(len(match.history)) if match.state_at(n).names)
    piece = next(iter(match.state_at(ply).names))
    name, leader = match.state_at(ply).names[piece], match.state_at(ply).pieces[piece].leader
    players = match.names[leader], match.names[leader - 1]
    for player, apposition in zip(players, ("the ", f"{players[0]}'s "), strict=True):
        namer.chapter()
        namer.known.add(namer.figures.number(piece, ply))
        text = f"{player} sent for {refer((piece,), leader, 'the')}."
        said = namer.said(StorySentence(Said(text), ply)).text
        assert said.startswith(f"{player} sent for {name}, {apposition}")


def test_what_deaths_mean_for_a_vow_is_told_after_them() -> None:
    """Also where they are told together, at the last of them."""
    dead = [
        StorySentence(Said(f"{one} fell.", kind="slain", land=3), ply)
        for ply, one in ((5, "A"), (9, "B"))
    ]
    mourned = StorySentence(Said("Nobody keeps the watch.", kind="arc", key=MOURNED, land=3), 6)
    scenes = [TurnScene(0, 1, [dead[0], mourned]), TurnScene(1, 1, [dead[1]])]
    match = named(2, 2)
    bench = SagaBench(match, "en", None)
    toll = bench.toll
    toll._toll = lambda group: group[-1].saying("Both fell.")  # type: ignore[method-assign]
    toll._by_dragon = lambda told: told.said.kind == "slain"  # type: ignore[method-assign]
    toll.dead, toll.lands = 2, {3}
    toll.tell(scenes)
    assert [scene.told for scene in scenes] == [[], []]
    assert [each.text for each in toll.close()] == ["Both fell.", "Nobody keeps the watch."]
    assert toll.close() == []
