"""People at tables: threads that listen, decide by lot and send, as the terminal does."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

from cruachan.bots import bots_of
from cruachan.engine.texts import DEFAULT_LANG
from cruachan.games import GAMES, game_class, load_game
from cruachan.server.client import Client, RefusedError, Unreachable


class Patient(Client):
    """Somebody who sends again what was not done, and knows how often she had to."""

    def __init__(self, address: str, key: str | None = None) -> None:
        self.refused: list[str] = []
        """What she was told instead."""
        super().__init__(address, key)

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        """The answer to something sent."""
        begun = time.monotonic()
        try:
            return super().post(path, body, **query)
        except (RefusedError, Unreachable) as error:
            status = error.status if isinstance(error, RefusedError) else 502
            if status >= 500:
                took = time.monotonic() - begun
                self.refused.append(f"{status} after {took:.1f} s: {error.text(DEFAULT_LANG)}")
            raise


class SimulatedPerson(threading.Thread):
    """Somebody who plays a seat until the game is over, whatever happens to the line."""

    def __init__(self, client: Client, table: str, seat: int, seed: str) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.table = table
        self.seat = seat
        self.rng = Random(seed)
        self.acknowledged: list[int] = []
        """The numbers of the events of her moves that the server acknowledged."""
        self.seen: list[int] = []
        """The numbers of all events that were received."""
        self.lost = 0
        """How often the connection broke."""
        self.unanswered = 0
        """Whether a move of hers was on its way when she left."""
        self.think = 0.0
        """Seconds that she takes for a move, on average."""
        self.stop = threading.Event()
        self.result: Any = None
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Play."""
        try:
            for said in self.client.listen(self.table, self.seat, lost=self._lost_line):
                self.seen += [row["seq"] for row in said["rows"]]
                if said["table"]["status"] == "over":
                    self.result = said["view"]["result"]
                if said["table"]["status"] == "over" or self.stop.is_set():
                    return
                if self.seat in said["view"].get("to_act", ()):
                    self._move(said)
        except BaseException as error:
            self.failed = error

    def _lost_line(self) -> None:
        self.lost += 1
        if self.stop.is_set():
            raise SystemExit

    def _move(self, said: dict[str, Any]) -> None:
        every = [move for point in said["view"]["points"] for move in point["moves"]]
        moves = [move for move in every if not move["needs"]]
        if not moves:
            return
        move = self.rng.choice(moves)["move"]
        self.stop.wait(self.rng.uniform(0, 2 * self.think))
        self.unanswered = 1
        try:
            seq = self.client.act(
                self.table,
                "move",
                10**6,
                self._pause,
                seat=self.seat,
                answers=said["asked"],
                move=move,
            )
        except RefusedError as error:
            if error.status != 409:
                raise
        else:
            self.acknowledged.append(seq)
        self.unanswered = 0

    def _pause(self, seconds: float) -> None:
        """Wait before a move is sent again, unless she leaves."""
        if self.stop.wait(seconds):
            raise SystemExit

    def leave(self) -> None:
        """Stop playing, soon."""
        self.stop.set()


def for_two() -> list[str]:
    """The games in machine code that two can play."""
    kinds = {name: game_class(name) for name in GAMES}
    return [name for name, kind in kinds.items() if kind.kernel and 2 in kind.players]


def seat_people(
    hall_client: Any, game: str, people: int, bots: int, seed: str, **wishes: Any
) -> tuple[str, list[SimulatedPerson]]:
    """A table that has begun, with people and bots who play at once."""
    host = hall_client()
    kinds = bots_of(load_game(game))
    kind = "random" if "random" in kinds else kinds[-1]
    seats = [{"kind": "me", "name": "Anna"}]
    seats += [{"kind": "free"}] * (people - 1) + [{"kind": kind}] * bots
    wishes = {"bot_pace": 0, **wishes}
    table = str(host.create(game, seats, **wishes)["table"])
    clients = [host]
    for number in range(1, people):
        clients.append(hall_client())
        clients[-1].act(table, "sit", name=f"Guest {number}", word=f"bits {number}")
    host.act(table, "start")
    return table, [
        SimulatedPerson(client, table, seat, f"{seed} {seat}")
        for seat, client in enumerate(clients)
    ]
