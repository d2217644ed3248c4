"""How a bot narrates: readings in the spirit of the rune, coloured by its temper."""

from __future__ import annotations

from cruachan.games.shent.bots.mind import Chooser, ShentMind
from cruachan.games.shent.chapters.events import Event, applicable
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.components.material import BAD, KINDS, temper
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.readings import Reading

LEANS, FEELS = 0.15, 0.4
"""How much what it thinks of a player sharpens or sweetens what it tells, and at most how much."""
HERO_NEAR = 15
"""With so much tûr a hero can soon be paid for, so it is worth while to ask for it."""


def event(mind: ShentMind) -> Move | None:
    """Narrator or referee: a reading. Active player: what to make of it."""
    if mind.of("read"):
        return read(mind)
    if mind.of("target"):
        return take(mind)
    if mind.of("take"):
        return mind.best(mind.of("take"), lambda m: m.args[0] not in BAD)
    if mind.of("accept"):
        poor = mind.frame.step == "ask" and (mind.me.tur < HERO_NEAR or not mind.me.aglar)
        return mind.first("decline" if poor else "accept")
    if mind.of("draw"):
        return mind.first("draw" if mind.chance(0.6) else "pass")
    return None


def read(mind: ShentMind) -> Move | None:
    """What has been told least, sweetened or sharpened by the temper."""
    chosen = mind.best(mind.of("read"), lambda m: _fancy(mind, m))
    assert chosen is not None
    return chosen._replace(args=(*chosen.args[:2], mind.temper.voice))


def _fancy(mind: ShentMind, move: Move) -> float:
    key, target = move.args[:2]
    if key == STORY:
        return -9.0
    worth = 2.0 * mind.rng.random() - 0.35 * mind.state.told.get(key, 0)
    reading = Reading.ALL[key]
    worth += 1.5 * reading.rare
    liking: float = max(-FEELS, min(FEELS, LEANS * mind.regards[mind.frame.seat]))
    bite = mind.temper.bite - liking
    worth += bite * reading.harsh + (mind.temper.gift + liking) * reading.rich
    shape = reading.shape.split()
    if target and shape and shape[0] == "piece":
        kind = KINDS[mind.state.pieces[target[0]].kind]
        worth += bite * 0.3 * max(kind.strength, kind.wisdom)
    return worth


def take(mind: ShentMind) -> Move | None:
    """The target that helps most; an appeal against what hurts most."""
    frame = mind.frame
    key = frame.reading
    appeal = mind.first("appeal")
    harsh = Reading.ALL[key].harsh
    if appeal and mind.level.pursues and temper(frame.rune) == "bad" and harsh >= 2:
        others = [k for k, _ in applicable(mind.state, frame.act) if k != key]
        if any(Reading.ALL[other].harsh < harsh for other in others):
            return appeal
    return mind.best(mind.of("target"), lambda m: _use(mind, key, m.args[0]))


def _use(mind: ShentMind, key: str, target: tuple[int, ...]) -> float:
    """Lands that quests want, figures that are worth most."""
    worth = 0.01 * mind.rng.random()
    if not target:
        return worth
    shape = Reading.ALL[key].shape.split()
    for at, each in enumerate(target):
        kind = shape[min(at, len(shape) - 1)] if shape else ""
        if kind == "land" and 0 <= each < len(mind.pull):
            worth += mind.pull[each]
        elif kind in ("piece", "pieces"):
            piece = KINDS[mind.state.pieces[each].kind]
            worth += 0.2 * max(piece.strength, piece.wisdom, 1)
    return worth


def take_back(mind: ShentMind) -> Move | None:
    """[S36.2] A free reading that somebody left half said: bots read from the list."""
    return mind.first("pass")


def welcome(mind: ShentMind) -> bool:
    """Whether a free reading suits a bot: as the one it happens to, as one it reaches, or beside.

    Whom it happens to wants no more harm than the list would do; the others weigh it by temper.
    """
    free = mind.state.stack[-2]
    act, worth = free.act(mind.state), free.worth
    if mind.seat == act.seat:
        listed = [Reading.ALL[key].harsh for key, _ in applicable(mind.state, act)]
        bearable = -sum(listed) / len(listed) if listed else 0.0
        return bool(worth > 0 if temper(act.rune) == "good" else worth >= bearable - 1)
    if mind.seat in free.must_agree(mind.state):
        return act.seat not in mind.fights - mind.friends
    return bool(-3 - 4 * mind.temper.bite <= worth <= 3 + 4 * mind.temper.gift)


def tell_round(mind: ShentMind) -> Move | None:
    """The round event, told in the bot's own way."""
    tell = mind.first("tell")
    return tell._replace(args=(mind.temper.voice,)) if tell else None


CHOOSERS: dict[type[Frame], Chooser] = {
    Event: event,
    FreeReading: take_back,
    RoundEvent: tell_round,
}
