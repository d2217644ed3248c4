"""Scenes of a saga say what happened in them: sleep, songs, duels, dragons, peace, names."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.components.material import ADAN, URLUG
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Paragraph, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import NAMELESS, _key, named_in
from cruachan.games.shent.saga.passes.choose_sentences import choose
from cruachan.games.shent.saga.passes.christen_figures import PLIES_FOR_NAME
from cruachan.games.shent.saga.passes.fill_gaps import SLEEP, WOKEN, Absence
from cruachan.games.shent.saga.passes.mark_repetitions import DUEL, SONG
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.saga.sentence_rotation import SentenceRotation
from cruachan.games.shent.saga.sentence_weights import COLOUR, FATE, TURN, SentenceScales, plants
from cruachan.games.shent.tale.subjects import (
    Combatant,
    FightEnds,
    FigureGained,
    LandsChangeHands,
    RoundEventTold,
    SpellWorks,
    TwoPlayers,
)
from cruachan.games.shent.tale.voice import Said
from tests.shent.saga_bench import SagaBench
from tests.shent.test_saga import named

LONG = re.compile(r"\b(long|season|years?|months?|lange?|Jahreszeit|Jahre?|Monate?)\b")


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_knows_how_long_a_sleep_will_be_when_it_begins(lang: Lang) -> None:
    told = [*Reading.ALL[SLEEP].words(lang)["event"], *sentences(lang)["gone"]]
    assert [each for each in told if LONG.search(each)] == []


def _asleep(bench: SagaBench, elsewhere: bool) -> tuple[StorySentence, int, int]:
    """Somebody who has learned something, told to have slept since their first day."""
    for ply in range(len(bench.match.history)):
        for event in bench.match.state_at(ply + 1).domain_events:
            if event.what != DomainEventKind.DEVELOPED:
                continue
            old = bench.match.history[ply].move.args[0]
            life = bench.figures.life(old, ply)
            land = bench.match.state_at(ply).pieces[old].land
            if life is None or land < 0:
                continue
            bed = (land + 1) % len(bench.match.state.board.lands) if elsewhere else land
            bench.memory.away[life.number] = Absence(ply - 1, True, bed)
            mark = bench.voice.figure(old, event.seat)
            kind = bench.match.state_at(ply + 1).pieces[event.piece].kind
            gained = FigureGained(event.seat, kind)
            said = Said(f"{mark} had looked on.", "", "new", gained, land, "developed")
            return StorySentence(said._replace(pieces=(old,)), ply, event.seat), land, bed
    raise AssertionError("nobody learned anything")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_sleeper_wakes_where_it_slept_and_learned_it_asleep(lang: Lang, elsewhere: bool) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    told, land, bed = _asleep(bench, elsewhere)
    woke, learned = bench.memory.tell(TurnScene(told.seat, 1, [told]))
    assert woke.said.key == WOKEN
    for each in (land, bed):
        assert bench.voice.land(each) in woke.text
    assert "had looked on" not in learned.text


@pytest.mark.parametrize("lang", LANGS)
def test_those_who_still_sleep_or_are_away_are_told_of_at_the_end(lang: Lang) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    bench.write()
    ending = bench.ending
    own = [life for life in ending.known() if ending.fate(life) == "alive"]
    life = own[0]
    seat, name = bench.figures.whose[life.number], bench.figures.names[life.number]
    for asleep in (True, False):
        ending.asleep = {life.number} if asleep else set()
        bench.figures.fate = lambda one: "away" if one is life else "gone"  # type: ignore[method-assign,assignment]
        keys = [f"{'asleep' if asleep else 'away'}{s}" for s in ("", "s")]
        begun = [each.split("{")[0] for key in keys for each in sentences(lang)[key]]
        said = ending._people(seat)
        assert name in said
        assert any(each in said for each in begun)


def test_no_omen_stands_before_what_it_does_not_belong_to() -> None:
    pick = SentenceRotation()
    assert pick("opening.dark.open", ["It came without a sound."], 0) == ""
    assert pick("event.idh.idh.rest", ["They slept."], 0) == "They slept."
    assert pick("memory.fell", ["There was a grave."], 0) == "There was a grave."


def _said(text: str, key: str, kind: str = "story", **more: Any) -> StorySentence:
    return StorySentence(Said(text, "", kind, key=key, **more), more.pop("ply", 100))


@pytest.mark.parametrize("lang", LANGS)
def test_a_song_that_fails_again_is_told_as_that_and_not_for_ever(lang: Lang) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    ply = 100
    piece = next(iter(bench.figures.at[ply]))
    values = {"one": "Worm", "one_acc": "Worm", "two": "Kelmaro", "land": "Lea"}
    told = _said(
        "Kelmaro sang.",
        SONG,
        "fight",
        pieces=(0, piece),
        subject=FightEnds(values, Combatant(-2, 0), Combatant(0, piece)),
        land=1,
    )
    texts = [
        [each.text for each in bench.repetitions.tell(TurnScene(0, 1, [told]))] for _ in range(4)
    ]
    words = sentences(lang)
    again = [[each.format(**values) for each in words[key]] for key in ("song_again", "song_third")]
    assert texts[0] == ["Kelmaro sang."]
    assert texts[1][0] in again[0]
    assert texts[2][0] in again[1]
    assert texts[3] == []


@pytest.mark.parametrize("lang", LANGS)
def test_a_second_challenge_recalls_the_first(lang: Lang) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    first, second = (_said("A glove lay there.", DUEL, "event", land=land) for land in (2, 3))
    assert bench.repetitions.tell(TurnScene(0, 1, [first])) == [first]
    (told,) = bench.repetitions.tell(TurnScene(0, 2, [second]))
    assert bench.voice.land(2) in told.text
    assert bench.voice.land(3) in told.text


def test_no_round_event_opens_two_chapters() -> None:
    binder = SagaBench(named(3, 3), "en", None).writer
    rain, *others = binder.voice.tales["round"]["galas"]["event"]
    told = _said(rain, "weather", "weather", subject=RoundEventTold("galas"))
    found = [binder._motto(told).text for _ in range(len(others) + 2)]
    assert found == [rain, *others, ""]


def test_a_peace_that_ends_was_told_of_and_came_loose_before() -> None:
    peace = _said("They let each other be.", "peace", "peace", subject=TwoPlayers(0, 1), land=4)
    other = _said(
        "They let each other be.", "peace", "peace", subject=TwoPlayers(0, 2), land=4
    )._replace(ply=101)
    loose = _said("It had a crack.", "rim.word", "event")._replace(ply=102)
    ends = _said("It was over.", "broken", subject=TwoPlayers(1, 0), land=4)._replace(ply=103)
    assert plants([peace, other, loose, ends]) == {(100, "peace"), (102, "rim.word")}
    assert plants([peace, other, loose]) == set()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("struck", [True, False])
def test_between_those_at_blows_the_last_peace_ends_otherwise(lang: Lang, struck: bool) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    loose = _said("The peace had a crack.", "rim.word", "event")
    ends = _said("The peace was over.", "broken", subject=TwoPlayers(1, 0), land=4)
    if struck:
        bench.rivalries.struck[frozenset((0, 1))] = 1
    found = bench.rivalries.tell(TurnScene(NOBODY, 2, [loose, ends]))
    assert [each.said.key for each in found] == (
        ["broken_amid"] if struck else ["rim.word", "broken"]
    )
    for name in (bench.voice.player(0), bench.voice.player(1)) if struck else ():
        assert name in found[-1].text


@pytest.mark.parametrize("lang", LANGS)
def test_who_vowed_peace_and_comes_with_weapons_is_told_so(lang: Lang) -> None:
    match = named(3, 3)
    bench = SagaBench(match, lang, None)
    found = [
        (ply, seat, quest.aim.seat)
        for ply in range(len(match.history))
        for seat, player in enumerate(match.state_at(ply).players)
        for quest in player.quests
        if quest.aim and quest.mode == "open" and quest.aim.kind == "peace" and quest.aim.seat >= 0
    ]
    ply, seat, other = found[0]
    taken = _said("It was taken.", "taken", subject=LandsChangeHands(seat, other), land=4)._replace(
        ply=ply
    )
    keys = [each.said.key for each in bench.rivalries.tell(TurnScene(seat, 2, [taken, taken]))]
    assert keys == ["peace_not_yet", "taken", "taken"]
    back = taken._replace(said=taken.said._replace(subject=LandsChangeHands(other, seat)))
    keys = [each.said.key for each in bench.rivalries.tell(TurnScene(other, 2, [back]))]
    assert "peace_not_yet" not in keys


@pytest.mark.parametrize(("key", "short"), [("maeth.feud", "feud"), ("rim.word", "word")])
@pytest.mark.parametrize("lang", LANGS)
def test_magic_that_ends_a_peace_says_whose_it_was(lang: Lang, key: str, short: str) -> None:
    walk = SagaBench(named(3, 3), lang, None).narration
    before = cast("Any", SimpleNamespace(peace=[(4, 0, 1)]))
    for caster, named_ in ((0, (0, 1)), (2, (0, 1, 2))):
        told = _said("Both drank.", key, "spell", subject=SpellWorks(caster, key), land=4)
        text = walk._loosened(told, before).text
        assert all(walk.voice.player(seat) in text for seat in named_), short
    nobody = cast("Any", SimpleNamespace(peace=[]))
    assert walk._loosened(told, nobody).text == "Both drank."


def test_whoever_is_told_of_twice_has_a_name_and_a_line() -> None:
    match = named(4, 4)
    bench = SagaBench(match, "en", None)
    given = {each for n in range(len(match.history)) for each in match.state_at(n).names.values()}
    new = set(bench.figures.names.values()) - given
    christened = [name for name in new if name in sentences("en")["christened"]]
    assert christened
    assert PLIES_FOR_NAME == 2
    saga = book(match, "en")
    told = " ".join(each.text for chapter in saga.rounds for each in chapter.all)
    for name in christened:
        assert name in told
        assert any(person.name.startswith(name) for person in saga.figures)


def test_that_a_name_is_lost_is_said_twice_and_each_time_otherwise() -> None:
    namer = SagaBench(named(3, 3), "en", None).namer
    piece = next(each for each in named(3, 3).state_at(100).pieces if each.leader >= 0)
    said = [namer._nameless(number, piece, "a", "") for number in range(9)]
    assert len(set(said[:NAMELESS])) == NAMELESS == 2
    assert len(set(said)) == NAMELESS + 1


@pytest.mark.parametrize(
    ("seen", "land", "key"),
    [(NOWHERE, 5, "dragon_slept"), (5, 5, "dragon_left"), (7, 5, "dragon_flown")],
)
@pytest.mark.parametrize("lang", LANGS)
def test_the_end_tells_of_the_dragon_what_the_reader_does_not_know(
    lang: Lang, seen: int, land: int, key: str
) -> None:
    ending = SagaBench(named(3, 3), lang, None).ending
    ending.lair, ending.dragon = 5, seen
    worm = SimpleNamespace(kind=URLUG, land=land, leader=NOBODY)
    ending.state = cast("Any", SimpleNamespace(pieces=[worm]))
    names = {"land": ending.voice.land(land), "place": ending.voice.land(seen)}
    assert ending._dragon() in [each.format(**names) for each in sentences(lang)[key]]


@pytest.mark.parametrize(("worm", "weight"), [(4, 0), (5, COLOUR)])
def test_roads_only_colour_a_turn_and_none_leads_merrily_to_a_dragon(
    worm: int, weight: int
) -> None:
    scales = SentenceScales(cast("Any", None))
    pieces = [SimpleNamespace(kind=URLUG, land=worm, leader=NOBODY)]
    state = cast("Any", SimpleNamespace(pieces=pieces, domain_events=()))
    ride = Said("They rode.", "", "event", key="rath.ride", land=3, place=4)
    assert scales._of_chance(ride, TURN + 1, state, state) == weight
    other = ride._replace(key="galas.founding")
    assert scales._of_chance(other, TURN + 1, state, state) == TURN + 1


def test_magic_that_wins_somebody_over_is_told_every_time() -> None:
    """It is no spell among others: the saga cannot leave out whom one has at one's side."""
    scales = SentenceScales(cast("Any", None))
    won = Said("It drank, and followed.", "", "spell", SpellWorks(0, "gwend.won"), key="gwend.won")
    assert [scales._usual(won, now) for now in (1, 2)] == [FATE + 1] * 2
    truce = won._replace(key="gwend.truce", subject=SpellWorks(0, "gwend.truce"))
    assert [scales._usual(truce, now) <= TURN for now in (1, 2)] == [True] * 2
    assert scales._usual(truce, 2) == 0


