"""Weights of sentences, by which the saga chooses what it tells."""

from __future__ import annotations

from cruachan.games.shent.components.material import URLUG
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import State
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.saga.book import ALWAYS, StorySentence
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.tale.subjects import SpellWorks, TwoPlayers
from cruachan.games.shent.tale.voice import Said

FATE, TURN, COLOUR = 3, 2, 1
"""What is always told, what is told where there is room, and what only colours."""
WEIGHTS = {
    "vow": ALWAYS, "feat": ALWAYS, "own_words": ALWAYS, "no_words": ALWAYS,
    "silent": ALWAYS, "secret": ALWAYS, "fulfilled": ALWAYS, "fulfilled_words": ALWAYS,
    "claims_goal": ALWAYS, "claims_goal_words": ALWAYS, "claims_words": ALWAYS, "goal_lost": ALWAYS,
    "proposed_words": ALWAYS, "unfulfilled": FATE, "failed": FATE, "failed_open": FATE,
    "forsaken": TURN, "forsaken_open": FATE, "sealed": 0, "reward_goal": 0,
    "fell": FATE, "rescued": FATE, "hero_won": FATE + 1, "hero_shown": 0, "treasure": FATE,
    "answered": FATE, "founded": FATE, "fortress": FATE, "developed": TURN, "joined": TURN,
    "joined_after": TURN, "joined_woken": TURN, "taken": TURN, "unmarked": COLOUR,
    "broken": FATE, "hired": FATE + 1, "flew": TURN, "took": TURN, "paid": COLOUR,
    "returned": COLOUR, "deserted": COLOUR, "deserteds": COLOUR, "dismissed": COLOUR,
    "placed": COLOUR, "refused": COLOUR, "peace": COLOUR, "treasure_lost": 0, "treasure_won": 0,
    "band_won": 0, "band_lost": 0, "too_weak": COLOUR, "marched": COLOUR, "declined": 0,
    "withstood": 0, "withstood_self": 0, "likewise": 0, "sky": 0,
    "renowned": COLOUR, "agreed": FATE, "parted": TURN, "loosed": TURN,
    "maeth.feud": FATE, "rim.word": 0, "narchad.death": FATE, "narchad.ruin": FATE,
    "rhach.setback": FATE, "breged.task": FATE, "galu.sooner": FATE, "gwend.won": FATE,
    "tulu.ally": TURN, "galas.founding": FATE, "idh.sleep": TURN, "asleep": FATE,
    "band.siege": TURN,
    "gwend.friends": TURN, "erthad.cause": TURN, "erthad.threads": TURN, "erthad.joined": TURN,
    "hannas.hero": 0, "narchad.plague": TURN, "rim.falling": TURN, "rim.ways": TURN,
    "galas.experience": TURN, "breged.heart": TURN, "nuthad.back": TURN, "breged.swept": TURN,
    "tulu.rescue": 0, "thurinas.hoard": 0, "hannas.find": 0, "thurinas.legend": 0,
    "narchad.clearing": TURN, "rath.house": TURN,
}  # fmt: skip
"""By the sentence or the reading; others are worth 1, readings that are slight 0."""
CAUSES = ("refused", "maeth.duel", "maeth.raid", "maeth.hunted", "maeth.camp", "maeth.feud")
"""What leads to a fight in the same land."""
PLANTS = {
    "treasure": ("thurinas.hoard", "hannas.find"),
    "answered": ("thurinas.legend",),
    "hero_won": ("hannas.hero", "hero_shown"),
    "rescued": ("tulu.rescue",),
    "broken": ("rim.word",),
    "parted": ("agreed",),
    "loosed": ("agreed",),
    "maeth.feud": (),
}
"""What was heard of before it was found, or came loose before it broke."""
KEPT = ("broken", "maeth.feud")
"""What ends a peace: it was told that there was one."""
AGO = 60
"""The moves after which a loosened peace breaks, if it does."""
CHANCES = (
    *("rath.ride", "rath.path", "rath.road", "nuthad.back"),
    *("breged.swept", "rim.ways", "rim.detours"),
)
"""Readings on which nothing hangs but the way."""
MIGHTY = ("gwend.won", "narchad.death", "narchad.ruin")
"""Magic that is told like any other fate: somebody comes by it or falls."""
SPELLS = 3
"""In how many rounds the same magic of a player is told once."""


