"""Aims of quests (S17, S18): which there are for a quest's runes, when one is met, how hard it is.

An aim is a kind, opened by one rune of the quest (the matter), with parameters from the board, and
one manner for each further rune; a second equal rune makes the aim one size larger instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from cruachan.games.shent.aims import manners
from cruachan.games.shent.aims.base import AimKind, Look, in_vain, the_aim, the_kind
from cruachan.games.shent.aims.manners import Manner, manners_of
from cruachan.games.shent.aims.wording import describe
from cruachan.games.shent.components.material import GWEND, MAETH
from cruachan.games.shent.core.acts import note
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import Aim, Quest, State, lands_of, led

__all__ = ["COUNTED", "FAIR", "GOAL", "choices", "describe", "met", "progress"]

FAIR = 5
GOAL = 10
WORTHY = 12
"""What is offered for a goal: bots that choose well need half the turns of the estimate."""
LONGEST_GOAL = 18
"""No goal should take longer, if there are others."""
MOST_CHOICES = 60
SIZES_OFFERED = 3
EASILY_LOST = 6
"""[S17.22] Trying in vain is never harder than this, however great the thing tried."""
LIGHTER = 0.8
"""[S17.22] What is left of the difficulty when another quest is met by the same acts."""

OPPOSED = (frozenset((GWEND, MAETH)),)
"""[S18.6] [S18.7] Manners of which one forbids what the other demands: a fight."""

COUNTED = frozenset(key for key, kind in AimKind.ALL.items() if kind.counted)
"""The kinds with a count that galu and rhach change (S34.6, S35.6)."""


# --- What there is to choose --------------------------------------------------------------


class Sort(NamedTuple):
    """A kind of aim, as these runes can say it."""

    kind: AimKind
    matter: int
    manners: tuple[int, ...]
    larger: int
    """By how many sizes."""


def sorts(runes: tuple[int, ...]) -> Iterator[Sort]:
    """[S17.1] [S18.1] All kinds that these runes open, with the manners of the other runes."""
    for matter in dict.fromkeys(runes):
        rest = tuple(sorted(set(runes) - {matter}))
        for kind in AimKind.ALL.values():
            if matter in kind.runes and all(map(kind.fits, rest)):
                yield Sort(kind, matter, rest, len(runes) - 1 - len(rest))


def choices(state: State, seat: int, runes: tuple[int, ...]) -> list[Aim]:
    """All aims that make sense for these runes now; sizes and kinds take turns."""
    return _choices(Look(state, seat), runes)


def all_choices(
    state: State, seat: int, sets: Iterable[tuple[int, ...]]
) -> Iterator[tuple[tuple[int, ...], list[Aim]]]:
    """The aims for many sets of runes; the board is surveyed once."""
    look = Look(state, seat)
    return ((runes, _choices(look, runes)) for runes in sets)


def _choices(look: Look, runes: tuple[int, ...]) -> list[Aim]:
    found = [
        _interleave(
            _graded(look, [_offers(look, sort, step) for step in _steps(sort, SIZES_OFFERED)])
        )
        for sort in _sound_sorts(look, runes)
    ]
    return _interleave(found)[:MOST_CHOICES]


def _sound_sorts(look: Look, runes: tuple[int, ...]) -> Iterator[Sort]:
    """[S18.1] The sorts whose manners do not rule each other out; by the former rules all."""
    for sort in sorts(runes):
        if look.state.by_former_rules or not any(pair <= {*sort.manners} for pair in OPPOSED):
            yield sort


def _graded(look: Look, sizes: list[list[Aim]]) -> list[list[Aim]]:
    """[S17.22] The aims by size; none that is larger and rated no harder than a smaller one."""
    if look.state.by_former_rules:
        return sizes
    hardest: dict[tuple[object, ...], int] = {}
    found = []
    for aims in sizes:
        rated = [(aim, _unsized(aim), turns_for(look, aim)) for aim in aims]
        harder = [each for each in rated if each[2] > hardest.get(each[1], 0)]
        hardest |= {unsized: turns for _, unsized, turns in harder}
        found.append([aim for aim, _, _ in harder])
    return found


def _unsized(aim: Aim) -> tuple[object, ...]:
    """What aims of one sort have in common that differ in size alone."""
    return aim.kind, aim.land, aim.seat, aim.thing


def goal_choices(state: State, seat: int, runes: tuple[int, ...]) -> list[Aim]:
    """[S16.3] Aims worthy of a goal: hard, but no harder than can be played; else the hardest."""
    look = Look(state, seat)
    found: list[list[tuple[int, Aim]]] = []
    for sort in _sound_sorts(look, runes):
        sizes = [_offers(look, sort, step) for step in _steps(sort, sort.kind.steps)]
        aims = [aim for offered in _graded(look, sizes) for aim in offered]
        found.append([(turns_for(look, aim), aim) for aim in aims])
    worthy = [[a for n, a in aims if WORTHY <= n <= LONGEST_GOAL] for aims in found]
    if len({aims[0].kind for aims in worthy if aims}) >= 2:
        return _interleave(worthy)[:MOST_CHOICES]
    rated = sorted((pair for aims in found for pair in aims), key=lambda p: abs(p[0] - WORTHY))
    best: dict[str, list[Aim]] = {}
    for _, aim in rated:
        best.setdefault(aim.kind, []).append(aim)
    return _interleave([aims[:4] for aims in best.values()])[:MOST_CHOICES]


def _steps(sort: Sort, number: int) -> list[int]:
    """The sizes to offer, the smallest first."""
    last = sort.kind.steps - 1
    return sorted({min(sort.larger + step, last) for step in range(number)})


def _offers(look: Look, sort: Sort, step: int) -> list[Aim]:
    """The aims of a sort at one size that are sensible and not met."""
    under_sky = any(Manner.ALL[rune].under_sky for rune in sort.manners)
    sky = (look.state.sky + 1) % 6 if under_sky else NOWHERE
    found = []
    for each in look.offers(sort.kind, step):
        aim = each._replace(matter=sort.matter, manners=sort.manners, sky=sky)
        if sort.kind.sensible(look, aim):
            found.append(aim)
    return found


def _interleave(lists: list[list[Aim]]) -> list[Aim]:
    """The first of each, then the second of each, and so on."""
    longest = max(map(len, lists), default=0)
    mixed = [each[n] for n in range(longest) for each in lists if n < len(each)]
    return list(dict.fromkeys(mixed))


# --- A quest with an aim ------------------------------------------------------------------


def base(state: State, seat: int, aim: Aim) -> int:
    """What is stored at the declaration, because the aim counts from it."""
    return AimKind.ALL[aim.kind].base(state, seat, aim)


def sealed(state: State, seat: int, aim: Aim) -> Quest:
    """A quest as it would be if it were declared now."""
    turns = state.players[seat].turns
    runes = (aim.matter, *aim.manners)
    before = base(state, seat, aim)
    return Quest(0, "secret", runes, aim, round=state.round, turn=turns, sky=state.sky, base=before)


def progress(state: State, seat: int, quest: Quest) -> tuple[int, int]:
    """How much is done, and how much is wanted."""
    kind = the_kind(quest)
    if in_vain(the_aim(quest)):
        return min(1, len(kind.failures(state, seat, quest))), 1
    wanted = kind.wanted(quest)
    return min(kind.done(state, seat, quest), wanted), wanted


def missing(state: State, seat: int, quest: Quest) -> list[int]:
    """The manners that are not met."""
    ways = manners_of(the_aim(quest))
    return [manner.rune for manner in ways if not manner.met(state, seat, quest)]


def ready(state: State, seat: int, quest: Quest) -> bool:
    """[S18.2] Whether it is met but for its thriving."""
    done, wanted = progress(state, seat, quest)
    return done >= wanted and all(Manner.ALL[r].ripens for r in missing(state, seat, quest))


def met(state: State, seat: int, quest: Quest) -> bool:
    """[S17.1] Whether the aim is met, in all its manners."""
    done, wanted = progress(state, seat, quest)
    return done >= wanted and not missing(state, seat, quest)


def hopeless(state: State, seat: int, quest: Quest) -> bool:
    """Whether the aim cannot be met any more, so that it had better be given up."""
    lost = not in_vain(the_aim(quest)) and the_kind(quest).hopeless(state, seat, quest)
    return lost or manners.hopeless(state, seat, quest)


def must_be_secret(aim: Aim) -> bool:
    """[S18.8] Whether a quest with this aim can only be declared secretly."""
    return any(manner.secret for manner in manners_of(aim))


def end_turn(state: State, seat: int) -> None:
    """[S17.1] Put on record how things stand at the end of a seat's own turn."""
    note(state, DomainEventKind.TURN_END, seat, more=tuple(lands_of(state, seat)))
    for land, one, two in tuple(state.peace):
        if seat in (one, two):
            note(state, DomainEventKind.STOOD, seat, land=land, other=one + two - seat)
    player = state.players[seat]
    for quest in (*player.quests, *([player.aim] if player.aim else [])):
        ripens = quest.aim and any(manner.ripens for manner in manners_of(quest.aim))
        if ripens and ready(state, seat, quest):
            note(state, DomainEventKind.READY, seat, amount=quest.number)


