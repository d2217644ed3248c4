"""What the tests that all games share are told of SHENT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from cruachan.engine.game import CHANCE
from tests.protocol.book import Book

from .claims import CLAIMS
from .files import FILES
from .tables import by_lot, game_for

SEATS = 3
GAME = game_for(SEATS)
PLIES = (0, 1, 6, 15, 40, 90, 160, 250, 360, 480)


@cache
def moments() -> dict[str, str]:
    """Positions of one game by lot, from its beginning to its end."""
    steps = list(by_lot(SEATS, 5, {"limit": "15"}))
    met = {f"after {ply} moves": GAME.write_position(steps[ply][0]) for ply in PLIES}
    return met | {"the end": GAME.write_position(steps[-1][3])}


class Moments(Mapping[str, str]):
    """Positions by their names; the game is played when the first one is asked for."""

    def __getitem__(self, name: str) -> str:
        return moments()[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*(f"after {ply} moves" for ply in PLIES), "the end"])

    def __len__(self) -> int:
        return len(PLIES) + 1


BOOK = Book(
    GAME,
    Moments(),
    (None, CHANCE, 0, 1, 2),
    frozenset(
        {
            *("prompt", "points", "deck", "banner", "calls", "players", "lands", "track", "asked"),
            *("phase_name", "sky_name", "weather", "pacts", "finale"),
        }
    ),
    files=FILES,
    claims=CLAIMS,
)
