"""Moves as people type them: in any language, shortened, with or without numbers.

The first word is a verb, or is left out where the rest says enough. Each further word must fit the
next part of a move, in full or as a beginning; parts at the end may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from typing import Any

from cruachan.engine.errors import AmbiguousMove, IllegalMove, Refusal, UnreadableMove
from cruachan.engine.game import CHANCE, NOBODY
from cruachan.engine.notation import LETTERS, fold, spellings
from cruachan.engine.rulebook import refusal
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games.shent import WORDS, rulings
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.chapters.agreements import SHAPES
from cruachan.games.shent.chapters.countermagic import WISHES
from cruachan.games.shent.chapters.quests import MODES
from cruachan.games.shent.components.board import tags
from cruachan.games.shent.components.material import ELEMENTS, FARON, KINDS, RUNES
from cruachan.games.shent.core.fields import HAND, PART, PHANTOM
from cruachan.games.shent.core.flow import Move, Verb
from cruachan.games.shent.core.parts import Part, spell, spell_piece
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import State

MOST_SHOWN = 6
MOST_TRIED = 50
COMPLETED = ("start", "place", "step", "cast", "develop", "contest")
"""Verbs of which a part is enough to be told why it cannot be."""
WhyNot = Callable[[Move], Refusal | None]
"""Tells why a move is refused."""
UNSPECIFIC = ("not_now", "not_asked_now", "not_yours")
"""Reasons that are given only where there is no better one."""


class Listener:
    """Understands what is typed to one position."""

    def __init__(self, state: State, seat: int, names: Sequence[str]) -> None:
        self.state = state
        self.seat = seat
        self.players = names
        self._known: dict[Part, tuple[str, ...]] = {}

    # What a part may be called

    def names(self, part: Part) -> tuple[str, ...]:
        """All that a part of a move may be called, folded."""
        if part not in self._known:
            every = [spell(self.state, self.seat, part), *self._more(part)]
            self._known[part] = tuple(dict.fromkeys(n for name in every for n in plain(name)))
        return self._known[part]

    def _more(self, part: Part) -> list[str]:
        kind, value = part
        match kind:
            case "land":
                land = self.state.board.lands[value]
                short = (tags(self.state.board, lang)[value] for lang in LANGS)
                return [*land.names.texts.values(), *short]
            case "piece" | "unit" | "source" if 0 <= value < PHANTOM:
                return self._piece(value)
            case "kind":
                return in_words("kind", KINDS[value].key)
            case "rune":
                return in_words("rune", RUNES[value]) + in_words("meaning", RUNES[value])
            case "element":
                return in_words("element", ELEMENTS[value])
            case "seat" if 0 <= value < len(self.players):
                return [self.players[value]]
            case "reading":
                return reading_names(value)
            case "source":
                return in_words("word", "hand")
            case "unit":
                return in_words("word", "phantom" if value < PART else "part")
            case "seat" if value < 0:
                return in_words("word", "foes" if value == NOBODY else "host")
            case "answer":
                return in_words("word", "yes" if value else "no")
            case "word":
                return aim_names(value) if value in AimKind.ALL else in_words("word", str(value))
            case "quest" | "pact":
                return [str(value)]
            case _:
                return []

    def _piece(self, piece: int) -> list[str]:
        """Its kind in notation and all languages, with and without number and owner's letter."""
        owner, kind = self.state.pieces[piece].owner, self.state.pieces[piece].kind
        number = spell_piece(self.state, owner, piece)[len(KINDS[kind].key) :]
        called = [KINDS[kind].key, *in_words("kind", KINDS[kind].key)]
        called += [name + number for name in called]
        if piece in self.state.names:
            called.append(self.state.names[piece])
        if owner in (self.seat, NOBODY):
            return called
        return [f"{LETTERS[owner]}.{name}" for name in called] + called

    # Which moves fit

    def offers(self, verbs: Sequence[str]) -> list[Move]:
        """Everything that could be said by these verbs."""
        found = []
        for name in verbs:
            found += [Move(name, args) for args in Verb.ALL[name].offers(self.state, self.seat)]
        return found

    def fitting(self, moves: list[Move], said: list[str]) -> list[Move]:
        """The moves whose parts the words name, in their order; whole names before beginnings."""
        parts = [(move, parts_of(self.state, move)) for move in moves]
        for at, word in enumerate(said):
            parts = [(move, part) for move, part in parts if len(part) > at]
            whole = [(move, part) for move, part in parts if word in self.names(part[at])]
            parts = whole or [(move, part) for move, part in parts if self._begins(part[at], word)]
        exact = [move for move, part in parts if len(part) == len(said)]
        return exact or [move for move, _ in parts]

    def roughly(self, moves: list[Move], said: list[str]) -> list[Move]:
        """The moves in which the words name some of the parts, in their order."""
        return [move for move in moves if self._some(parts_of(self.state, move), said)]

    def _some(self, parts: list[Part], said: list[str]) -> bool:
        left = iter(parts)
        return all(any(self._begins(part, word) for part in left) for word in said)

    def _begins(self, part: Part, word: str) -> bool:
        return any(name.startswith(word) for name in self.names(part))

    def legal(self, moves: list[Move]) -> list[Move]:
        """The moves among these that the rules allow."""
        return [
            move
            for move in moves
            if Verb.ALL[move.verb].refuse(self.state, self.seat, move.args) is None
        ]

    def alike(self, moves: list[Move]) -> bool:
        """Whether moves differ only in pieces that nobody could tell apart."""
        return (
            len({(move.verb, *map(self._sort, parts_of(self.state, move))) for move in moves}) == 1
        )

    def _sort(self, part: Part) -> Any:
        if part.kind not in ("piece", "unit", "source") or not 0 <= part.value < PHANTOM:
            return part
        lying = tuple(token for token in self.state.tokens if part.value in token.pieces)
        name = self.state.names.get(part.value)
        return part.kind, self.state.pieces[part.value], name, lying

    # What could have been meant, though no rule offers it

    def conceivable(self, verb: str, said: list[str]) -> Iterator[Move]:
        """Moves of a verb with any lands, pieces and so on that the words name."""
        shape = Verb.ALL[verb].kinds(self.state, said)
        if not shape or len(said) != len(shape):
            return
        every = [self._named(kind, word) for kind, word in zip(shape, said, strict=True)]
        yield from (Move(verb, args) for args in islice(product(*every), MOST_TRIED))

    def unlisted(self, verb: str, said: list[str]) -> list[Move]:
        """The legal moves that the words say whole, where more can be said than is listed."""
        moves = self.conceivable(verb, said) if Verb.ALL[verb].unlisted else ()
        return [move for move in moves if rulings.no(self.state, self.seat, move) is None]

    def completed(self, verb: str, said: list[str]) -> Iterator[Move]:
        """Moves of a verb of which the words name only a part; the rest is what is nearest."""
        if verb == "declare" and not said:
            hand = self.state.players[self.seat].hand
            yield Move(verb, (MODES[0], *hand[:2]))
        shape = Verb.ALL[verb].shape.split()
        if verb not in COMPLETED or len(said) >= len(shape):
            return
        for spots in combinations(range(len(shape)), len(said)):
            named = dict(zip(spots, said, strict=True))
            every = [
                self._named(kind, named[at]) if at in named else self._nearest(verb, kind)
                for at, kind in enumerate(shape)
            ]
            yield from (Move(verb, args) for args in islice(product(*every), MOST_TRIED))

    def _nearest(self, verb: str, kind: str) -> list[Any]:
        """The seat's own pieces, or lands with her marker or a figure of hers, for a gap."""
        state, seat = self.state, self.seat
        if kind == "piece":
            pieces = enumerate(state.pieces)
            return [at for at, each in pieces if each.leader == seat and each.land >= 0]
        if kind == "land":
            here = {each.land for each in state.pieces if each.leader == seat}
            lands = range(len(state.board.lands))
            return [land for land in lands if land in here or state.markers[land] == seat]
        if kind == "kind":
            return [FARON] if verb in ("place", "start") else []
        return [HAND] if kind == "source" else []

    def _named(self, kind: str, word: str) -> list[Any]:
        if kind in ("number", "task"):
            return [int(word)] if word.isdecimal() and len(word) < 4 else []
        ranges: dict[str, Sequence[Any]] = {
            "word": (*MODES, *WISHES, *SHAPES),
            "land": range(len(self.state.board.lands)),
            "piece": self._pieces(),
            "source": [HAND, *self._pieces()],
            "unit": self._pieces(),
            "kind": range(len(KINDS)),
            "rune": range(len(RUNES)),
            "element": range(len(ELEMENTS)),
            "seat": range(-3, self.state.seats),
        }
        values = [value for value in ranges.get(kind, ()) if value != CHANCE or kind == "source"]
        called = {value: self.names(Part(kind, value)) for value in values}
        written = [v for v in values if fold(spell(self.state, self.seat, Part(kind, v))) == word]
        whole = written or [value for value, names in called.items() if word in names]
        return whole or [
            value for value, names in called.items() if any(n.startswith(word) for n in names)
        ]

    def _pieces(self) -> list[int]:
        """All pieces; those on the board first, the seat's own before others."""
        pieces = self.state.pieces
        return sorted(
            range(len(pieces)),
            key=lambda piece: (pieces[piece].land < 0, pieces[piece].leader != self.seat),
        )