# --- Difficulty ---------------------------------------------------------------------------


def difficulty(state: State, seat: int, aim: Aim) -> int:
    """[S17.22] The own turns that a purposeful player needs for it, if it is sealed now."""
    return turns_for(Look(state, seat), aim)


def hardness(state: State, seat: int, quest: Quest) -> int:
    """[S17.22] How hard the aim of a quest was when it was sealed."""
    return quest.hard or difficulty(state, seat, the_aim(quest))


def turns_for(look: Look, aim: Aim) -> int:
    """[S17.22] The same for one who has looked at the position already."""
    turns = manners.plain_turns(aim) + AimKind.ALL[aim.kind].adjust(look, aim)
    if in_vain(aim):
        turns = min(turns, EASILY_LOST)
    if any(_alike(aim, other) for other in look.running):
        turns = ceil(turns * LIGHTER)
    return max(1, turns)


def _alike(one: Aim, two: Aim) -> bool:
    """Whether two aims are met by the same acts."""
    what = (one.kind, one.land, one.seat, one.thing)
    return what == (two.kind, two.land, two.seat, two.thing) and one != two


def level(turns: int) -> str:
    """[S17.22] What voters are shown."""
    return "light" if turns < FAIR else "fair" if turns < GOAL else "hard"


# --- For the view ------------------------------------------------------------


def lands_named(aim: Aim) -> set[int]:
    """The lands an aim speaks of."""
    return {aim.land} if aim.land >= 0 else set()


def lands_concerned(state: State, seat: int, quest: Quest) -> set[int]:
    """The lands it names and those where it was done so far; else where the one it names stands."""
    aim = the_aim(quest)
    scenes = [] if in_vain(aim) else AimKind.ALL[aim.kind].scenes(state, seat, quest)
    found = lands_named(aim) | {scene.land for scene in scenes if scene.land >= 0}
    if found or aim.seat < 0:
        return found
    return {state.pieces[piece].land for piece in led(state, aim.seat)}
