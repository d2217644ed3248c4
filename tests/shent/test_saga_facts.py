"""Names, allegiances, deaths and secrets in a saga are those of the match, and it reads well."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tools.saga import play
from tools.saga_facts import SagaFacts, _texts, main
from tools.saga_language import faults

from cruachan.engine.match import Match
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.verify import verify
from cruachan.games import load_for_transcript
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, SagaPerson, StorySentence, split
from cruachan.games.shent.saga.passes.fill_gaps import ReaderMemory
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.tale import sentences as tales
from cruachan.games.shent.tale.voice import Said, Voice, aim_title

GAMES = [(4, 3), (2, 4)]
"""Seed and number of players; `python -m tools.saga_facts` reads many more."""


@cache
def played(seed: int = 4, seats: int = 3) -> Match[State, Move]:
    """A game of bots; what a test must find in a certain game is found in a stored one."""
    stored = Path(__file__).with_name(f"facts-{seed}-{seats}.game")
    return verify(stored, load_for_transcript).match if stored.exists() else play(seed, seats)


def found(saga: Book) -> list[str]:
    return found_in(played(), saga)


def found_in(match: Match[State, Move], saga: Book) -> list[str]:
    return list(SagaFacts(match, saga).contradictions())


def _planted(lang: Lang, text: str, ply: int) -> list[str]:
    saga = book(played(), lang)
    saga.rounds[-1].passages[0].told.append(StorySentence(Said(text), ply))
    return found(saga)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seed", "seats"), GAMES)
def test_a_saga_contradicts_nothing_that_happened(seed: int, seats: int, lang: Lang) -> None:
    match = played(seed, seats)
    for each in (match, match.until(len(match.history) // 2)):
        saga = book(each, lang)
        assert [*SagaFacts(each, saga).contradictions(), *faults(saga)] == []


def test_a_contradiction_ends_the_check_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of many games as of one; a game that is not read any more is not counted."""
    monkeypatch.setattr("tools.saga.play", lambda seed, seats: played(9001, 2))
    monkeypatch.setattr("sys.argv", ["saga_facts", "--games", "1"])
    for said, code in ((["a stranger"], 1), ([], 0)):
        monkeypatch.setattr(SagaFacts, "contradictions", lambda self, said=said: iter(said))
        with pytest.raises(SystemExit) as end:
            main()
        assert int(end.value.code or 0) == code
        assert f" {3 * code} contradictions" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["saga_facts", "--minutes", "-1"])
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr().out.startswith("0 games")


def _living() -> tuple[int, int, str]:
    """A figure with a name and a lord at the end of the game: its piece, lord and name."""
    state = played().state_at(len(played().history) - 1)
    return next(
        (piece, state.pieces[piece].leader, name)
        for piece, name in state.names.items()
        if state.pieces[piece].land >= 0 <= state.pieces[piece].leader
    )


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "a {} of {} named {}."), ("de", "Da kam ein {} von {} namens {}.")],
)
def test_the_check_finds_another_lord_and_another_kind(lang: Lang, text: str) -> None:
    match = played()
    ply = len(match.history) - 1
    piece, lord, name = _living()
    kind = SagaFacts(match, book(match, lang)).noun(match.state.pieces[piece].kind)
    assert _planted(lang, text.format(kind, match.names[lord], name), ply) == []
    other = match.names[(lord + 1) % len(match.names)]
    assert _planted(lang, text.format(kind, other, name), ply)[0].startswith("not of ")
    bard = {"en": "bard", "de": "Barde"}[lang]
    assert _planted(lang, text.format(bard, match.names[lord], name), ply)[0].startswith("no ")


BOTH = [
    ("en", "The quarrel of {0} and {1} had grandchildren by then."),
    ("en", "A hunter of {0} went against a warrior of {1}."),
    ("en", "By then the quarrel of {0} and {1} had grandchildren."),
    ("de", "Zwischen {0} und {1} war kein Friede."),
    ("de", "Ein Jäger von {0} trat gegen einen Krieger von {1} an."),
]
"""Sentences about two; one is a template of the saga."""


@pytest.mark.parametrize(("lang", "text"), BOTH)
def test_the_check_finds_one_player_on_both_sides(lang: Lang, text: str) -> None:
    one, two, *_ = played().names
    last = len(played().history) - 1
    assert _planted(lang, text.format(one, two), last) == []
    assert _planted(lang, text.format(one, one), last)[0].startswith("on both sides")


