"""Names, allegiances, deaths and secrets of sagas against their matches.

    python -m tools.saga_facts --games 500

The check knows the text, the move beside which each sentence stands, and the positions. It asks
nothing of what the saga found out on its way: no kinds, no subjects, no passes. Exits with 1 where
a saga contradicts its match.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from math import inf
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.components.material import KINDS
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, Quest, State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Book, SagaPerson
from cruachan.games.shent.saga.saga import book
from cruachan.games.shent.tale import sentences as tales
from cruachan.games.shent.tale.voice import Voice, aim_title, capital

SOON = 4
"""So many moves after a death or a naming it may still be told of as if it had just been."""
NOUNS: dict[Lang, dict[str, str]] = {
    "en": {
        "faron": "hunter", "maethor": "warrior", "thalion": "hero", "randir": "seeker",
        "saelon": "riddle-master", "gollor": "sage", "pethdan": "wordsmith", "talagan": "bard",
        "dru": "barbarian", "adan": "human|stranger|companion", "urlug": "dragon",
    },
    "de": {
        "faron": "Jäger", "maethor": "Krieger", "thalion": "Held(?:en)?", "randir": "Sucher",
        "saelon": "Rätselmeister", "gollor": "Weiser?n?", "pethdan": "Wortschmied",
        "talagan": "Barden?", "dru": "Barbar(?:en)?", "urlug": "Drachen?",
        "adan": "Mensch(?:en)?|Fremder?n?|Gefährten?",
    },
}  # fmt: skip
"""The figures as the languages call them."""
LED: dict[Lang, tuple[str, ...]] = {
    "en": (
        r"(?P<kind>{kinds}) of (?P<lord>{lords}) named (?P<name>{names})\b",
        r"\b(?P<name>{names}), (?P<lord>{lords})['’]s? (?P<kind>{kinds})\b",
    ),
    "de": (
        r"(?P<kind>{kinds}) von (?P<lord>{lords}) namens (?P<name>{names})\b",
        r"\b(?P<name>{names}), (?P<lord>{lords})(?:s|['’]) (?P<kind>{kinds})\b",
    ),
}
"""How a sentence says whose and what a figure is."""
INTRODUCED: dict[Lang, tuple[str, ...]] = {
    "en": (
        r"(?P<kind>{kinds})(?: of (?P<lord>{lords}))? named (?P<name>[A-Z]\w+)\b",
        r"\b(?P<name>[A-Z]\w+), (?P<lord>{lords})['’]s? (?P<kind>{kinds})\b",
        r"\bthe (?P<kind>{kinds}) (?P<name>[A-Z]\w+)\b(?P<lord>)",
    ),
    "de": (
        r"(?P<kind>{kinds})(?: von (?P<lord>{lords}))? namens (?P<name>[A-ZÄÖÜ]\w+)\b",
        r"\b(?P<name>[A-ZÄÖÜ]\w+), (?P<lord>{lords})(?:s|['’]) (?P<kind>{kinds})\b",
        r"\bde[rnm] (?P<kind>{kinds}) (?P<name>[A-ZÄÖÜ]\w+)\b(?P<lord>)",
    ),
}
"""How a sentence makes a figure known; some have their names from the saga."""
DIES: dict[Lang, tuple[str, ...]] = {
    "en": (
        r"\b{name} (?:fell(?! (?:like|asleep|silent|ill|behind))|died|was (?:slain|killed)|lay dead"
        r"|did not come (?:back|home))\b",
        r"\b(?:slew|killed|had slain|had killed|buried) {name}\b",
        r"\b(?:grave|death) of {name}\b",
        r"\bdead lay {name}\b",
    ),
    "de": (
        r"\b{name} (?:fiel|starb|kam nicht (?:zurück|heim))\b",
        r"\b(?:erschlug|tötete|begruben) (?:\w+ )?{name}\b",
        r"\b(?:Grab|Tod) von {name}\b",
        r"\b{name} (?:erschlagen|getötet|begraben)\b",
        r"\b(?:fiel|starb|Tot lag|tot lag) {name}\b",
    ),
}
"""How a sentence says that somebody dies."""
MOURNS: dict[Lang, str] = {
    "en": r"\b(?:dead|died|dies|graves?|buried|bury|fell|fallen|killed|slain|slew|mourn|lost|cost"
    r"|mound|funeral|memory|remember|stone at which|never (?:came|returned|seen)"
    r"|did not come|song)",
    "de": r"(?:\btot\b|Tote|tötete|getötet|gestorben|starb|Grab|Gräber|[Bb]egraben|begrub|fiel"
    r"|gefallen|erschlagen|erschlug|trauer|verlor|kostete|Hügel|Gedächtnis|nie (?:heim|zurück)"
    r"|nicht (?:zurück|heim|wieder)|Lied|betrauern|Stein, an dem|\bkam(?:en)? um\b)",
}
"""A sentence with one of these may name the dead."""
FATE_GONE: dict[Lang, str] = {
    "en": r"rests in|buried|never returned|road ended|died|last seen in .* and (?:never|not)"
    r"|did not come",
    "de": r"ruht|begraben|gestorben|kam aus .* nicht|Weg in .* endete|nicht mehr zurückgekehrt",
}
"""How the list of people says that somebody is dead."""
STRANGERS: dict[Lang, str] = {
    "en": r"[Ss]tranger|[Cc]hallenger|[Rr]aiders?|[Ss]hadow",
    "de": r"Fremde[rn]?\b|Herausforderer|Räubern?|Schatten",
}
"""Those who fight for nobody and are no figures."""
BOTH_SIDES: dict[Lang, tuple[str, ...]] = {
    "en": (
        r"\b(?P<one>{lords})(?:['’]s)? (?:and|against|with|from|to|or) (?P=one)\b(?!['’]s)",
        r"\bbetween (?P<one>{lords}) and (?P=one)\b",
        r"\bquarrel of (?P<one>{lords}) [^.;]*\b(?:and|with) (?P=one)\b",
        r"\b(?P<one>{lords})\b(?:(?!{lords}|[.;,:]).)*\bagainst (?P=one)\b",
        r"\b(?P<kind>{kinds}) of (?P<one>{lords})\b(?:(?!{lords}|[.;:]).)*"
        r"\b(?:against|fought|met|struck|slew|killed|challenged|beat) (?:(?!{lords}|[.;:]).)*"
        r"\b(?:{kinds}) of (?P=one)\b",
    ),
    "de": (
        r"\b(?P<one>{lords}) (?:und|gegen|mit|von|oder) (?P=one)\b",
        r"\bzwischen (?P<one>{lords}) und (?P=one)\b",
        r"\bStreit von (?P<one>{lords}) [^.;]*\b(?:und|mit) (?P=one)\b",
        r"\b(?P<one>{lords})\b(?:(?!{lords}|[.;,:]).)*\bgegen (?P=one)\b",
        r"\b(?P<kind>{kinds}) von (?P<one>{lords})\b(?:(?!{lords}|[.;:]).)*"
        r"\b(?:gegen|traf|schlug|erschlug|tötete|forderte|besiegte) (?:(?!{lords}|[.;:]).)*"
        r"\b(?:{kinds}) von (?P=one)\b",
    ),
}
"""How a sentence sets somebody against herself."""
SLOT = re.compile(r"\\\{(\w+)\\\}")
_SENTENCE = re.compile(r"(?<=[.!?…”“]) (?=[A-ZÄÖÜ„“])")


class Told(NamedTuple):
    """A passage of the game's own text, and the move beside which it stands."""

    chapter: int
    ply: int
    text: str
    before: str
    """What the reader has read right before it."""


