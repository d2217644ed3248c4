"""People of a saga: who they are when they enter, whom they served, to whom they fell, where
they stood when nobody had won, and what was lost before the end tells of it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tools.saga import FOES, check

from cruachan.engine.words import LANGS, Lang
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.naming import BARE
from cruachan.games.shent.saga.saga import Scribe, book
from cruachan.games.shent.saga.told import Book, Told
from cruachan.games.shent.tale.voice import Said, Voice
from tests.shent.test_saga import named, play


def _faults(saga: Book, seed: int, seats: int, begin: str) -> list[str]:
    return [fault for fault in check(named(seed, seats), saga).faults if fault.startswith(begin)]


def _changed(saga: Book, told: Told, text: str) -> None:
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
    scribe = Scribe(named(6, 6), lang, None)
    saga = scribe.write()
    lords = scribe.figures.lords
    life = next(each for each in scribe.ending.known() if len(lords.get(each.number, ())) > 1)
    first, last = (scribe.voice.player(lords[life.number][at]) for at in (0, -1))
    listed = [p for p in saga.figures if p.name.startswith(scribe.figures.names[life.number])]
    assert listed[0].about.index(first) < listed[0].about.index(last)
    at = saga.figures.index(listed[0])
    saga.figures[at] = listed[0]._replace(about=listed[0].about.replace(last, "Nuala"))
    missing = f"a lord is missing: {listed[0].name}"
    assert [fault.startswith(missing) for fault in check(named(6, 6), saga).faults] == [True]


@pytest.mark.parametrize("lang", LANGS)
def test_who_comes_by_a_reading_that_names_nobody_is_called_by_the_name(lang: Lang) -> None:
    saga = book(named(2, 2), lang)
    told = [each for chapter in saga.rounds for each in chapter.all]
    at = next(at for at, each in enumerate(told) if each.said.key == "called")
    name = next(p.name.split()[0] for p in saga.figures if p.name.split()[0] in told[at].text)
    assert not any(name in each.text for each in told[:at])
    _changed(saga, told[at], "")
    later = next(each for each in told[at + 1 :] if name in each.text)
    _changed(saga, later, f"Medb, {name}.")
    assert _faults(saga, 2, 2, f"appears from nowhere: {name}")


@pytest.mark.parametrize("lang", LANGS)
def test_whose_name_comes_first_is_introduced_and_after_that_known(lang: Lang) -> None:
    namer = Scribe(named(3, 3), lang, None).namer
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
    binder = Scribe(named(3, 3), "en", None).binder
    quest = next(q for p in named(3, 3).state.players for q in p.quests if q.aim)
    quest = quest._replace(mode="open")
    quests = [quest, quest._replace(number=quest.number + 90)] if left else [quest]
    player = SimpleNamespace(quests=quests)
    state = SimpleNamespace(players=[player] * 3)
    binder.namer.match = cast("Any", SimpleNamespace(state_at=lambda _: state))
    cast("Any", binder)._owner = lambda _: 0
    title = binder._quest(quest)
    binder.vowed.add((0, title))
    told = Told(Said("So it was vowed.", key="vow", data=(quest,)), 5, 0)
    said = binder._vow(told, ["So it was vowed."], ["So it was vowed."]).text
    assert said in [each.format(player="Medb", title=title) for each in sentences("en")[key]]