@pytest.mark.parametrize(("plies", "title"), [((1, 2), "death"), ((1,), ""), ((1, 199), "")])
def test_a_death_makes_a_title_if_the_dead_was_known(plies: tuple[int, ...], title: str) -> None:
    bench = SagaBench(named(3, 3), "en", None)
    figures = bench.figures
    for life in figures.annals.lives:
        ply = figures.ends.get(life.number, 0)
        if life.number in figures.names and life.gone and life.age(0) >= 2 and ply > 200:
            break
    told = StorySentence(
        Said("There.", "", "slain", key="fell", land=NOWHERE, pieces=(life.piece,)), ply
    )
    bench.writer.seen = {life.number: {each if each < 199 else ply for each in plies}}
    name = figures.names[life.number]
    made = sentences("en")["titles"]["death"].format(name=name) if title else ""
    assert bench.writer._named(told) == made


def test_a_death_opens_a_paragraph() -> None:
    binder = SagaBench(named(3, 3), "en", None).writer
    last = Paragraph([_said("They went on and on. " * 20, "founded", land=2)])
    dead = _said("There he fell.", "fight_won", "fight", land=3)._replace(weight=FATE)
    assert binder._breaks(last, dead, fresh=False, short=False)
    assert not binder._breaks(last, dead._replace(weight=COLOUR), fresh=False, short=False)


