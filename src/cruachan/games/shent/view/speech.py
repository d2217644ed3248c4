"""Things of SHENT in words: lands, figures, runes, prices; and the reasons of refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.pieces import called
from cruachan.engine.texts import Lang, Texts
from cruachan.games.shent import WORDS
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind, Look
from cruachan.games.shent.aims.wording import openings
from cruachan.games.shent.chapters.agreements import pact_in_words
from cruachan.games.shent.components.material import BUILDINGS, ELEMENTS, KIND, KINDS, RUNES
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.fields import HOST, NOWHERE, PART, PHANTOM
from cruachan.games.shent.core.flow import No, top
from cruachan.games.shent.core.parts import WAYS, Part, token_land
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.speaker import capital
from cruachan.games.shent.core.state import (
    Aim,
    Quest,
    State,
    Token,
    foes,
    pact_of,
    quest_of,
    standing,
    strength,
)
from cruachan.games.shent.core.strength import Strength
from cruachan.games.shent.tale import sentences
from cruachan.games.shent.tale.legends import question
from cruachan.games.shent.tale.voice import Voice


class ShentSpeech:
    """One position in words of one language, for one viewer."""

    def __init__(self, state: State, names: Sequence[str], lang: Lang, viewer: Viewer) -> None:
        self.state = state
        self.lang = lang
        self.viewer = viewer
        self.words = Texts(WORDS, lang)
        self.names = called(names, state.seats, lang)
        self._there: dict[int, str] = {}
        self._looks: dict[int, Look] = {}

    # --- Single things

    def land(self, land: int) -> str:
        """A land's name."""
        return self.state.board.lands[land].called(self.lang) if land >= 0 else ""

    def rune(self, rune: int) -> str:
        """A rune as it is printed."""
        return self.words(f"rune.{RUNES[rune]}") if rune >= 0 else "?"

    def meaning(self, rune: int) -> str:
        """What a rune means."""
        return self.words(f"meaning.{RUNES[rune]}") if rune >= 0 else "?"

    def full_rune(self, rune: int) -> str:
        """A rune with what it means."""
        return self.words("say.rune", rune=self.rune(rune), meaning=self.meaning(rune))

    def runes(self, runes: Sequence[int]) -> str:
        """Several runes."""
        return ", ".join(self.rune(rune) for rune in runes)

    def element(self, element: int) -> str:
        """An element's name."""
        return self.words(f"element.{ELEMENTS[element]}") if element >= 0 else ""

    def kind(self, kind: int | str) -> str:
        """A kind of figure, or one of the words that moves use."""
        if isinstance(kind, int):
            return self.words(f"kind.{KINDS[kind].key}")
        return self.words(f"kind.{kind}") if kind in KIND else self.word(kind)

    def word(self, key: str) -> str:
        """One of the words that moves use."""
        return self.words(f"word.{key}") if key else ""

    def the(self, piece: int) -> str:
        """A piece by its name, or with its article."""
        kind = KINDS[self.state.pieces[piece].kind].key
        return self.state.names.get(piece) or self.words(f"the.{kind}")

    def side(self, seat: int) -> str:
        """A player, foes or a host."""
        if seat >= 0:
            return self.names[seat]
        return self.words("say.host" if seat == HOST else "say.foes")

    def players(self, seats: Sequence[int]) -> str:
        """Several players."""
        return ", ".join(self.side(seat) for seat in seats)

    def piece(self, piece: int) -> str:
        """A figure by its kind, its number where it has one, and whose it is."""
        one = self.state.pieces[piece]
        what = self.words(f"kind.{KINDS[one.kind].key}")
        number = self._numbers[piece]
        if number:
            what = self.words("say.numbered", what=what, number=number)
        if piece in self.state.names:
            what = self.words("say.named", what=what, name=self.state.names[piece])
        if one.leader == NOBODY:
            wild = one.land >= 0 and one.kind not in BUILDINGS
            return self.words("say.foe", what=what) if wild else what
        if one.leader == self.viewer:
            return what
        return self.words("say.of", what=what, who=self.names[one.leader])

    @cached_property
    def _numbers(self) -> list[int]:
        """Each piece's number among its like; 0 where there is only one, or where it has a name."""
        counts: dict[tuple[int, int], int] = {}
        found = []
        for piece in self.state.pieces:
            key = (piece.owner, piece.kind)
            counts[key] = counts.get(key, 0) + 1
            found.append(counts[key])
        alike: dict[tuple[int, int], int] = {}
        for index, piece in enumerate(self.state.pieces):
            if piece.land != NOWHERE and index not in self.state.names:
                key = (piece.owner, piece.kind)
                alike[key] = alike.get(key, 0) + 1
        return [
            number if self._one_of_several(index, counts, alike) else 0
            for index, number in enumerate(found)
        ]

    def _one_of_several(
        self, index: int, counts: dict[tuple[int, int], int], alike: dict[tuple[int, int], int]
    ) -> bool:
        """Whether a piece could be taken for another one: for a nameless one of those in play."""
        piece = self.state.pieces[index]
        key = (piece.owner, piece.kind)
        if piece.land == NOWHERE:
            return counts[key] > 1
        return index not in self.state.names and alike[key] > 1

    @cached_property
    def laid(self) -> set[tuple[str, int]]:
        """The kinds of tokens that lie on pieces, each with its piece."""
        return {(token.kind, piece) for token in self.state.tokens for piece in token.pieces}

    def placed_piece(self, piece: int) -> str:
        """A figure, and where it stands."""
        land = self.state.pieces[piece].land
        if land < 0:
            return self.piece(piece)
        return self.words("say.at", what=self.piece(piece), land=self.land(land))

    def unit(self, unit: int) -> str:
        """A unit in a contest."""
        if unit >= PART:
            parts = getattr(top(self.state), "parts", ()) if self.state.stack else ()
            at = unit - PART
            strength = parts[at] if at < len(parts) else getattr(top(self.state), "part", "?")
            return self.words("say.part", number=at + 1, strength=strength)
        return self.words("say.phantom") if unit >= PHANTOM else self.piece(unit)

    def token(self, index: int) -> str:
        """A token, its strength, and where it lies."""
        token = self.state.tokens[index]
        what = self.words(f"token.{token.kind}")
        if token.strength:
            what = self.words("say.strong", what=what, strength=token.strength)
        land = token_land(self.state, token)
        return self.words("say.at", what=what, land=self.land(land)) if land >= 0 else what

    def price(self, tur: int = 0, golu: int = 0, aglar: int = 0) -> str:
        """What something costs."""
        amounts = (("tur", tur), ("golu", golu), ("aglar", aglar))
        said = [self.words(f"say.{key}", n=amount) for key, amount in amounts if amount]
        return ", ".join(said) or self.words("say.nothing")

    def there(self, land: int) -> str:
        """In brackets, whom a step into a land would meet."""
        if land not in self._there:
            met = [s for s in standing(self.state, land) if s != self.viewer]
            said = [self.names[seat] for seat in met]
            said += [self._foe(piece) for piece in foes(self.state, land)]
            self._there[land] = f" ({', '.join(said)})" if said else ""
        return self._there[land]

    def _foe(self, piece: int) -> str:
        """A foe, and how strong it is."""
        one = self.state.pieces[piece]
        what = self.words(f"kind.{KINDS[one.kind].key}")
        return self.words("say.foe_strong", what=what, strength=strength(one))

    # --- Readings and quests

    def reading(self, key: str) -> str:
        """The name of a reading."""
        if key not in Reading.ALL:
            return self.word(key)
        return str(Reading.ALL[key].words(self.lang)["name"])

    def does(self, key: str, strength: int | None, magic: bool = False, whose: int = NOBODY) -> str:
        """What a reading does, with a strength if it is known; to another player by that name."""
        if key not in Reading.ALL:
            return ""
        other = self.names[whose] if whose not in (NOBODY, self.viewer) else ""
        return does(Reading.ALL[key], strength, self.words, magic, other)

    def question(self, token: Token) -> str:
        """[S26.3] What a legend asks; nothing where a token asks nothing."""
        if token.kind != TokenKind.LEGEND:
            return ""
        return question(Voice(self.state, self.names, self.lang), self.state, token.land)

    def part(self, part: Part) -> str:
        """A part of a move."""
        kind, value = part
        say: dict[str, Callable[[Any], str]] = {
            "land": self.land,
            "piece": self.placed_piece,
            "seat": self.side,
            "element": self.element,
            "rune": self.rune,
            "quest": self.quest_named,
            "token": self.token,
            "way": lambda way: self.word(WAYS[way]),
            "pact": self.pact_named,
        }
        return say.get(kind, str)(value)

    def parts(self, parts: Sequence[Part]) -> str:
        """A whole target; the place of a rune in a quest is said by the rune."""
        said = []
        for at, part in enumerate(parts):
            if part.kind == "index":
                found = quest_of(self.state, parts[at - 1].value)
                said.append(self.rune(found[1].runes[part.value]) if found else "?")
            else:
                said.append(self.part(part))
        return ", ".join(said)

    def values(self, parts: Sequence[Part]) -> dict[str, str]:
        """What the parts of a move are called, by the names that texts have for them."""
        values: dict[str, str] = {}
        for kind, value in parts:
            match kind:
                case "seat":
                    values["other"] = self.side(value)
                case "unit":
                    values["unit"] = self.unit(value)
                case "piece":
                    values["piece"] = self.piece(value)
                case "kind":
                    values["kind"] = self.kind(value)
                case "task":
                    values["number"] = str(value)
                case "rune":
                    values |= {"rune": self.rune(value), "meaning": self.meaning(value)}
                case _:
                    values[kind] = self.part(Part(kind, value))
        return values

    def round_event(self, rune: int, strength: int) -> dict[str, str]:
        """The name of a round event, and what it does."""
        told = sentences(self.lang)["round"][RUNES[rune]]
        does = str(told["does"]).format(strength=Strength(strength, self.words))
        return {"name": str(told["name"]), "does": does}

    def quest_named(self, number: int) -> str:
        """A quest by its number."""
        return self.words("say.quest", number=number)

    def pact_named(self, number: int) -> str:
        """An agreement by its number and what it is."""
        pact = pact_of(self.state, number)
        text = pact_in_words(self, pact) if pact else ""
        return self.words("say.pact", number=number, text=text)

    def aim(self, aim: Aim, key: str = "text") -> str:
        """An aim in words; [S26.3] one that answers a legend names its question."""
        text = aims.describe(aim, self.state.board, self.names, self.lang, key)
        if key != "text" or not AimKind.ALL[aim.kind].answers or aim.land not in self.state.lore:
            return text
        asked = question(Voice(self.state, self.names, self.lang), self.state, aim.land)
        return self.words("say.asks", text=text, question=asked)

    def openings(self, rune: int) -> str:
        """What a quest can be out for that begins with a rune."""
        return openings(rune, self.lang)

    def turns_for(self, seat: int, aim: Aim) -> int:
        """[S17.22] How hard an aim would be for a seat."""
        if seat not in self._looks:
            self._looks[seat] = Look(self.state, seat)
        return aims.turns_for(self._looks[seat], aim)

    def quest(self, quest: Quest | None) -> str:
        """What a quest is about, as far as it is known."""
        if quest is None:
            return ""
        if quest.aim is not None:
            return self.aim(quest.aim)
        return quest.words or self.words("say.free")

    def quest_title(self, quest: Quest) -> str:
        """What a quest is called, as far as it is known."""
        if quest.aim is None:
            return quest.words
        return aims.describe(quest.aim, self.state.board, self.names, self.lang, "title")

    def task(self, quest: Quest | None) -> str:
        """[S15.13] The same with its steps, as it is voted on."""
        if quest is None or not quest.steps:
            return self.quest(quest)
        steps = [f"{step} ({self.word('yes' if done else 'no')})" for step, done in quest.steps]
        done = sum(done for _, done in quest.steps)
        values = {"done": done, "of": len(steps), "steps": "; ".join(steps)}
        return f"{self.quest(quest)} {self.words('say.steps', **values)}"