def parts_of(state: State, move: Move) -> list[Part]:
    """The parts of a move, in the order in which they are said."""
    return Verb.ALL[move.verb].parts(state, move.args)


# --- Names --------------------------------------------------------------------------------


@cache
def plain(name: str) -> tuple[str, ...]:
    """A name as it may be typed: without accents, or with umlauts written out, in one word."""
    return tuple(each.replace(" ", "_") for each in spellings(name))


@cache
def in_words(group: str, key: str) -> list[str]:
    """What something is called in all languages."""
    return [Texts(WORDS, lang)(f"{group}.{key}") for lang in LANGS]


@cache
def aim_names(key: str) -> list[str]:
    """What a kind of aim is called in all languages."""
    return [str(AimKind.ALL[key].texts(lang)["word"]) for lang in LANGS]


@cache
def reading_names(key: str) -> list[str]:
    """A reading's own key, and its names in all languages."""
    if key not in Reading.ALL:
        return in_words("word", key)
    return [key.split(".")[1], *(str(Reading.ALL[key].words(lang)["name"]) for lang in LANGS)]


@cache
def verb_names() -> dict[str, tuple[str, ...]]:
    """What people may say for each verb, folded."""
    found = {}
    for name in Verb.ALL:
        said = [w for lang in LANGS for w in Texts(WORDS, lang)(f"verb.{name}").split()]
        found[name] = tuple(each for word in (name, *said) for each in plain(word))
    return found