@pytest.mark.parametrize("lang", LANGS)
def test_a_human_of_nobody_is_a_stranger(lang: Lang) -> None:
    match = named(3, 3)
    nouns = SagaBench(match, lang, None).voice
    human = match.state.pieces[0]._replace(kind=ADAN, leader=NOBODY)
    assert _key(human) == "stranger"
    assert nouns.kind(_key(human), "a") != nouns.kind("adan", "a")
    assert _key(human._replace(leader=0)) == "fellow"


@pytest.mark.parametrize("lang", LANGS)
def test_a_stranger_with_a_name_is_introduced_by_it(lang: Lang) -> None:
    bench = SagaBench(named(3, 3), lang, None)
    namer, free = bench.namer, bench.match.state.pieces[0]._replace(kind=ADAN, leader=NOBODY)
    by_name = str(namer.voice.tales["tell"]["by_name"])
    stranger = namer.voice.kind("stranger", "a")
    assert namer._by_name("Usk", 9, free, "the", "") == by_name.format(figure=stranger, name="Usk")
    assert namer._by_name("Usk", 9, free, "the", "") == "Usk"


@pytest.mark.parametrize("seats", [2, 3])
def test_who_fights_was_introduced(seats: int) -> None:
    match = named(seats, seats)
    figures = FigureLives(match)
    walk = MoveNarration(match, "en", None, figures)
    chosen = choose(walk)
    came: set[int] = set()
    met: set[int] = set()
    for told in (each for scene in walk.scenes for each in scene.told):
        lives = {figures.number(piece, told.ply) for piece in named_in(told.text)}
        lives &= figures.names.keys()
        if (told.ply, told.said.key) in chosen:
            assert told.said.kind != "fight" or not lives & came - met, told.text
            met |= lives if told.said.kind != "way" else set()
        elif told.said.key == "placed":
            came |= lives
