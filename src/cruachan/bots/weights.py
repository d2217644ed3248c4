"""Networks of one's own: the file that `cruachan train` writes, for the bots of every level."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

from cruachan.bots.network import Net, hidden_units, net_of, seen_of, size, with_policy
from cruachan.engine.arrays import np
from cruachan.engine.errors import OptionError, reason
from cruachan.engine.kernel import KernelGame
from cruachan.engine.texts import Message, message


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"weights.{key}", **values)


class Weights(NamedTuple):
    """The networks of a file, by the number of seats."""

    path: Path
    nets: dict[int, Net]

    def net(self, seats: int) -> Net:
        """The network for a number of seats; an OptionError if the file has none."""
        if seats not in self.nets:
            raise OptionError(_say("no_seats", path=self.path, seats=seats, known=list(self.nets)))
        return self.nets[seats]


def load_weights(path: Path | str, game: KernelGame[Any, Any, Any]) -> Weights:
    """Read the networks for a game from a file; an OptionError says what is wrong with it."""
    path, inputs = Path(path), seen_of(game.name).INPUTS
    nets = {}
    try:
        with np.load(path) as kept:
            arrays = {name: kept[name] for name in kept.files if name.startswith("seats")}
    except OSError as error:
        raise OptionError(_say("unread", path=path, reason=reason(error))) from None
    except (ValueError, BadZipFile, KeyError, EOFError):
        raise OptionError(_say("no_weights", path=path, game=game.name)) from None
    for name, numbers in arrays.items():
        seats = int(name.removeprefix("seats")) if name.removeprefix("seats").isdecimal() else 0
        if seats in game.players and numbers.ndim == 1:
            numbers = with_policy(numbers, inputs, seats)
        fits = numbers.ndim == 1 and hidden_units(len(numbers), inputs, seats) > 0
        if seats not in game.players or not fits:
            found = {"found": int(numbers.size), "wanted": size(inputs, seats)}
            raise OptionError(_say("other", path=path, game=game.title, seats=seats, **found))
        nets[seats] = net_of(numbers.astype(np.float32), inputs, seats)
    if not nets:
        raise OptionError(_say("no_weights", path=path, game=game.name))
    return Weights(path, nets)