class SagaFacts:
    """Compares a saga with its match; the names are those that the players gave."""

    def __init__(self, match: Match[State, Move], saga: Book) -> None:
        self.match = match
        self.saga = saga
        self.lang: Lang = saga.lang
        self.last = len(match.history)
        self.bearers: dict[str, dict[int, list[int]]] = {}
        """The pieces that bear each name, by position."""
        for at in range(self.last + 1):
            state = match.state_at(at)
            for piece, name in state.names.items():
                if state.pieces[piece].land != NOWHERE:
                    self.bearers.setdefault(name, {}).setdefault(at, []).append(piece)
        self.voice = Voice(match.state, match.names, saga.lang)
        """Only asked how elements and aims are called."""
        self.titles: dict[Aim, str] = {}
        self.named = _any(self.bearers)
        self.kinds = {kind.key: re.compile(rf"\b(?:{self._noun(kind.key)})\b") for kind in KINDS}
        fills = {
            "names": _either(self.bearers),
            "lords": _either(filter(None, saga.names)),
            "kinds": "|".join(NOUNS[self.lang].values()),
        }
        self.led = [re.compile(each.format(**fills)) for each in LED[self.lang]]
        self.made_known = [re.compile(each.format(**fills)) for each in INTRODUCED[self.lang]]
        self.against = [re.compile(each.format(**fills)) for each in BOTH_SIDES[self.lang]]
        self.player = _any(filter(None, saga.names))
        self.mourns = re.compile(MOURNS[self.lang])

    def noun(self, kind: int) -> str:
        """A kind of figure, as sentences call it."""
        return re.sub(r"\(.*?\)\??|.\?|\|.*", "", self._noun(KINDS[kind].key))

    def _noun(self, key: str) -> str:
        return NOUNS[self.lang].get(key, "(?!)")

    @cached_property
    def told(self) -> list[Told]:
        """The chapters' own sentences in the order of reading; what people told is theirs."""
        found: list[Told] = []
        for number, chapter in enumerate(self.saga.rounds):
            before = ["", ""]
            for each in chapter.all:
                if each.by == NOBODY:
                    found.append(Told(number, each.ply, each.text, " ".join(before[-2:])))
                before.append(each.text)
        return found

    def contradictions(self) -> Iterator[str]:
        """All that the match knows otherwise."""
        for each in self.told:
            for sentence in _SENTENCE.split(each.text):
                yield from self._lives(each, sentence)
                yield from self._dies(each, sentence)
                yield from self._led(each, sentence)
                yield from self._both_sides(sentence)
            yield from self.fights(each)
            yield from self._promised(each)
        yield from self._mourned()
        yield from self._strangers()
        yield from self._changed()
        yield from self._fulfilled()
        yield from self._hidden()
        yield from self._won()
        yield from self._skies()
        for person in self.saga.figures:
            yield from self._fate(person)

    # Who lives, and whose they are

    def _turn(self, ply: int) -> range:
        """The positions around a move, up to the end of its turn."""
        turns = self.match.state_at(min(ply + 1, self.last)).turns
        end = min(ply + 1, self.last)
        while end < self.last and self.match.state_at(end).turns == turns:
            end += 1
        return range(max(0, ply - SOON), end + 1)

    def _around(self, name: str, ply: int) -> list[tuple[int, int]]:
        """Who bears a name around a move: by position and piece."""
        places = self.bearers[name]
        return [(at, piece) for at in self._turn(ply) for piece in places.get(at, ())]

    def _lives(self, told: Told, sentence: str) -> Iterator[str]:
        """The dead stay dead; who is told of has come, and bears the name."""
        for name in sorted(set(self.named.findall(sentence))):
            if self._around(name, told.ply):
                continue
            been = any(at <= told.ply for at in self.bearers[name])
            if not (been and self.mourns.search(f"{told.before} {told.text}")):
                yield f"not alive: {name} in {sentence!r}"

    def _dies(self, told: Told, sentence: str) -> Iterator[str]:
        """Who is told to die is dead at the end of the turn."""
        for name in sorted(set(self.named.findall(sentence))):
            shapes = (each.format(name=re.escape(name)) for each in DIES[self.lang])
            if any(re.search(shape, sentence) for shape in shapes):
                end = self._turn(told.ply)[-1]
                settled = end < self.last or self.saga.over
                here = self.bearers[name].get(told.ply, [])
                saved = {
                    event.piece
                    for event in self.match.state_at(min(told.ply + 1, self.last)).domain_events
                    if event.what == DomainEventKind.RESCUED
                }
                if settled and self.bearers[name].get(end) and set(here) - saved:
                    yield f"not dead: {name} in {sentence!r}"

    def _led(self, told: Told, sentence: str) -> Iterator[str]:
        """Whose and what a figure is said to be, that it is."""
        for found in (found for each in self.led for found in each.finditer(sentence)):
            seat = self.saga.names.index(found["lord"])
            around = self._around(found["name"], told.ply)
            window = self._turn(told.ply) if around else ()
            pieces = {piece for _, piece in around}
            seen = [self.match.state_at(at).pieces[piece] for at in window for piece in pieces]
            if seen and all(piece.leader != seat for piece in seen):
                yield f"not of {found['lord']}: {sentence!r}"
            keys = {KINDS[piece.kind].key for piece in seen}
            grown = self._grown(pieces, window) and self._called(keys, sentence)
            if seen and not grown and not self._called(keys, found["kind"]):
                yield f"no {found['kind']}: {sentence!r}"

    def _called(self, keys: Iterable[str], text: str) -> bool:
        """Whether a text has the noun of one of these kinds."""
        return any(self.kinds[key].search(text) for key in keys)

    def _grown(self, pieces: set[int], window: Iterable[int]) -> bool:
        """Whether one of these developed around a move: it was something else before."""
        events = (event for at in window for event in self.match.state_at(at).domain_events)
        return any(
            event.what == DomainEventKind.DEVELOPED and event.piece in pieces for event in events
        )

    def _both_sides(self, sentence: str) -> Iterator[str]:
        """Nobody stands on both sides of a contest, a quarrel or an agreement."""
        shapes = (*self.against, *_of_two(self.lang, _either(filter(None, self.saga.names))))
        if any(shape.search(sentence) for shape in shapes):
            yield f"on both sides: {sentence!r}"

    @cached_property
    def introduced(self) -> dict[str, list[tuple[int, str, str]]]:
        """How the saga made those known whom it named itself: by move, lord and kind."""
        found: dict[str, list[tuple[int, str, str]]] = {}
        for told in self.told:
            for each in (one for shape in self.made_known for one in shape.finditer(told.text)):
                if each["name"] not in self.bearers:
                    said = told.ply, each["lord"] or "", each["kind"]
                    found.setdefault(each["name"], []).append(said)
        return found

    # Fights

    def fights(self, told: Told) -> Iterator[str]:
        """Who fell to whom: the winner is named or called what it is, and nobody else fell."""
        after = self.match.state_at(min(told.ply + 1, self.last))
        fell = {event.piece for event in after.domain_events if event.what == DomainEventKind.FELL}
        measured = [
            event.more for event in after.domain_events if event.what == DomainEventKind.MEASURED
        ]
        before = self.match.state_at(told.ply)
        for _, one, two, mine, theirs, *_ in measured:
            winner, loser = (one, two) if mine > theirs else (two, one)
            if mine == theirs or loser not in fell or loser >= PHANTOM:
                continue
            victim = before.names.get(loser) or after.names.get(loser, "")
            text = f"{told.before} {told.text}"
            if not victim or victim not in told.text or not self.mourns.search(told.text):
                continue
            if not self._shows(winner, text, told.ply):
                yield f"killed by another: {told.text!r}"

    def _shows(self, winner: int, text: str, ply: int) -> bool:
        """Whether a text names whoever won, or calls them what they are."""
        if winner >= PHANTOM:
            return re.search(STRANGERS[self.lang], text) is not None
        state = self.match.state_at(ply)
        piece = state.pieces[winner]
        lord = self.saga.names[piece.leader] if piece.leader >= 0 else ""
        if any(each and each in text for each in (state.names.get(winner, ""), lord)):
            return True
        kinds = [KINDS[piece.kind].key]
        if piece.leader < 0 and self._called(kinds, text):
            return True
        return any(
            (not whose or not lord or whose == lord) and self._called(kinds, kind) and when <= ply
            for name, known in self.introduced.items()
            if re.search(rf"\b{re.escape(name)}\b", text)
            for when, whose, kind in known
        )

    def _mourned(self) -> Iterator[str]:
        """Who was told of by name and dies is told to be dead, by then or in the end."""
        ends = [each.text for each in self.saga.epilogue.all] + [
            f"{person.name} {person.about}" for person in self.saga.figures
        ]
        for name, places in self.bearers.items():
            gone = max(places)
            first = next((each for each in self.told if self._says(name, each.text)), None)
            if gone >= self.last or first is None or first.ply > gone or not self.saga.over:
                continue
            told = [each.text for each in self.told if each.ply >= gone - SOON]
            if not any(self._says(name, text) for text in (*told, *ends)):
                yield f"died in silence: {name}"

    def _strangers(self) -> Iterator[str]:
        """Whom the end names, of them something was told before."""
        known = {name for told in self.told for name in self.named.findall(told.text)}
        for each in self.saga.epilogue.all:
            for name in sorted(set(self.named.findall(each.text)) - known):
                yield f"named in the end alone: {name}"

    def _changed(self) -> Iterator[str]:
        """Who is said to be another's than before was told to come to that lord in between."""
        lords: dict[str, str] = {}
        since: dict[str, list[str]] = {}
        for told in self.told:
            said = [
                (found["name"], found["lord"])
                for shape in self.made_known
                for found in shape.finditer(told.text)
                if found["lord"]
            ]
            for name, lord in said:
                came = [text for text in since.get(name, ()) if lord in text]
                if lords.get(name, lord) != lord and not came and not self._comes(told.text, lord):
                    yield f"changed lords in silence: {name} in {told.text!r}"
                lords[name], since[name] = lord, []
            for name in since:
                if name in told.text:
                    since[name].append(told.text)

    def _comes(self, text: str, lord: str) -> bool:
        """Whether a sentence names a lord more than once: as who comes, and to whom."""
        return text.count(lord) > 1

    def _says(self, name: str, text: str) -> bool:
        return name in self.named.findall(text)

    # Promises, quests, goals

    def _promised(self, told: Told) -> Iterator[str]:
        """A promise is told before it is told to be broken."""
        before, after = (
            self.match.state_at(min(at, self.last)).bygone for at in (told.ply, told.ply + 1)
        )
        for pact in (each for each in after if each not in before and each.end == "broken"):
            names = [self.saga.names[pact.seat], self.saga.names[pact.other]]
            if not all(name in told.text for name in names):
                continue
            made = next(
                at
                for at in range(self.last + 1)
                if any(one.number == pact.number for one in self.match.state_at(at).pacts)
            )
            around = self._turn(made)
            if not any(
                each.ply in around and all(name in each.text for name in names)
                for each in self.told
            ):
                yield f"broken before it was made: {told.text!r}"

    def _title(self, aim: Aim) -> str:
        if aim not in self.titles:
            self.titles[aim] = aim_title(self.voice, aim)
        return self.titles[aim]

    def _fulfilled(self) -> Iterator[str]:
        """A quest that was fulfilled openly is told by its title in that chapter."""
        for at in range(1, self.last + 1):
            for event in self.match.state_at(at).domain_events:
                quest = event.more[0] if event.what == DomainEventKind.FULFILLED else None
                if not isinstance(quest, Quest) or quest.aim is None:
                    continue
                title, turn = self._title(quest.aim), self._turn(at - 1)
                if not any(each.ply in turn and title in each.text for each in self.told):
                    yield f"fulfilled in silence: {title}"

    def _hidden(self) -> Iterator[str]:
        """What was kept secret is not told before it was shown, nor listed in a running game."""
        texts = [(each.ply, each.text) for each in self.told]
        heads = [(self.last, each.about) for each in self.saga.people]
        heads += [(NOBODY, each.text) for each in self.saga.prologue.all if each.by == NOBODY]
        known: dict[str, int] = {}
        secret: dict[str, int] = {}
        for at in range(self.last + 1):
            state = self.match.state_at(at)
            shown = [d.more[0] for d in state.domain_events if d.what == DomainEventKind.FULFILLED]
            claimed = [d.seat for d in state.domain_events if d.what == DomainEventKind.CLAIMS_GOAL]
            shown += [aim for seat in claimed if (aim := state.players[seat].aim)]
            for player in state.players:
                for quest in player.quests:
                    open_ = quest.mode == "open" and quest.aim is not None
                    self._note(quest, known if open_ else secret, at)
                if player.aim is not None:
                    self._note(player.aim, secret, at)
            for quest in shown:
                self._note(quest, known, at)
        for title, since in secret.items():
            until = known.get(title, self.last if self.match.outcome else self.last + 1)
            for ply, text in texts:
                early = since <= ply < until - SOON and ply not in self._turn(until - 1)
                if early and re.search(rf"[„“]{re.escape(title)}[“”]", text):
                    yield f"told before it was shown: {title} in {text!r}"
            for _, text in heads if title not in known and not self.match.outcome else ():
                if title in text:
                    yield f"a secret in the list: {title} in {text!r}"

    def _note(self, quest: Quest, titles: dict[str, int], at: int) -> None:
        if quest.aim is not None:
            titles.setdefault(self._title(quest.aim), at)

    def _won(self) -> Iterator[str]:
        """Who won is said to have won, with the goal that did it."""
        state = self.match.state
        if not (self.saga.over and state.won):
            return
        winner = state.outcome[0]
        first = self.saga.epilogue.passages[0].text
        aim = state.players[winner].aim
        title = self._title(aim.aim) if aim and aim.aim else ""
        if self.saga.names[winner] not in first or title not in first:
            yield f"won by another: {first!r}"

    def _skies(self) -> Iterator[str]:
        """The sign over a chapter stood in the sky in its first year."""
        skies: dict[int, set[int]] = {}
        for at in range(self.last + 1):
            state = self.match.state_at(at)
            skies.setdefault(state.round, set()).add(state.sky)
        for chapter in self.saga.rounds:
            signs = [capital(self.voice.element(sky)) for sky in skies[chapter.first] if sky >= 0]
            if not any(sign in chapter.when for sign in signs):
                yield f"another sky: {chapter.when}"

    # The list of people

    def _fate(self, person: SagaPerson) -> Iterator[str]:
        """Who is listed as dead is dead, who is listed as living lives, where and as what."""
        found = [name for name in self.bearers if person.name.split()[0] == name]
        if len(found) != 1 or self._shared(found[0]):
            return
        places = self.bearers[found[0]]
        at = max(places)
        piece = self.match.state_at(at).pieces[places[at][-1]]
        dead = re.search(FATE_GONE[self.lang], person.about) is not None
        if dead != (at < self.last):
            yield f"another fate: {person.name}, {person.about}"
        if not self.kinds[KINDS[piece.kind].key].search(person.about):
            yield f"another kind: {person.name}, {person.about}"
        lord = self.saga.names[piece.leader] if piece.leader >= 0 else ""
        if lord not in person.about:
            yield f"another lord: {person.name}, {person.about}"
        board = self.match.state.board
        if piece.land >= 0 and board.lands[piece.land].called(self.lang) not in person.about:
            yield f"another place: {person.name}, {person.about}"

    def _shared(self, name: str) -> bool:
        """Whether a name came again after the first who bore it was gone."""
        there = sorted(self.bearers[name])
        return there[-1] - there[0] + 1 != len(there)