class SentenceScales:
    """Weighs sentences in the order of play; what was told lately weighs less."""

    def __init__(self, figures: FigureLives) -> None:
        self.figures = figures
        self.seen: set[tuple[object, ...]] = set()
        self.cast: dict[SpellWorks, int] = {}

    def weigh(self, told: StorySentence, before: State, after: State, goals: set[int]) -> int:
        """How much hangs on a sentence."""
        said = told.said
        if told.by >= 0 or said.kind in ("feat", "start", "frame"):
            return ALWAYS
        if said.kind in ("event", "spell") and self._elsewhere(said, before, after):
            return 0
        weight = self._usual(said, before.round)
        if said.kind in ("fight", "slain"):
            weight = FATE if self._fatal(after) else COLOUR
        if said.kind in ("event", "spell") and self._fatal(after):
            weight = FATE + 1
        elif weight and said.land in goals and said.kind in ("event", "idle"):
            weight += 1
        if weight and any(self.figures.name(piece, told.ply) for piece in said.pieces):
            weight += 1
        return self._of_chance(said, weight, before, after)

    def _of_chance(self, said: Said, weight: int, before: State, after: State) -> int:
        """Roads and weather colour a turn, no more; nobody drives merrily to a dragon."""
        if said.kind != "event" or not said.key.startswith(CHANCES) or self._fatal(after):
            return weight
        lairs = {piece.land for piece in before.pieces if piece.kind == URLUG and piece.leader < 0}
        return 0 if lairs & {said.land, said.place} else min(weight, COLOUR)

    def _usual(self, said: Said, now: int) -> int:
        reading = Reading.ALL.get(said.key)
        usual = 0 if reading and reading.slight else COLOUR
        weight = WEIGHTS.get(said.key, usual)
        if said.key.startswith(("banished", "broke_")):
            return FATE
        if said.key.startswith("kept_"):
            return TURN
        if said.key == "peace":
            return TURN if self._first("peace", said.about(TwoPlayers).pair) else 0
        if said.kind == "refused":
            return TURN if self._first("refused", said.about(TwoPlayers)) else COLOUR
        if said.kind == "spell":
            if said.key in MIGHTY:
                return FATE + 1
            return min(weight, TURN) if self._anew(said, now) else 0
        return weight

    def _first(self, *what: object) -> bool:
        new = what not in self.seen
        self.seen.add(what)
        return new

    def _anew(self, said: Said, now: int) -> bool:
        """Whether a player's magic has not been told lately."""
        spell = said.about(SpellWorks)
        last = self.cast.get(spell, -SPELLS)
        if now - last < SPELLS:
            return False
        self.cast[spell] = now
        return True

    def _elsewhere(self, said: Said, before: State, after: State) -> bool:
        """Whether it is told of one who is in none of the lands it names."""
        lands = {said.land, said.place}
        around = [{state.pieces[piece].land for state in (before, after)} for piece in said.pieces]
        return any(not places & lands and max(places) >= 0 for places in around)

    def _fatal(self, after: State) -> bool:
        """Whether somebody fell by it or had to leave."""
        lost = (DomainEventKind.FELL, DomainEventKind.OFF)
        return any(event.what in lost and event.piece >= 0 for event in after.domain_events)


def with_causes(told: list[StorySentence]) -> list[StorySentence]:
    """What led to a fight weighs as much as the fight."""
    fatal = [each for each in told if each.weight >= FATE]
    led = {id(each) for each in causes(told, fatal)}
    return [
        each._replace(weight=max(each.weight, FATE)) if id(each) in led else each for each in told
    ]


def causes(told: list[StorySentence], chosen: list[StorySentence]) -> list[StorySentence]:
    """What led to some fights, and to somebody's being banished; and what led to that."""
    found: list[StorySentence] = []
    for at in range(len(told) - 1, -1, -1):
        each = told[at]
        gone = each.said.key.startswith("banished")
        fights = gone or each.said.kind in ("fight", "slain")
        if not fights or not (each in chosen or each in found):
            continue
        for cause in told[:at][::-1]:
            leads = cause.said.kind == "fight" if gone else cause.said.key in CAUSES
            if leads and cause.said.land == each.said.land:
                found.append(cause)
                break
    return found


def outcomes(told: list[StorySentence], chosen: list[StorySentence]) -> list[StorySentence]:
    """How it came out, where it is told that somebody was challenged or attacked."""
    found = []
    for at, each in enumerate(told):
        if each in chosen and each.said.kind == "event" and each.said.key in CAUSES:
            after = (one for one in told[at + 1 :] if one.said.land == each.said.land)
            found += [one for one in after if one.said.kind in ("fight", "slain")][:1]
    return found


def plants(told: list[StorySentence]) -> set[tuple[int, str]]:
    """What was heard of something that was found later: by move and sentence."""
    found = set()
    for at, each in enumerate(told):
        heard = PLANTS.get(each.said.key, ("agreed",) if each.said.key.startswith("broke_") else ())
        for keys in (heard, ("peace",) if each.said.key in KEPT else ()):
            before = (told[back] for back in range(at - 1, -1, -1) if told[back].said.key in keys)
            one = next((one for one in before if _same(one, each)), None)
            if one is not None:
                found.add((one.ply, one.said.key))
    return found


def _same(heard: StorySentence, found: StorySentence) -> bool:
    """Whether what was heard of is what was found: the same land, player or agreement."""
    if heard.said.key == "agreed":
        return _pair(heard) == _pair(found)
    if heard.said.key == "peace":
        pair = found.said.key != "broken" or _pair(found) == _pair(heard)
        return pair and heard.said.land == found.said.land
    if heard.said.key == "rim.word":
        return found.ply - heard.ply <= AGO
    if found.said.key == "rescued":
        return bool(set(heard.said.pieces) & set(found.said.pieces))
    if found.said.key == "hero_won" and heard.seat == found.seat:
        return True
    return found.said.land >= 0 and found.said.land in (heard.said.land, heard.said.place)


def _pair(told: StorySentence) -> frozenset[int]:
    """The two players of whom it tells."""
    return told.said.about(TwoPlayers).pair