@pytest.mark.parametrize(("lang", "text"), [("en", "There {} died."), ("de", "Dort starb {}.")])
def test_the_check_finds_a_death_of_the_living(lang: Lang, text: str) -> None:
    name, last = _living()[2], len(played().history) - 1
    assert any(each.startswith("not dead") for each in _planted(lang, text.format(name), last))


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_the_dead_and_another_fate(lang: Lang) -> None:
    match = played()
    last = len(match.history)
    alive = {n for p, n in match.state.names.items() if match.state.pieces[p].land != NOWHERE}
    borne = {n for at in range(last - 60) for n in match.state_at(at).names.values()}
    dead = sorted(borne - alive)[0]
    assert any(each.startswith("not alive") for each in _planted(lang, f"{dead}.", last - 1))
    saga = book(match, lang)
    about = {person.name.split()[0]: person.about for person in saga.figures}
    one = next(name for name in about if name in alive)
    other = next(name for name in about if name in borne and name not in alive)
    saga.figures = [
        each._replace(about=about[other]) if each.name.split()[0] == one else each
        for each in saga.figures
    ]
    assert any(fault.startswith("another fate") for fault in found(saga))


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_another_killer(lang: Lang) -> None:
    """Every fight in which somebody with a name falls, told of somebody who was not there."""
    match = played(2, 4)
    facts = SagaFacts(match, book(match, lang))
    text = {"en": "{} died there.", "de": "Dort starb {}."}[lang]
    fought = []
    for ply in range(len(match.history)):
        before, events = match.state_at(ply), match.state_at(ply + 1).domain_events
        measured = any(event.what == DomainEventKind.MEASURED for event in events)
        fell = [
            d.piece for d in events if d.what == DomainEventKind.FELL and d.piece in before.names
        ]
        fought += [(ply, before.names[piece]) for piece in fell if measured]
    assert fought
    for ply, name in fought:
        told = facts.told[0]._replace(ply=ply, text=text.format(name), before="")
        assert [fault[:17] for fault in facts.fights(told)] == ["killed by another"]


@pytest.mark.parametrize("lang", LANGS)
def test_a_name_that_the_saga_gave_excuses_only_its_bearer(lang: Lang) -> None:
    """A killer whom the saga has named is of the lord and kind with which he was made known."""
    match = played(2, 4)
    facts = SagaFacts(match, book(match, lang))
    text = {"en": "{} died, and only Zorn came down.", "de": "Dort starb {}, nur Zorn kam herab."}
    tried = 0
    for ply in range(len(match.history)):
        before, events = match.state_at(ply), match.state_at(ply + 1).domain_events
        fell = [d for d in events if d.what == DomainEventKind.FELL and d.piece in before.names]
        won = [
            d for d in events if d.what == DomainEventKind.WON and 0 <= d.piece < len(before.pieces)
        ]
        if len(fell) != 1 or len(won) != 1 or before.pieces[won[0].piece].leader < 0:
            continue
        tried += 1
        winner = before.pieces[won[0].piece]
        name = before.names[fell[0].piece]
        told = facts.told[0]._replace(ply=ply, text=text[lang].format(name), before="")
        lords, kind = match.names, facts.noun(winner.kind)
        facts.introduced["Zorn"] = [(0, lords[winner.leader], kind)]
        assert list(facts.fights(told)) == []
        facts.introduced["Zorn"] = [(0, lords[fell[0].seat], kind)]
        assert [fault[:17] for fault in facts.fights(told)] == ["killed by another"]
    assert tried


@pytest.mark.parametrize("lang", LANGS)
def test_the_names_that_the_saga_gave_are_read_from_its_introductions(lang: Lang) -> None:
    match = played(2, 4)
    text = {"en": "There came a hunter of Medb named Zorn.",
            "de": "Da kam ein Jäger von Medb namens Zorn."}[lang]  # fmt: skip
    saga = book(match, lang)
    saga.rounds[0].passages[0].told.append(StorySentence(Said(text), 7))
    (known,) = SagaFacts(match, saga).introduced["Zorn"]
    assert known == (7, "Medb", {"en": "hunter", "de": "Jäger"}[lang])