@cache
def _long_names() -> tuple[str, ...]:
    """Names of several words, the longest first."""
    every = [name for key in Reading.ALL for name in reading_names(key)]
    every = [each.replace("_", " ") for name in every for each in plain(name) if "_" in each]
    return tuple(sorted(set(every), key=len, reverse=True))


@cache
def _fillers() -> frozenset[str]:
    """Words that say nothing of their own, in all languages, folded."""
    return frozenset(
        w for lang in LANGS for w in fold(Texts(WORDS, lang)("typing.fillers")).split()
    )


@cache
def _kind_names() -> frozenset[str]:
    """What figures are called, in notation and in all languages."""
    names = [name for kind in KINDS for name in (kind.key, *in_words("kind", kind.key))]
    return frozenset(each for name in names for each in plain(name))


def split(text: str, players: Sequence[str]) -> list[str]:
    """The words of a text, folded; names of several words in one, also `hunter 1`; no fillers."""
    said = fold(text)
    more = [fold(name) for name in players if " " in name]
    for name in (*more, *_long_names()):
        said = said.replace(name, name.replace(" ", "_"))
    words: list[str] = []
    for word in said.replace(",", " ").split():
        if word.isdecimal() and words and words[-1] in _kind_names():
            words[-1] += word
        else:
            words.append(word)
    return [word for word in words if word not in _fillers()] or words