def does(reading: Reading, strength: int | None, words: Texts, magic: bool, other: str = "") -> str:
    """What a reading does, with a strength if it is known: to "you", or to somebody by name."""
    told = reading.words(words.lang)
    keys = ["does_magic", "does"] if magic else ["does", "does_magic"]
    if other and not magic:
        keys = ["does_other", *keys]
    said = str(next(told[key] for key in keys if key in told))
    return said.format(strength=Strength(strength, words), player=other)


# --- Refusals -----------------------------------------------------------------------------


def reason(state: State, no: No, names: Sequence[str], lang: Lang) -> str:
    """Why something is refused, in a sentence."""
    values = values_in_words(state, no.values, names, lang)
    return Texts(WORDS, lang)(f"why.{no.key}", **values)


def values_in_words(
    state: State, values: dict[str, Any], names: Sequence[str], lang: Lang
) -> dict[str, Any]:
    """What a refusal names: lands, figures, players and so on by their names."""
    speech = ShentSpeech(state, names, lang, None)
    found = {name: _value(speech, name, value) for name, value in values.items()}
    for name in ("piece", "unit"):
        if name in found:
            found[name.capitalize()] = capital(found[name])
    if {"tur", "golu", "aglar"} <= set(values):
        found["price"] = speech.price(values["tur"], values["golu"], values["aglar"])
    return found


def _value(speech: ShentSpeech, name: str, value: Any) -> Any:
    say: dict[str, Callable[[Any], str]] = {
        "land": speech.land,
        "piece": speech.the,
        "seat": speech.side,
        "rune": speech.rune,
        "kind": speech.kind,
        "element": speech.element,
        "reading": speech.reading,
    }
    if name == "unit":
        return speech.the(value) if NOWHERE < value < PHANTOM else speech.unit(value)
    return say[name](value) if name in say else value
