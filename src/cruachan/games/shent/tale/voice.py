"""How something is told: names, nouns, sentences that do not repeat, and readings as a story."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.pieces import called
from cruachan.engine.words import Lang
from cruachan.games.shent import aims as about_aims
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.wording import variant
from cruachan.games.shent.box.material import BUILDINGS, ELEMENTS, KINDS, RUNES, temper
from cruachan.games.shent.chapters.challenges import PART, PHANTOM
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import NOWHERE, Aim, State, building, quest_of, tokens
from cruachan.games.shent.readings.places import known_lands
from cruachan.games.shent.tale import sentences

STORY = "story"
TEMPERS = ("", "generous", "dry", "dark")
"""The narrator's ways to begin, by the third word of a reading."""
LONGEST = 280
Pick = Callable[[str, Sequence[str], int], str]
"""Chooses a sentence: by what it is for, from which ones, and a number that varies."""


class Said(NamedTuple):
    """One sentence of the tale."""

    text: str
    note: str = ""
    """What it comes to in the game, for the log."""
    kind: str = STORY
    """story, new, idle, event; small: only for the log; way, round and others: see saga.py."""
    data: tuple[Any, ...] = ()
    land: int = NOWHERE
    """Where it happened."""

    @property
    def line(self) -> str:
        """The sentence for the log."""
        return " ".join(part for part in (self.text, f"({self.note})" if self.note else "") if part)


def by_number(key: str, options: Sequence[str], number: int) -> str:
    """The log's choice: it follows from the position alone."""
    return options[number % len(options)]


# --- Words --------------------------------------------------------------------------------

_BEGINS = re.compile(r"(^|[.!?] )\{(figure\w*|one|two|all)\}")


def clean(words: str) -> str:
    """What people said, in one line with a full stop."""
    plain = "".join(each if each.isprintable() else " " for each in words)
    plain = " ".join(plain.split())[:LONGEST].rstrip()
    return plain if not plain or plain[-1] in ".!?…”“\"'»«)" else plain + "."


