"""A reading as a story: its sentence, how the narrator begins, and what the land remembers."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.components.material import BUILDINGS, KINDS, RUNES, temper
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.reading import FREE, STORY, Act, Reading, Target
from cruachan.games.shent.core.state import State, building, quest_of, tokens
from cruachan.games.shent.readings.places import known_lands
from cruachan.games.shent.tale.voice import Said, Voice, offset

TEMPERS = ("", "generous", "dry", "dark")
"""The narrator's ways to begin, by the third word of a reading."""


def values_of(voice: Voice, state: State, act: Act, key: str, target: Target) -> dict[str, str]:
    """What a reading's sentences name: figure, place, other player."""
    values = {"player": voice.player(act.seat), "land": voice.land(act.land)}
    shape = Reading.ALL[key].shape.split() if key in Reading.ALL else []
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


def tell_reading(
    voice: Voice, state: State, act: Act, key: str, target: Target, style: int = 0
) -> Said:
    """A reading as a story."""
    note = named(voice, act, key)
    pieces, place = _touched(key, target)
    kind = "magic" if act.magic else "event"
    rune = RUNES[act.rune]
    if key == STORY:
        options = voice.tales["story"][rune][kind]
    else:
        options = Reading.ALL[key].sentences(act, voice.lang)
    number = state.told.get(key, 0) - _counted(state, act, key) + offset(state)
    values = values_of(voice, state, act, key, target)
    chosen = voice.pick(f"{kind}.{rune}.{key}", options, number)
    sentence = voice.fill(chosen, values)
    before = _opening(
        voice, state, act, "open" if key == STORY else temper(act.rune), style, values
    )
    after = "" if act.magic else _remembered(voice, state, act, key, values)
    text = " ".join(part for part in (before, sentence, after) if part)
    kind = "idle" if key == STORY else "event"
    return Said(text, note, kind, None, act.land, key, pieces, place)


def _counted(state: State, act: Act, key: str) -> bool:
    """Whether the reading at hand was chosen already, and counts as told: it stays the same."""
    events = [each for each in state.stack if isinstance(each, Event)]
    return bool(events) and not act.magic and events[-1].reading == key


def _touched(key: str, target: Target) -> tuple[tuple[int, ...], int]:
    """The figures a reading is told of, and a second land."""
    shape = Reading.ALL[key].shape.split() if key in Reading.ALL else []
    parts = list(zip(shape, target, strict=False))
    pieces = tuple(value for part, value in parts if part in ("piece", "pieces"))
    return pieces, next((value for part, value in parts if part == "land"), NOWHERE)


def named(voice: Voice, act: Act, key: str) -> str:
    """The rune, its strength and the reading's name."""
    rune = voice.rune(act.rune)
    if act.strength:
        rune = voice.strong(act.rune, act.strength)
    if key == STORY:
        return rune
    name = voice.say("free_reading") if key == FREE else Reading.ALL[key].words(voice.lang)["name"]
    return f"{name}: {rune}"


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
    """What the land remembers, or how it touches a quest all know; now and then.

    Not with each of the readings among which a narrator chooses, and not in the same words.
    """
    own = sum(key.encode())
    if (state.turns + 2 * act.land + state.turn.events + own) % 3:
        return ""
    number = state.turns + own
    what, kind, when = state.memory.get(act.land, ("", NOWHERE, 0))
    if what and when < state.round and _still(state, act.land, what, kind):
        known = dict(values)
        if kind >= 0:
            noun = KINDS[kind].key
            article = "a" if what == "fell" else "the"
            for case in ("", "_acc", "_dat"):
                known["figure" + case] = voice.kind(noun, article + case)
        return _memory(voice, what, number, known)
    lands = known_lands(state, act.seat)
    if act.land in lands:
        return _memory(voice, "quest_near", number, values)
    if lands and (state.turns + act.land) % 2 == 0:
        place = voice.land(min(lands, key=lambda land: state.board.distance(act.land, land)))
        return _memory(voice, "quest_far", number, {**values, "place": place})
    return ""


def _memory(voice: Voice, what: str, number: int, values: dict[str, str]) -> str:
    options = voice.tales["memory"][what]
    return voice.fill(voice.pick(f"memory.{what}", options, number), values)


def _still(state: State, land: int, what: str, kind: int) -> bool:
    """Whether a memory still fits the land."""
    house = building(state, land)
    if what == "legend":
        return bool(tokens(state, TokenKind.LEGEND, land))
    if what == "founded":
        return house is not None and state.pieces[house].kind == kind
    return what != "fell" or kind not in BUILDINGS
