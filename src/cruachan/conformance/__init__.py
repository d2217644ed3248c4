"""Does a game keep the protocol? `cruachan check GAME`, and `check_game` for a plugin's own tests.

Random games are played on every board with every number of players, and with every option at the
usual table. What the
rules, the presentation and the optional parts return is compared with what frameworks expect of it.
Each fault is a sentence with an example; an exception is a fault that names the line of the plugin.
"""

from __future__ import annotations

from random import Random
from typing import Any

from cruachan.conformance.data import check_data
from cruachan.conformance.findings import Findings, Report, say
from cruachan.conformance.parts import check_bots, check_observation, check_terminal
from cruachan.conformance.playing import check_table
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game
from cruachan.engine.texts import Message
from cruachan.games import game_class

__all__ = ["Report", "check_game"]


def check_game(name: str, games: int = 2, seed: int = 1) -> Report:
    """What is wrong with a game, and what it lacks; `games` are played at each table."""
    try:
        kind = game_class(name)
    except CruachanError as error:
        return Report(name, [_message(error)])
    findings = Findings(kind.description)
    rng = Random(f"{name} {seed}")
    for which in kind.boards:
        game = findings.attempt("board", kind.on_board, which)
        if game is None:
            continue
        for seats in kind.players:
            everything = which == kind.boards[0] and seats == kind.usual_seats()
            for options in _tables(game) if everything else [{}]:
                for _ in range(games):
                    check_table(game, seats, options, rng, findings)
    findings.at = ""
    check_data(kind, findings)
    game = findings.attempt("board", kind.on_board)
    if game is not None:
        findings.attempt("bots", check_bots, game, rng, findings)
        findings.attempt("observation", check_observation, game, rng, findings)
        findings.attempt("terminal", check_terminal, game, findings)
    return findings.report()


def _message(error: CruachanError) -> Message:
    """What an error says, as a message."""
    return error.said if isinstance(error.said, Message) else say("fault.error", error=error.said)


def _tables(game: Game[Any, Any]) -> list[dict[str, str]]:
    """The options as usual, and each of their other values once."""
    others = [
        {option.name: value}
        for option in game.options
        for value in option.choices
        if value != option.default
    ]
    return [{}, *others]