def main() -> None:
    """Play games, and read their sagas in all languages; in one also at a moment before the end."""
    from tools.saga import play
    from tools.saga_language import faults

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=inf, help="begin no game after this time")
    asked = parser.parse_args()
    found = told = games = 0
    until = time.monotonic() + 60 * asked.minutes
    for number in range(asked.seed, asked.seed + asked.games):
        if time.monotonic() > until:
            break
        games += 1
        seats = 2 + number % 5
        match = play(number, seats)
        moment = match.until(len(match.history) * (3 + number % 6) // 10)
        for at, lang in enumerate(LANGS):
            for each in (match, moment) if number % len(LANGS) == at else (match,):
                saga = book(each, lang)
                told += len(saga.rounds)
                for fault in (*SagaFacts(each, saga).contradictions(), *faults(saga)):
                    found += 1
                    print(f"{number} {seats} {lang} {len(each.history)}: {fault}", flush=True)
    print(f"{games} games, {told} chapters, {found} contradictions")
    raise SystemExit(found > 0)


@cache
def _of_two(lang: Lang, lords: str) -> list[re.Pattern[str]]:
    """All sentences about two players, as they would read with one of them in both places."""
    shapes: list[re.Pattern[str]] = []
    for text in (*_texts(sentences(lang)), *_texts(tales(lang))):
        for part in _SENTENCE.split(text):
            if "{player}" in part and "{other}" in part:
                shapes.append(re.compile(_with_one(part, lords)))
    return shapes


def _with_one(text: str, lords: str) -> str:
    """A sentence as a pattern in which player and other are the same."""
    seen = False
    parts: list[str] = []
    for at, each in enumerate(SLOT.split(re.escape(text))):
        if at % 2 == 0:
            parts.append(each)
        elif each in ("player", "other"):
            parts.append("(?P=one)" if seen else f"(?P<one>{lords})")
            seen = True
        else:
            parts.append(".+?")
    return rf"\b{''.join(parts)}" if parts[0] else "".join(parts)


def _texts(found: object) -> Iterator[str]:
    """All texts of a table."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        for each in found.values():
            yield from _texts(each)
    elif isinstance(found, Iterable):
        for each in found:
            yield from _texts(each)


def _either(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"


def _any(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b({_either(names)})\b")


if __name__ == "__main__":
    main()
