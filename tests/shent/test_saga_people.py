"""People of a saga: who they are when they enter, whom they served, to whom they fell, where
they stood when nobody had won, and what was lost before the end tells of it."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tools.saga import check
from tools.saga_reader import FOES

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.components.material import DRU, URLUG
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import Aim, Quest
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, Chapter, Paragraph, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLord
from cruachan.games.shent.saga.figure_naming import BARE
from cruachan.games.shent.saga.passes.sum_up_dragon_deaths import dragon_seen
from cruachan.games.shent.saga.passes.tell_home_changes import HomeChanges
from cruachan.games.shent.saga.passes.tell_land_changes import (
    LandChanges,
    OwnerChange,
)
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.sentence_weights import plants
from cruachan.games.shent.tale.domain_events import DomainEventTeller
from cruachan.games.shent.tale.subjects import FigureGained, OfQuest, TwoPlayers
from cruachan.games.shent.tale.voice import Said, Voice
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named, play


def _faults(saga: Book, seed: int, seats: int, begin: str) -> list[str]:
    return [fault for fault in check(named(seed, seats), saga).faults if fault.startswith(begin)]


def _changed(saga: Book, told: StorySentence, text: str) -> None:
    """One sentence in other words, or left out."""
    for chapter in saga.chapters:
        for passage in chapter.passages:
            passage.told = [each.saying(text) if each is told else each for each in passage.told]
            passage.told = [each for each in passage.told if each.text]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", ["fight_won_host_lost", "fight_won_duel_lost"])
def test_who_falls_to_raiders_or_strangers_falls_to_somebody(key: str, lang: Lang) -> None:
    for sentence in Voice(named(2, 2).state, ("Medb", "Ailill"), lang).tales["tell"][key]:
        assert any(foe in sentence for foe in FOES[lang]), sentence


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_a_fight_in_which_somebody_falls_to_nobody(lang: Lang) -> None:
    saga = book(named(2, 2), lang)
    fights = [each for chapter in saga.rounds for each in chapter.all if each.said.kind == "fight"]
    for told in fights:
        _changed(saga, told, "Then it was over, and it was raining.")
    assert _faults(saga, 2, 2, "killed by nobody")


@pytest.mark.parametrize("lang", LANGS)
def test_who_served_several_is_listed_under_each_of_them(lang: Lang) -> None:
    bench = SagaBench(named(6, 6), lang, None)
    saga = bench.write()
    lords = bench.figures.lords
    life = next(each for each in bench.ending.known() if len(lords.get(each.number, ())) > 1)
    first, last = (bench.voice.player(lords[life.number][at].seat) for at in (0, -1))
    listed = [p for p in saga.figures if p.name.startswith(bench.figures.names[life.number])]
    assert listed[0].about.index(first) < listed[0].about.index(last)
    at = saga.figures.index(listed[0])
    saga.figures[at] = listed[0]._replace(about=listed[0].about.replace(last, "Nuala"))
    missing = f"a lord is missing: {listed[0].name}"
    assert [fault.startswith(missing) for fault in check(named(6, 6), saga).faults] == [True]


@pytest.mark.parametrize("lang", LANGS)
def test_who_comes_by_a_reading_that_names_nobody_is_called_by_the_name(lang: Lang) -> None:
    match = named(3, 3)
    memory = SagaBench(match, lang, None).memory
    ply, came = next(
        (ply, noted)
        for ply in range(len(match.history))
        for noted in match.state_at(ply + 1).domain_events
        if noted.what == DomainEventKind.JOINED
    )
    memory.named.clear()
    memory.figures.names[memory.figures.number(came.piece, ply)] = "Usk"
    event = StorySentence(Said("Somebody came.", kind="event", land=came.land), ply, came.seat)
    (told,) = memory._introduced(event)
    assert told.said.key == "called"
    assert told.said.pieces == (came.piece,)
    assert memory._introduced(event) == [], "once"


@pytest.mark.parametrize("lang", LANGS)
def test_whose_name_comes_first_is_introduced_and_after_that_known(lang: Lang) -> None:
    namer = SagaBench(named(3, 3), lang, None).namer
    hunter = next(each for each in named(3, 3).state_at(100).pieces if each.leader == 0)
    key = "faron"
    hunter = hunter._replace(kind=namer.match.state.pieces[0].kind)
    one, by_name = namer.voice.kind(key, "a"), str(namer.voice.tales["tell"]["by_name"])
    whose = str(namer.voice.tales["tell"]["whose"]).format(figure=one, player="Medb")
    first = namer._by_name("Usk", 990, hunter, "the", "")
    assert first == by_name.format(figure=whose, name="Usk")
    assert namer._by_name("Usk", 990, hunter, "the", "") == "Usk"
    namer.chapter()
    assert namer._by_name("Usk", 990, hunter, "the", "").startswith("Usk, ")
    assert namer._by_name("Wen", 991, hunter, BARE, "") == "Wen"


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_goal_had_counted_and_was_lost_again_is_lost_where_it_happened(lang: Lang) -> None:
    saga = book(named(104, 4), lang)
    assert not _faults(saga, 104, 4, "lost only in the end")
    for told in [each for chapter in saga.rounds for each in chapter.all]:
        if told.said.key == "left":
            _changed(saga, told, "")
    assert _faults(saga, 104, 4, "lost only in the end")


@pytest.mark.parametrize("lang", LANGS)
def test_a_game_that_nobody_won_tells_who_stood_where(lang: Lang) -> None:
    match = play(5, 20_000, limit="6")
    assert not match.state.won
    saga = book(match, lang)
    assert saga.rounds[-1].title == sentences(lang)["titles"]["stillness"]
    begin = "nobody knows where at the end"
    assert not [fault for fault in check(match, saga).faults if fault.startswith(begin)]
    for told in saga.rounds[-1].all:
        if told.said.key == "stillness":
            _changed(saga, told, "")
    found = [fault for fault in check(match, saga).faults if fault.startswith(begin)]
    assert len(found) == len(match.names)


@pytest.mark.parametrize(("left", "key"), [(True, "vow_twice"), (False, "vow_anew")])
def test_a_vow_sworn_twice_is_not_begun_anew(left: bool, key: str) -> None:
    """The first one stands, or it was redeemed before the second was sworn."""
    binder = SagaBench(named(3, 3), "en", None).writer
    quest = next(q for p in named(3, 3).state.players for q in p.quests if q.aim)
    quest = quest._replace(mode="open")
    quests = [quest, quest._replace(number=quest.number + 90)] if left else [quest]
    player = SimpleNamespace(quests=quests)
    state = SimpleNamespace(players=[player] * 3)
    binder.namer.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    cast("Any", binder)._owner = lambda _: 0
    title = binder._quest(quest)
    binder.vowed.add((0, title))
    told = StorySentence(Said("So it was vowed.", key="vow", subject=OfQuest(quest)), 5, 0)
    said = binder._vow(told, ["So it was vowed."], ["So it was vowed."]).text
    assert said in [each.format(player="Medb", title=title) for each in sentences("en")[key]]


@pytest.mark.parametrize("lang", LANGS)
def test_who_left_a_lord_is_said_to_have_done_so_and_is_no_grave_of_his(lang: Lang) -> None:
    namer = SagaBench(named(3, 3), lang, None).namer
    free = named(3, 3).state.pieces[0]._replace(leader=NOBODY)
    said = [namer._by_name("Usk", 990, free, "the", "", (1,)) for _ in range(2)]
    assert said[0].endswith("Ailill gedient hatte," if lang == "de" else "served Ailill,")
    assert said[1] == "Usk"
    namer._by_name("Usk", 990, free._replace(leader=0), "the", "")
    assert "Ailill" in namer._by_name("Usk", 990, free, "the", "", (1,)), "left once more"
    assert "Fergus" in namer._by_name("Usk", 990, free, "the", "", (1, 2)), "left another"
    ending = SagaBench(named(3, 3), lang, None).ending
    own = next(life for life in ending.figures.named() if ending.figures.fate(life) == "gone")
    seat, name = ending.figures.whose[own.number], ending.figures.names[own.number]
    cast("Any", ending).known = lambda: [own]
    assert name in ending._people(seat)
    ending.figures.free.add(own.number)
    assert not ending._people(seat)


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_one_who_fights_the_lord_of_yesterday(lang: Lang) -> None:
    saga = book(named(2, 2), lang)
    assert not _faults(saga, 2, 2, "whose was that")
    clause = str(sentences(lang)["deserter"]).format(name="", player="[^,]*")
    for told in [each for chapter in saga.rounds for each in chapter.all]:
        _changed(saga, told, re.sub(clause, "", told.text))
    assert _faults(saga, 2, 2, "whose was that")


@pytest.mark.parametrize(("before", "back"), [(0, True), (1, False)])
def test_who_comes_to_the_lord_of_old_comes_back(before: int, back: bool) -> None:
    memory = SagaBench(named(3, 3), "en", None).memory
    number = next(iter(memory.figures.names))
    cast("Any", memory.figures).number = lambda *_: number
    memory.figures.lords[number] = [FigureLord(before, 1)]
    told = StorySentence(
        Said("They met.", subject=FigureGained(0, 1), land=4, key="joined", pieces=(3,)), 50, 0
    )
    assert memory._rejoined(told) == told, "nobody has heard of them yet"
    memory.called.add(number)
    assert (memory._rejoined(told) != told) == back


@pytest.mark.parametrize(
    ("units", "key"), [((0, 1), "fight_won_foe_lost"), ((1, 0), "fight_won_foe")]
)
def test_a_dragon_in_somebodys_pay_fights_as_a_dragon(units: tuple[int, int], key: str) -> None:
    pieces = [SimpleNamespace(kind=URLUG), SimpleNamespace(kind=0)]
    noted = cast("Any", SimpleNamespace(before=SimpleNamespace(pieces=pieces)))
    assert DomainEventTeller._fought(noted, "fight_won", *units) == key
    assert DomainEventTeller._fought(noted, "fight_tied", *units) == "fight_tied"
    assert DomainEventTeller._fought(noted, "fight_won", 1, 1) == "fight_won"


@pytest.mark.parametrize(("size", "named_"), [(1, (5,)), (2, (5, 4)), (3, ())])
def test_as_many_lands_are_named_as_the_quest_asked_for(size: int, named_: tuple[int, ...]) -> None:
    crossings = SagaBench(named(3, 3), "en", None).entries
    crossings.came = {(0, 5): 20, (0, 4): 30}
    crossings.lands, crossings.loud = {(0, 7): {4, 5}}, set()
    aim = Aim("unseen", 0, (), size)
    history = [SimpleNamespace(seat=0)] * 50
    crossings.match = cast("Any", SimpleNamespace(history=history))
    feat = StorySentence(
        Said("They had come. So.", key="feat", subject=OfQuest(Quest(7, "open", (), aim))), 40
    )
    text = crossings._ended(feat).text
    for land in (4, 5):
        assert (crossings.voice.land(land) in text) == (land in named_)


def test_a_pact_that_comes_loose_was_told_of() -> None:
    agreed = StorySentence(Said("They shook hands.", subject=TwoPlayers(0, 1), key="agreed"), 3)
    other = StorySentence(Said("Others did too.", subject=TwoPlayers(0, 2), key="agreed"), 4)
    loosed = StorySentence(Said("It held no longer.", subject=TwoPlayers(1, 0), key="loosed"), 9)
    assert plants([agreed, other, loosed]) == {(3, "agreed")}


@pytest.mark.parametrize(("struck", "told"), [(5, True), (1, False)])
def test_a_goal_of_peace_that_is_reached_amid_war_is_told_so(struck: int, told: bool) -> None:
    rivals = SagaBench(named(3, 3), "en", None).rivalries
    goal = Quest(0, "secret", (), Aim("peace", 0, (), 3, seat=1), round=3)
    player = SimpleNamespace(aim=goal)
    rivals.match = cast(
        "Any", SimpleNamespace(state=SimpleNamespace(players=[player], outcome=(0,)))
    )
    rivals.struck[frozenset((0, 1))] = struck
    summit = StorySentence(Said("It was all there.", kind="seal", key="summit"), 90, 0)
    found = rivals._peace(summit, TurnScene(0, 6))
    assert [each.said.key for each in found] == (["peace_amid"] if told else [])


@pytest.mark.parametrize(("named_", "found"), [(True, 7), (False, 5)])
def test_a_dragon_that_moves_on_was_seen_last_where_it_went(named_: bool, found: int) -> None:
    voice = SagaBench(named(3, 3), "en", None).voice
    place = voice.land(7) if named_ else "somewhere"
    said = Said(f"The dragon flew to {place}.", land=5, place=7, key="flew")
    told = [Chapter("", passages=[Paragraph([StorySentence(said, 9)])])]
    assert dragon_seen(named(3, 3), voice, told) == found


@pytest.mark.parametrize(
    ("what", "key", "foe"),
    [(DomainEventKind.BROKEN, "home_broken", 1), (DomainEventKind.REFUSED, "home_refused", 2)],
)
def test_a_home_lost_in_a_quarrel_was_not_left_empty(
    what: DomainEventKind, key: str, foe: int
) -> None:
    match = named(3, 3)
    homes = HomeChanges(match, SagaBench(match, "en", None).voice, {0: 4})
    noted = SimpleNamespace(what=what, land=4, seat=0 if foe == 2 else 1, other=2)
    nobody_there = SimpleNamespace(there=lambda land, built: ())
    state = SimpleNamespace(domain_events=[noted], pieces=nobody_there)
    homes.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    assert homes._foe(OwnerChange(9, 4, 0, NOBODY)) == (key, foe)
    assert homes._foe(OwnerChange(9, 5, 0, NOBODY)) == ("", NOBODY)


@pytest.mark.parametrize(("bound", "told"), [("hired", "unhired"), ("gwend.won", "unwon")])
def test_a_dragon_that_kills_people_of_its_master_serves_nobody_any_more(
    bound: str, told: str
) -> None:
    memory = SagaBench(named(3, 3), "en", None).memory
    dragon = SimpleNamespace(leader=NOBODY, kind=URLUG)
    state = SimpleNamespace(pieces=[dragon])
    memory.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    slain = StorySentence(
        Said("It slew him.", kind="slain", key="fight_won_foe_lost", pieces=(0,)), 9, 1
    )
    assert not memory._unhired(slain), "nobody had hired it"
    memory._unhired(StorySentence(Said("It came for Ailill.", key=bound, pieces=(0,)), 5, 1))
    assert [each.said.key for each in memory._unhired(slain)] == [told]
    assert not memory._unhired(slain), "that is said once"


def test_only_a_dragon_goes_when_its_time_is_up() -> None:
    """A barbarian who was won over stays until somebody lets him go."""
    memory = SagaBench(named(3, 3), "en", None).memory
    state = SimpleNamespace(pieces=[SimpleNamespace(leader=NOBODY, kind=DRU)])
    memory.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    memory._unhired(StorySentence(Said("He drank.", key="gwend.won", pieces=(0,)), 5, 1))
    slain = StorySentence(Said("He slew him.", kind="slain", key="fell", pieces=(0,)), 9, 1)
    assert not memory._unhired(slain)


@pytest.mark.parametrize("lang", LANGS)
def test_a_goal_that_is_called_like_a_quest_that_was_done_is_told_so(lang: Lang) -> None:
    ending = SagaBench(named(3, 3), lang, None).ending
    seat = named(3, 3).state.outcome[-1]
    goal = named(3, 3).state.players[seat].aim
    assert goal
    for done, key in (([], "hidden_goal"), ([(seat, goal)], "hidden_same")):
        ending.walk.fulfilled = done
        text = " ".join(ending._of(seat))
        known = [each.partition("{")[0] or each.rpartition("}")[2] for each in sentences(lang)[key]]
        assert any(each.strip() in text for each in known if len(each) > 4), key


@pytest.mark.parametrize(
    ("what", "key"), [(DomainEventKind.REFUSED, "left_quarrel"), (None, "left")]
)
def test_who_refuses_another_has_not_left_the_land(what: DomainEventKind | None, key: str) -> None:
    holdings = LandChanges(named(3, 3), SagaBench(named(3, 3), "en", None).voice, {})
    state = SimpleNamespace(domain_events=[SimpleNamespace(what=what, land=5)])
    holdings.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    scene = TurnScene(0, 3, start=40, end=60)
    holdings._add(scene, 50, 0, [5])
    land = holdings.voice.land(5)
    words = sentences("en")
    options = [*words[key], *words["variants"][f"saga.{key}"]]
    said = [each.format(player="Medb", land=land) for each in options]
    assert scene.told[0].text in said
    assert scene.told[0].said.key == "left"


@pytest.mark.parametrize(("lands", "wide"), [(2, False), (4, True)])
def test_two_lands_are_no_wide_rule(lands: int, wide: bool) -> None:
    ending = SagaBench(named(3, 3), "en", None).ending
    players = [SimpleNamespace(aglar=0)] * 3
    markers = (2,) * lands + (NOBODY,) * 9
    state = SimpleNamespace(seats=3, players=players, markers=markers, outcome=(0, 1, 2), pieces=())
    ending.state = cast("Any", state)
    many = ending._lands(lands)
    said = {each.format(player="Fergus", lands=many) for each in sentences("en")["stands_lands"]}
    said = {each[0].upper() + each[1:] for each in said}
    assert (ending._stands(2) in said) == wide


@pytest.mark.parametrize(
    ("lang", "old"), [("en", "known as Usk until then,"), ("de", "bis dahin Usk genannt,")]
)
def test_who_gets_another_name_is_said_to_have_had_one(lang: Lang, old: str) -> None:
    namer = SagaBench(named(3, 3), lang, None).namer
    hunter = next(each for each in named(3, 3).state_at(100).pieces if each.leader == 0)
    namer._by_name("Usk", 990, hunter, "the", "")
    assert namer._by_name("Wen", 990, hunter, "the", "").endswith(old)
    assert namer._by_name("Wen", 990, hunter, "the", "") == "Wen"