def capital(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


class Voice:
    """Says things in a language: who, what, where."""

    def __init__(
        self, state: State, names: Sequence[str], lang: Lang, pick: Pick = by_number
    ) -> None:
        self.state = state
        self.lang: Lang = lang
        self.names = called(names, state.seats, lang)
        self.tales = sentences(lang)
        self.of_aims = about_aims.sentences(lang)
        self.pick = pick

    def land(self, land: int) -> str:
        """A land's name."""
        return self.state.board.lands[land].called(self.lang) if land >= 0 else ""

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.names[seat] if seat >= 0 else ""

    def rune(self, rune: int) -> str:
        """A rune as it is printed."""
        return {"idh": "îdh"}.get(RUNES[rune], RUNES[rune])

    def rune_of(self, rune: int) -> str:
        """What a rune stands for: of the way, of secrecy."""
        return str(self.tales["rune_of"][RUNES[rune]])

    def element(self, element: int, form: str = "") -> str:
        """An element in words; German also with its article: of, acc."""
        key = ELEMENTS[element]
        return str(self.tales["called"].get(f"{key}_{form}") or self.tales["called"][key])

    def noun(self, unit: int, form: str = "the") -> str:
        """A figure in words, with its article; also what is no piece."""
        if unit >= PHANTOM:
            key = "part" if unit >= PART else "phantom"
        else:
            key = KINDS[self.state.pieces[unit].kind].key
        return self.kind(key, form)

    def kind(self, key: str, form: str = "the") -> str:
        """A kind of figure in words."""
        forms = self.tales["noun"][key]
        return str(forms.get(form) or forms[form.split("_")[0]])

    def figure(self, unit: int, whose: int = NOBODY, form: str = "the") -> str:
        """A figure, and whose it is."""
        noun = self.noun(unit, form)
        if whose < 0 or unit >= PART:
            return noun
        return str(self.tales["tell"]["whose"]).format(figure=noun, player=self.player(whose))

    def company(self, units: Sequence[int], others: Collection[int] = ()) -> str:
        """Several figures, those of a kind counted together; of some kinds it is another one."""
        kinds = [self.state.pieces[unit].kind for unit in units]
        parts = []
        for kind in dict.fromkeys(kinds):
            many, key = kinds.count(kind), KINDS[kind].key
            one = self.kind(key, "other" if kind in others else "the")
            parts.append(one if many == 1 else f"{self.number(many)} {self.kind(key, 'many')}")
        return self.listed(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """One, two and three."""
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self.tales['called']['and']} {parts[-1]}"

    def runes(self, runes: Sequence[int]) -> str:
        """Runes by name; one that comes again is called so."""
        again = str(self.tales["called"]["again"])
        return self.listed(
            [
                again.format(rune=self.rune(rune)) if rune in runes[:at] else self.rune(rune)
                for at, rune in enumerate(runes)
            ]
        )

    def number(self, number: int) -> str:
        """A small number as a word."""
        words = self.tales["called"]["numbers"]
        return str(words[number]) if 0 <= number < len(words) else str(number)

    def forms(self, unit: int, whose: int = NOBODY, article: str = "the") -> dict[str, str]:
        """A figure in all its cases, as the sentences of readings ask for it."""
        return {
            "figure": self.figure(unit, whose, article),
            "figure_acc": self.figure(unit, whose, f"{article}_acc"),
            "figure_dat": self.figure(unit, whose, f"{article}_dat"),
        }

    def say(self, key: str, number: int = 0, /, **values: object) -> str:
        """One of the sentences of the tale for this."""
        found = self.tales["tell"][key]
        options = [found] if isinstance(found, str) else found
        return self.fill(self.pick(f"tell.{key}", options, number), values)

    def fill(self, sentence: str, values: dict[str, Any]) -> str:
        """A sentence with its names; a figure at its beginning has a capital letter."""
        sentence = _BEGINS.sub(r"\1{\2_cap}", sentence)
        capitals = {f"{key}_cap": capital(str(value)) for key, value in values.items()}
        return sentence.format(**values, **capitals)


# --- Quests -------------------------------------------------------------------------------


def aim_kind(aim: Aim) -> str:
    """An aim's kind as the tales name it."""
    return ".".join(part for part in (aim.kind, variant(aim)) if part)


def aim_title(voice: Voice, aim: Aim) -> str:
    """What a quest is called in the story."""
    own = voice.of_aims["aim_title"].get(aim_kind(aim))
    if own:
        return capital(fill_aim(voice, own, aim, ""))
    return aims.describe(aim, voice.state.board, voice.names, voice.lang, "title")


def fill_aim(voice: Voice, sentence: str, aim: Aim, player: str) -> str:
    """A sentence about an aim."""
    element = voice.element(aim.thing, "of") if aim_kind(aim) == "realm.element" else ""
    values = {
        "player": player,
        "other": voice.player(aim.seat),
        "land": voice.land(aim.land),
        "size": voice.number(aim.size),
        "element_of": element,
    }
    return voice.fill(sentence, values)


# --- Readings -----------------------------------------------------------------------------


def offset(state: State) -> int:
    """Where a game begins in the lists of sentences."""
    return max(0, state.first) + sum(max(0, player.element) for player in state.players)


def values_of(voice: Voice, state: State, act: Act, key: str, target: Target) -> dict[str, str]:
    """What a reading's sentences name: figure, place, other player."""
    values = {"player": voice.player(act.seat), "land": voice.land(act.land)}
    shape = Reading.ALL[key].shape.split() if key != STORY else []
    for part, value in zip(shape, target, strict=False):
        if part in ("piece", "pieces") and "figure" not in values:
            piece = state.pieces[value]
            others = piece.leader if piece.leader != act.seat and piece.land >= 0 else NOBODY
            values |= voice.forms(value, others, "a" if piece.land == NOWHERE else "the")
        elif part == "land":
            values["place"] = voice.land(value)
        elif part == "seat" and value != act.seat:
            values.setdefault("other", voice.player(value))
        elif part == "quest":
            found = quest_of(state, value)
            if found and found[0] != act.seat:
                values["other"] = voice.player(found[0])
    return values


def told(
    voice: Voice, state: State, act: Act, key: str, target: Target, style: int = 0, words: str = ""
) -> Said:
    """A reading as a story: in people's own words, else composed."""
    note = named(voice, act, key)
    if words:
        return Said(clean(words), note, "event", (key,), act.land)
    kind = "magic" if act.magic else "event"
    rune = RUNES[act.rune]
    if key == STORY:
        options = voice.tales["story"][rune][kind]
    else:
        options = Reading.ALL[key].sentences(act, voice.lang)
    number = state.told.get(key, 0) + offset(state)
    values = values_of(voice, state, act, key, target)
    chosen = voice.pick(f"{kind}.{rune}.{key}", options, number)
    sentence = voice.fill(chosen, values)
    before = _opening(
        voice, state, act, "open" if key == STORY else temper(act.rune), style, values
    )
    after = "" if act.magic else _remembered(voice, state, act, key, values)
    text = " ".join(part for part in (before, sentence, after) if part)
    return Said(text, note, "idle" if key == STORY else "event", (key,), act.land)


def named(voice: Voice, act: Act, key: str) -> str:
    """The rune, its strength and the reading's name."""
    rune = f"{voice.rune(act.rune)} {act.strength}" if act.strength else voice.rune(act.rune)
    if key == STORY:
        return rune
    return f"{rune}: {Reading.ALL[key].words(voice.lang)['name']}"


def _opening(
    voice: Voice, state: State, act: Act, mood: str, style: int, values: dict[str, str]
) -> str:
    """[S9.8] The narrator's temper, every second time."""
    if not 0 < style < len(TEMPERS) or (state.turns + state.turn.events + act.land) % 2:
        return ""
    options = voice.tales["opening"][TEMPERS[style]][mood]
    number = state.turns + state.turn.events
    return voice.fill(voice.pick(f"opening.{TEMPERS[style]}.{mood}", options, number), values)


def _remembered(voice: Voice, state: State, act: Act, key: str, values: dict[str, str]) -> str:
    """What the land remembers, or how it touches a quest all know; now and then."""
    if (state.turns + 2 * act.land + state.turn.events) % 3:
        return ""
    what, kind, when = state.memory.get(act.land, ("", NOWHERE, 0))
    if what and when < state.round and _still(state, act.land, what, kind):
        known = dict(values)
        if kind >= 0:
            noun = KINDS[kind].key
            article = "a" if what == "fell" else "the"
            for case in ("", "_acc", "_dat"):
                known["figure" + case] = voice.kind(noun, article + case)
        return _memory(voice, what, state.turns, known)
    lands = known_lands(state, act.seat)
    if act.land in lands:
        return _memory(voice, "quest_near", state.turns, values)
    if lands and (state.turns + act.land) % 2 == 0:
        place = voice.land(min(lands, key=lambda land: state.board.distance(act.land, land)))
        return _memory(voice, "quest_far", state.turns, {**values, "place": place})
    return ""


def _memory(voice: Voice, what: str, number: int, values: dict[str, str]) -> str:
    options = voice.tales["memory"][what]
    return voice.fill(voice.pick(f"memory.{what}", options, number), values)


def _still(state: State, land: int, what: str, kind: int) -> bool:
    """Whether a memory still fits the land."""
    house = building(state, land)
    if what == "legend":
        return bool(tokens(state, "legend", land))
    if what == "founded":
        return house is not None and state.pieces[house].kind == kind
    return what != "fell" or kind not in BUILDINGS