def verbs_meant(word: str) -> list[str]:
    """The verbs a word stands for."""
    names = verb_names()
    whole = [verb for verb, every in names.items() if word in every]
    return whole or [v for v, every in names.items() if any(n.startswith(word) for n in every)]


# --- Understanding ------------------------------------------------------------------------


def understand(
    state: State, seat: int, text: str, lang: Lang, names: Sequence[str], why_not: WhyNot
) -> Move:
    """The one legal move that a person means; else a MoveError."""
    say = Texts(WORDS, lang)
    said = split(text, [*names, *state.names.values()])
    if not said:
        raise UnreadableMove(say("error.empty"))
    if "?" in text.split():
        raise UnreadableMove(say("error.hidden"))
    ear = Listener(state, seat, names)
    every = rulings.verbs(state, seat)
    open_to = [verb for verb in every if not Verb.ALL[verb].needs_words]
    meant = verbs_meant(said[0])
    chosen = [verb for verb in meant if verb in every]
    unlisted = [move for verb in chosen for move in ear.unlisted(verb, said[1:])]
    if unlisted:
        return _the_one(ear, unlisted, text, say)
    refused: list[Move] = []
    for verbs, words in ((chosen, said[1:]), (open_to, said)):
        if verbs == ["points"] and len(words) == 1:
            words = [*words, "0"]
        offers = ear.offers(verbs)
        fits = ear.fitting(offers, words) or ear.roughly(offers, words)
        legal = ear.legal(fits)
        if legal:
            return _the_one(ear, legal, text, say)
        refused += fits
    words = said[1:] if chosen else said
    tried = chosen or open_to
    refused += [move for verb in tried for move in ear.completed(verb, words)]
    refused += [move for verb in tried for move in ear.conceivable(verb, words)]
    refused += [Move(verb) for verb in meant if verb not in every and not chosen]
    if not open_to:
        refused.append(Move("pass"))
    if chosen == ["cast"] and not ear.offers(chosen):
        raise IllegalMove(refusal(WORDS, "S14.1", say("error.no_runes"), lang))
    barred = _refused(state, seat, refused)
    why = why_not(barred) if barred else None
    if why:
        raise IllegalMove(why)
    examples = _examples(ear, chosen) or _examples(ear, open_to)
    raise UnreadableMove(say("error.unreadable", text=text, examples=", ".join(examples)))


def _refused(state: State, seat: int, moves: list[Move]) -> Move | None:
    """Of moves that are not legal the first whose reason says something of the case at hand."""
    first = None
    for move in moves:
        no = rulings.no(state, seat, move)
        if no is not None and no.key not in UNSPECIFIC:
            return move
        first = first or (move if no is not None else None)
    return first


def _the_one(ear: Listener, moves: list[Move], text: str, say: Texts) -> Move:
    """The move that is left, or the first of several that come to the same."""
    if len(moves) == 1 or ear.alike(moves):
        return moves[0]
    fits = [_written(ear, move) for move in moves]
    more = ", …" if len(fits) > MOST_SHOWN else ""
    shown = ", ".join(fits[:MOST_SHOWN]) + more
    raise AmbiguousMove(say("error.several", text=text, fits=shown), fits)


def _written(ear: Listener, move: Move) -> str:
    parts = [spell(ear.state, ear.seat, part) for part in parts_of(ear.state, move)]
    return " ".join([move.verb, *parts])


def _examples(ear: Listener, verbs: Sequence[str]) -> list[str]:
    """What can be said by these verbs, some of it by each."""
    examples = []
    for verb in verbs:
        offers = Verb.ALL[verb].offers(ear.state, ear.seat)
        legal = (m for a in offers for m in ear.legal([Move(verb, a)]))
        examples += [_written(ear, move) for move in islice(legal, MOST_SHOWN // len(verbs) + 1)]
    return examples[:MOST_SHOWN]
