"""Acts that an agreement speaks of (S37): what would break one, and what breaks it."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import BAD, RUNES
from cruachan.games.shent.core.acts import end_pact, remember
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.presence import at_home
from cruachan.games.shent.core.reading import Reading, Target
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import Pact, State, others_in

PASSAGE = ("truce", "passage")
"""[S37.5] [S37.6] The kinds that a refusal of passage breaks."""
ATTACK = ("truce",)
SUPPORT = ("support",)


def broken_by(
    state: State, seat: int, other: int, kinds: tuple[str, ...], land: int = NOWHERE
) -> list[Pact]:
    """[S37.11] The agreements a seat would break by an act against another, in a land."""
    return [
        pact
        for pact in state.pacts
        if pact.kind in kinds
        and pact.land in (NOWHERE, land)
        and (
            (pact.seat, pact.other) == (seat, other)
            or (pact.kind == "truce" and (pact.seat, pact.other) == (other, seat))
        )
    ]


def breach(
    state: State, seat: int, other: int, kinds: tuple[str, ...], land: int = NOWHERE
) -> None:
    """[S37.11] A seat has done what it had agreed not to do."""
    for pact in broken_by(state, seat, other, kinds, land):
        end_pact(state, pact, "broken", seat)


def warned(say: Speaker, text: str, broken: list[Pact], seat: int) -> str:
    """[S37.11] What is chosen, with the agreement that it would break."""
    if not broken:
        return text
    others = dict.fromkeys(p.other if p.seat == seat else p.seat for p in broken)
    names = ", ".join(say.names[other] for other in others)
    return say.words("say.breaks", text=text, names=names)


# --- Passage, magic, dragons --------------------------------------------------------------


def refused(state: State, host: int, comer: int, land: int, forced: bool = False) -> None:
    """[S37.5] [S37.6] Passage was refused; what a rune forces breaks nothing."""
    if not forced:
        remember(state, "refused", host, comer)
        breach(state, host, comer, PASSAGE, land)


def struck(state: State, seat: int, key: str, land: int, target: Target) -> set[int]:
    """[S37.5] Whom magic of a bad rune strikes: its target, else who is at home in the land."""
    reading = Reading.ALL[key]
    if RUNES.index(key.partition(".")[0]) not in BAD or reading.dubious:
        return set()
    hit = reading.concerned(state, target) or at_home(state, land)
    return hit - {seat, NOBODY}


def strike(state: State, seat: int, others: set[int], land: int) -> None:
    """[S37.5] Magic has struck others."""
    for other in sorted(others):
        remember(state, "harmed", seat, other)
        breach(state, seat, other, ATTACK, land)


def assailed(state: State, seat: int, land: int) -> set[int]:
    """[S37.5] Whose figures or marker a dragon would be set upon."""
    return {state.markers[land], *others_in(state, seat, land)} - {NOBODY, seat}


def assail(state: State, seat: int, land: int) -> None:
    """[S37.5] A hired dragon is set upon others."""
    for other in sorted(assailed(state, seat, land)):
        remember(state, "attacked", seat, other)
        breach(state, seat, other, ATTACK, land)