@pytest.mark.parametrize("lang", LANGS)
def test_who_serves_another_is_said_to_and_the_check_finds_where_it_is_not(
    lang: Lang, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A companion of one house comes to another by a reading of which nothing is told."""
    match = played(9002, 4)
    assert found_in(match, book(match, lang)) == []
    monkeypatch.setattr(ReaderMemory, "_gone_over", lambda *_: [])
    faults = found_in(match, book(match, lang))
    assert [each.partition(":")[0] for each in faults] == ["changed lords in silence"]


@pytest.mark.parametrize("lang", LANGS)
def test_who_is_killed_by_magic_alone_is_mourned(lang: Lang) -> None:
    """Nothing else is told of the turn in which a spell kills a hunter with a name."""
    match = played(9001, 2)
    (ply,) = [
        at
        for at in range(len(match.history))
        for event in match.state_at(at + 1).domain_events
        if event.what == DomainEventKind.FELL
        and match.state_at(at).names.get(event.piece) == "Tavraneth"
    ]
    told = [each.text for each in SagaFacts(match, book(match, lang)).told if each.ply == ply]
    assert any("Tavraneth" in text for text in told)


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_calls_everybody_as_the_story_did(lang: Lang) -> None:
    """A hunter is named by the saga, and by its player when nothing more is told of it."""
    match = played(9005, 2)
    saga = book(match, lang)
    assert found_in(match, saga) == []
    saga.epilogue.passages[0].told.append(StorySentence(Said("Oldridra?"), len(match.history) - 1))
    assert found_in(match, saga) == ["named in the end alone: Oldridra"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_a_secret_that_is_told(lang: Lang) -> None:
    match = played()
    running = match.until(len(match.history) - 40)
    assert not running.outcome
    saga = book(running, lang)
    voice = Voice(running.state, match.names, lang)
    goals = [player.aim.aim for player in running.state.players if player.aim]
    titles = [aim_title(voice, goal) for goal in goals if goal]
    told = " ".join(each.about for each in saga.people)
    title = next(each for each in titles if each not in told)
    assert list(SagaFacts(running, saga).contradictions()) == []
    saga.people[0] = SagaPerson(match.names[0], title)
    assert [fault[:8] for fault in SagaFacts(running, saga).contradictions()] == ["a secret"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_check_finds_another_winner_and_another_sky(lang: Lang) -> None:
    saga = book(played(), lang)
    saga.rounds[0].when = "?"
    saga.epilogue.passages.reverse()
    assert {fault.partition(":")[0] for fault in found(saga)} == {"another sky", "won by another"}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "Alles geschah für „Der Weg nach Moostal“."),
        ("de", "Es blieben ein Land."),
        ("de", "Medb verlor einen Jäger von Medb."),
        ("en", "There came a hunter and an seeker."),
        ("en", "There are one land."),
        ("en", "One, whose name is not handed down, and one, whose name is not handed down."),
    ],
)
def test_the_check_finds_faults_of_language(lang: Lang, text: str) -> None:
    saga = book(played(), lang)
    saga.rounds[-1].passages[0].told.append(StorySentence(Said(text), 0))
    assert len(list(faults(saga))) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_that_a_quest_is_done_is_one_sentence(lang: Lang) -> None:
    """Whatever stands before the last sentence is told only once in a saga."""
    words = [*tales(lang)["tell"]["done"], *sentences(lang)["variants"]["tell.done"]]
    assert all(len(split(each.format(player="Medb", title="Peace"))) == 1 for each in words)


CASES = (
    r"\b(?:[Ff]ür|[Vv]on|[Uu]m|[Zz]u|[Bb]is|[Mm]it|[Ww]egen"
    r"|gegen|ohne|durch|aus|[Nn]ach|[Bb]ei) „\{title"
)
COUNTED = {"en": r"\b(?:were|are|remain) \{counts", "de": r"\b(?:waren|sind|blieben) \{counts"}


@pytest.mark.parametrize("lang", LANGS)
def test_no_sentence_bends_a_title_or_counts_one_as_many(lang: Lang) -> None:
    """Titles begin with an article of their own; what is counted may be one."""
    texts = [*_texts(sentences(lang)), *_texts(tales(lang))]
    assert [text for text in texts if re.search(COUNTED[lang], text)] == []
    assert [text for text in texts if lang == "de" and re.search(CASES, text)] == []
