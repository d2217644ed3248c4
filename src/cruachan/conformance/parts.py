"""The optional parts of a game: bots, observation, board in the terminal."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

import numpy as np

from cruachan.bots import bots_of, load_bot
from cruachan.conformance.findings import Findings
from cruachan.engine.capabilities import ObservationSpec
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import offered

SIZES = ((60, 20), (80, 24), (160, 50))
"""Columns and rows of terminals."""
DECISIONS = 60
"""After so many decisions of a bot it is known well enough,"""
PATIENCE = 2.0
"""or after so many seconds."""


def check_bots(game: Game[Any, Any], rng: Random, findings: Findings) -> None:
    """Every bot of the game makes legal moves."""
    names = findings.attempt("bots", bots_of, game) or ()
    if game.description.bots_part is None:
        findings.lacks("bots")
    for name in names:
        findings.at = name
        findings.attempt("bots", play_bot, game, name, rng, findings)
    findings.at = ""


def play_bot(game: Game[Any, Any], name: str, rng: Random, findings: Findings) -> None:
    """A bot decides for all seats of a game, for a while."""
    bot = load_bot(name, game)
    seats = game.usual_seats()
    match = Match(game, [Player(name, name)] * seats, seed=rng.randbytes(32))
    began = process_time()
    for _ in range(DECISIONS):
        while match.to_act == (CHANCE,):
            match.roll()
        if not match.to_act or process_time() - began > PATIENCE:
            return
        seat = next(seat for seat in match.to_act if seat != CHANCE)
        move = bot.choose(match.decision(seat), rng)
        if (why := game.why_not(match.state, seat, move)) is not None:
            at = game.write_position(match.state)
            findings.fault("bot", name, bot=name, move=move, rule=why.rule, at=at)
            return
        match.play(seat, move)


def check_observation(game: Game[Any, Any], rng: Random, findings: Findings) -> None:
    """A game that environments can play has an observation that fits its moves."""
    spec = findings.attempt("observation", getattr, game.description, "observation")
    quick = record_game(game)
    if spec is None or quick is None:
        findings.lacks("observation")
    else:
        findings.attempt("observation", observe, quick, spec, rng, findings)


def observe(
    game: KernelGame[Any, Any, Any], spec: ObservationSpec, rng: Random, findings: Findings
) -> None:
    """The numbers a seat sees: as many as promised, finite, and moves below `actions`."""
    match = Match(game, [Player("-")] * game.usual_seats(), seed=rng.randbytes(32))
    for _ in range(DECISIONS):
        while match.to_act == (CHANCE,):
            match.roll()
        if not match.to_act:
            return
        seat = match.to_act[0]
        moves = game.legal_moves(match.state, seat)
        row = np.zeros(spec.size, np.float32)
        written = int(spec.observe(game.board_tables, match.state, seat, row))
        if written != spec.size:
            findings.fault("observation_size", written=written, size=spec.size)
        if not np.isfinite(row).all():
            findings.fault("observation_finite", at=game.write_position(match.state))
        if max(moves) >= spec.actions:
            findings.fault("actions", move=max(moves), actions=spec.actions)
        match.play(seat, rng.choice(moves))


def check_terminal(game: Game[Any, Any], findings: Findings) -> None:
    """The board fits terminals of all sizes; no name on it and no move is a command."""
    if game.presentation is None:
        findings.lacks("presentation")
        return
    if presentation_of(game).picture is None:
        findings.lacks("picture")
    module = findings.attempt("terminal", getattr, game.description, "terminal")
    if module is None:
        findings.lacks("terminal")
    if find_spec("rich") is None:
        findings.lacks("rich")
        return
    match = Match(game, [Player("-")] * game.usual_seats(), seed=b"check")
    while match.to_act == (CHANCE,):
        match.roll()
    for lang in LANGS:
        view = presentation_of(game).view(match.state, match.to_act[0], (), lang)
        findings.attempt("terminal", check_words, view, lang, findings)
        if module is not None:
            findings.attempt("terminal", render, game, module, view, lang, findings)


def check_words(view: Any, lang: Lang, findings: Findings) -> None:
    """No move is typed like a command."""
    from cruachan.terminal.commands import read_command

    for move in offered(view):
        if (command := read_command(move["text"], lang)) is not None:
            findings.fault("reserved", move["verb"], name=move["text"], command=command.name)


def render(game: Game[Any, Any], module: Any, view: Any, lang: Lang, findings: Findings) -> None:
    """The board in every size, and what is asked of its names and moves."""
    from rich.console import Console

    from cruachan.terminal.commands import read_command

    for width, height in SIZES:
        console = Console(width=width, height=height, quiet=True)
        console.print(module.render(view, game.board, width, height, lang))
    for name in module.names(view):
        if (command := read_command(name, lang)) is not None:
            findings.fault("reserved", name, name=name, command=command.name)
    if module.example(view) not in ("", *(each for each in module.names(view))):
        read = [move["text"] for move in offered(view)]
        if not any(module.example(view) in text for text in read):
            findings.fault("example", example=module.example(view))
    for point in view["points"]:
        for move in point["moves"]:
            module.mark(view, point["id"], move)
            module.tag(view, move)
