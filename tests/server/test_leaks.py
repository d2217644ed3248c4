"""No leak over the network: change what a viewer must not know, and no byte she gets changes.

Two tables in two servers have the same people and the same dice to a viewer, and differ in backs
she has not seen, in hands, goals, sealed answers and words nobody told her. Through HTTP, WebSocket
and server-sent events she gets the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import pytest

from cruachan.engine.game import Viewer
from cruachan.server.tables import listeners, redaction, table_maker
from cruachan.server.tables import requests as requests_module
from cruachan.server.tables import service as service_module
from cruachan.server.tables import table as table_module
from cruachan.server.tables.listeners import Presence
from tests.leaks import Leak
from tests.server import plants
from tests.server.inside import InProcessServers
from tests.server.twins import Played, gallia, shent, twin
from tests.server.worlds import SEED, Twins, ask_everything, follow

GAMES = {"gallia": gallia, "shent": shent}
CUTS = {"gallia": (36, 81), "shent": (20, 58)}
"""About where the games are cut off: in the middle, and just before they end."""
WORDS = {
    "gallia": ("scout Ins", "build Ins", "back 3-5", "back ?", "", "xyz", "end"),
    "shent": ("claim 1", "cast hand rath", "vote yes", "bid 2", "lay rath", "", "end"),
}


@cache
def whole(game: str) -> Played:
    """A whole game."""
    return GAMES[game]()


@cache
def pair(game: str, cut: int, viewer: Viewer) -> tuple[Played, Played]:
    """A game up to a ply at which a viewer who plays is asked, and its twin for her."""
    states = whole(game).states()[: cut + 1]
    asked = [n for n, state in enumerate(states) if viewer in whole(game).game.to_act(state)]
    played = whole(game).until(asked[-1] if asked else cut)
    return played, twin(played, viewer, Random(1))


@pytest.fixture(scope="module")
def servers() -> Iterator[InProcessServers]:
    """Two servers in which it is always the same moment, and the same dice lie."""
    with pytest.MonkeyPatch.context() as patch, InProcessServers(2) as opened:
        for module in (redaction, service_module, table_maker, table_module):
            patch.setattr(module, "now", lambda: 1_700_000_000_000)
        patch.setattr(Presence, "away", lambda *_: 0.0)
        for name in ("GOODBYE", "LOST"):
            patch.setattr(listeners, name, 600.0)
        patch.setattr(table_maker, "new_seed", lambda: SEED)
        ids = (f"table{number // 2}" for number in count())
        patch.setattr(requests_module, "new_table", lambda: next(ids))
        yield opened


@pytest.mark.parametrize(
    ("game", "viewer"),
    [
        *[("gallia", viewer) for viewer in (0, 1, None)],
        *[("shent", viewer) for viewer in (0, 1, 2, None)],
    ],
)
def test_twins_are_one_and_the_same_to_a_viewer(
    servers: InProcessServers, game: str, viewer: Viewer
) -> None:
    """Over whole games, with everything that can be asked at several moments."""
    for cut in CUTS[game]:
        left, right = pair(game, cut, viewer)
        assert left.plies != right.plies
        with Twins(servers, left, right, viewer) as twins:
            follow(twins, Random(cut))
            ask_everything(twins, WORDS[game])


def test_once_it_is_over_everything_may_be_seen(servers: InProcessServers) -> None:
    """The whole game with its seed, through everybody's eyes."""
    played = whole("gallia")
    with Twins(servers, played, played, None) as twins:
        twins.begin()
        for world in twins:
            world.play(0, len(played.plies) - 1)
            log = f"/tables/{world.id}/log"
            assert "back ?" in world.http.get(log).text
            world.play(len(played.plies) - 1, len(played.plies))
            assert "back ?" not in world.http.get(log).text
            assert SEED.hex() in world.http.get(f"/tables/{world.id}/transcript").text
            seen = world.http.get(f"/tables/{world.id}/view", params={"seat": 1, "ply": 30})
            assert seen.json()["view"]["seat"] == 1


# The test of the test: leaks planted on purpose are found.


def look_for_leaks(servers: InProcessServers, game: str) -> None:
    """What the test above does, on a short game that has all it takes."""
    cut, viewer = (24, 1) if game == "gallia" else (40, 0)
    with Twins(servers, *pair(game, cut, viewer), viewer) as twins:
        follow(twins, Random(3))
        ask_everything(twins, WORDS[game][:3])


@pytest.mark.parametrize("game", ["gallia", "shent"])
def test_an_honest_server_is_not_accused(servers: InProcessServers, game: str) -> None:
    """The search below finds nothing where nothing is."""
    look_for_leaks(servers, game)


@pytest.mark.parametrize("plant", plants.PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(servers: InProcessServers, plant: plants.Plant) -> None:
    """By its channel."""
    game, channel = plants.PLANTS[plant]
    with pytest.MonkeyPatch.context() as patch:
        plant(patch, servers)
        with pytest.raises(Leak, match=channel):
            look_for_leaks(servers, game)
