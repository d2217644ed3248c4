"""What the tests of all games share: positions in notation, played through the protocol alone.

Each game's positions.py binds these functions to its own game.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, cast

import cruachan
from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.kernel import KernelGame
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang

AnyGame = Game[Any, int]


def moves_of(game: AnyGame, state: Any) -> dict[str, int]:
    """Every move of the game by its notation in a state; of two alike the first."""
    last = cast(KernelGame[Any, Any, Any], game).kernel.moves
    return {game.write_move(state, 0, move): move for move in reversed(range(last))}


def rule_text(rule: str, lang: Lang = DEFAULT_LANG, *, game: AnyGame) -> str:
    """What RULES.md says under a number."""
    return rulebook(game.package).rules[rule].text(lang)


def waits(text: str) -> str:
    """What a position waits for, as in `c:red:dw` or `c:2-5`."""
    return text.split()[3]


def actor(text: str, *, game: AnyGame) -> int:
    """The one seat that the game waits for."""
    (seat,) = game.to_act(game.read_position(text))
    return seat


def legal(text: str, seat: int | None = None, *, game: AnyGame) -> list[str]:
    """The legal moves in notation; of the seat waited for, unless another one is named."""
    state = game.read_position(text)
    seat = actor(text, game=game) if seat is None else seat
    return [game.write_move(state, seat, move) for move in game.legal_moves(state, seat)]


def refused_by(text: str, move: str, seat: int | None = None, *, game: AnyGame) -> str | None:
    """The id of the rule that refuses a move; None when it is legal."""
    seat = actor(text, game=game) if seat is None else seat
    state = game.read_position(text)
    refusal = game.why_not(state, seat, moves_of(game, state)[move])
    return refusal.rule if refusal else None


def why(text: str, move: str, lang: Lang = DEFAULT_LANG, seat: int = 0, *, game: AnyGame) -> str:
    """What is said of a move that is refused."""
    state = game.read_position(text)
    refusal = game.why_not(state, seat, moves_of(game, state)[move], lang)
    assert refusal is not None, f"{move} is legal"
    return refusal.reason


def assert_moves(
    text: str,
    legal: str | Sequence[str] = (),
    illegal: str | Sequence[str] = (),
    *,
    seat: int | None = None,
    game: AnyGame,
) -> None:
    """Some moves are legal and others are refused, each by the rule named after the colon."""
    state = game.read_position(text)
    seat = actor(text, game=game) if seat is None else seat
    can, every = game.legal_moves(state, seat), moves_of(game, state)
    for move in [legal] if isinstance(legal, str) else legal:
        refusal = game.why_not(state, seat, every[move])
        assert refusal is None, f"{move} is refused: {refusal}"
        assert every[move] in can, f"{move} is missing among the legal moves"
        assert game.read_move(state, seat, move) == every[move], move
    for line in [illegal] if isinstance(illegal, str) else illegal:
        move, rule = line.split(": ")
        refusal = game.why_not(state, seat, every[move])
        assert refusal is not None, f"{move} is legal"
        assert refusal.rule == rule, f"{move} is refused: {refusal}"
        assert every[move] not in can, f"{move} is among the legal moves"


def after(text: str, *moves: str, game: AnyGame) -> str:
    """The position after these moves, each of them legal and made by the seat waited for."""
    state = game.read_position(text)
    for move in moves:
        (seat,) = game.to_act(state)
        number = moves_of(game, state)[move]
        refusal = game.why_not(state, seat, number)
        assert refusal is None, f"{move} is refused: {refusal}"
        state = game.apply(state, seat, number)
    return game.write_position(state)


# Texts


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def _sources() -> tuple[ast.Module, ...]:
    root = Path(cruachan.__file__).parent
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(root.rglob("*.py")))


@cache
def _constants() -> frozenset[str]:
    """Every text and number that stands in the sources of the package."""
    return frozenset(
        str(node.value)
        for tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int)
    )


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Every f-string like f"tell.{key}", with what is filled in as a group."""
    return tuple(_composed())


def _composed() -> Iterator[re.Pattern[str]]:
    for tree in _sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)"
                    for part in node.values
                ]
                if re.fullmatch(r"[a-z_]+\..*", str(node.values[0].value)):
                    yield re.compile("".join(parts).replace("(.+)(.+)", "(.+)"))


def is_used(key: str) -> bool:
    """Whether the sources name a key, or compose it of parts that they name."""
    if key in _constants():
        return True
    for pattern in _patterns():
        match = pattern.fullmatch(key)
        if match:
            filled = [part for group in match.groups() for part in re.findall(r"\d+|\D+", group)]
            if all(_is_constant(part) for part in filled):
                return True
    return False


def _is_constant(text: str) -> bool:
    """Whether the sources name a text, or two texts that it consists of."""
    halves = ((text[:at], text[at:]) for at in range(1, len(text)))
    return text in _constants() or any(set(pair) <= _constants() for pair in halves)


def leaves(data: Any) -> Iterator[Any]:
    """Everything in a view that is neither a list nor a table."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from leaves(value)
    else:
        yield data


def assert_plain(view: Any) -> None:
    """A view goes through JSON unchanged, and no number of NumPy is left in it."""
    assert json.loads(json.dumps(view)) == view
    assert {type(leaf) for leaf in leaves(view)} <= {str, int, bool, type(None)}


def assert_moves_or_errors(game: AnyGame, words: Sequence[str], states: Sequence[Any]) -> None:
    """Texts of a game in any order and number are a legal move, or an error for people."""
    rng = Random(4)
    refused = 0
    for _ in range(3000):
        typed = " ".join(rng.choices(words, k=rng.randint(0, 4)))
        state = rng.choice(states)
        seat = rng.choice([CHANCE, 0, 1])
        try:
            move = game.read_move(state, seat, typed, rng.choice(LANGS))
        except MoveError:
            refused += 1
        else:
            assert move in game.legal_moves(state, seat), typed
    assert 1000 < refused < 3000
