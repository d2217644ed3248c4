"""Errors speak the reader's language: none is a bare English text, and each message is whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import cruachan
from cruachan.engine.boardfile import BoardError
from cruachan.engine.errors import CruachanError, OptionError, TranscriptError
from cruachan.engine.texts import LANGS, Texts, localized, message
from tests.tables import placeholders

ROOT = Path(cruachan.__path__[0])
SOURCES = sorted(ROOT.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A source, parsed once it is asked for."""
    return ast.parse(path.read_text("utf-8"))


def kinds(error: type[CruachanError] = CruachanError) -> set[str]:
    """The names of an error and of all that are kinds of it."""
    return {error.__name__}.union(*map(kinds, error.__subclasses__()))


def called(node: ast.AST) -> str:
    """The name of what is called."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "id", "") or getattr(function, "attr", "")


# No bare texts


def bare(source: str) -> Iterator[int]:
    """The lines where an error is made with a text of one language."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.Module):
            continue
        named = {
            target.id
            for each in ast.walk(function)
            if isinstance(each, ast.Assign) and _is_text(each.value, set())
            for target in each.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and called(call) in kinds():
                given = [*call.args, *(each.value for each in call.keywords)]
                if any(_is_text(each, named) for each in given):
                    yield call.lineno


def _is_text(node: ast.expr, named: set[str]) -> bool:
    """Whether this is a text as it stands, an error's English, or a name for one."""
    match node:
        case ast.Constant(value=str() as text):
            return bool(text)
        case ast.JoinedStr():
            return True
        case ast.BinOp():
            return _is_text(node.left, named) or _is_text(node.right, named)
        case ast.Call(func=ast.Name(id="str")):
            return True
        case ast.Name():
            return node.id in named
    return False


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_error_is_a_text_of_one_language(path: Path) -> None:
    assert list(bare(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        'raise OptionError("No.")',
        'raise BoardError(f"{x}: no.")',
        'raise errors.PositionError("No: " + x)',
        "def f():\n    why = 'no.'\n    raise TranscriptError(path, 1, why)",
        "raise TranscriptError(path, 1, reason=str(error))",
    ],
)
def test_a_bare_text_would_be_found(source: str) -> None:
    assert list(bare(source))
    assert not list(bare("raise OptionError(words('error.no'))\nraise ValueError('no')"))


# Every message finds its text, and everything that the text names


class Teller(NamedTuple):
    """A function that makes messages of one group."""

    path: Path
    room: ast.expr
    """What it calls its room."""
    group: str


def tellers(path: Path) -> dict[str, Teller]:
    """The functions that a module defines or imports."""
    found: dict[str, Teller] = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cruachan."):
            source = ROOT.parent.joinpath(*str(node.module).split(".")).with_suffix(".py")
            defined = own_tellers(source) if source in SOURCES else {}
            found |= {each.name: defined[each.name] for each in node.names if each.name in defined}
    return found | own_tellers(path)


@cache
def own_tellers(path: Path) -> dict[str, Teller]:
    """The functions that a module defines."""
    found = {}
    for function in ast.walk(tree(path)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and called(node) == "message":
                    key = node.args[1]
                    if isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
                        group = str(key.values[0].value)
                        found[function.name] = Teller(path, node.args[0], group)
    return found


def room_of(path: Path, named: ast.expr) -> str:
    """The room that a source names: its own, or one that it knows by another name."""
    own = ".".join(("cruachan", *path.parent.relative_to(ROOT).parts))
    name = getattr(named, "id", "")
    if name in ("__package__", "__name__"):
        return own
    module = import_module(own if path.stem == "__init__" else f"{own}.{path.stem}")
    return str(getattr(module, name))


def messages(path: Path) -> Iterator[tuple[str, str, set[str]]]:
    """Where a message is made with a key that stands there: its room, its key, what it names."""
    known = tellers(path)
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.Call) or called(node) not in ("message", *known):
            continue
        if called(node) == "message":
            made, key = Teller(path, node.args[0], ""), node.args[1]
        else:
            made, key = known[called(node)], node.args[0]
        names = {each.arg or "**" for each in node.keywords}
        if isinstance(key, ast.Constant) and "**" not in names:
            yield room_of(made.path, made.room), made.group + str(key.value), names


@pytest.fixture(scope="module")
def all_messages() -> list[tuple[str, str, set[str]]]:
    return [each for path in SOURCES for each in messages(path)]


def test_there_are_messages_in_many_rooms(all_messages: list[tuple[str, str, set[str]]]) -> None:
    assert len(all_messages) > 200
    assert {"cruachan.engine", "cruachan.games.hibernia"} <= {room for room, _, _ in all_messages}


def test_messages_of_a_function_from_another_module_are_found(
    all_messages: list[tuple[str, str, set[str]]],
) -> None:
    assert ("cruachan.engine", "transcript.order", {"ply", "expected"}) in all_messages


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_message_names_all_that_its_text_says(path: Path) -> None:
    for room, key, names in messages(path):
        for lang in LANGS:
            fields = placeholders(Texts(room, lang).table[key])
            assert {each[:1].lower() + each[1:] for each in fields} == names, (lang, key)


# Errors in both languages


def test_an_error_has_its_text_in_both_languages_and_is_english_by_itself() -> None:
    error = OptionError(message("cruachan.engine", "game.seats", game="X", wanted=2, seats=3))
    assert str(error) == error.text("en") == "X is for 2 players, not 3."
    assert error.text("de") == "X ist für 2 Spieler, nicht für 3."
    assert BoardError("for whoever asked").text("de") == "for whoever asked"


def test_a_transcripts_reason_is_said_in_the_readers_language() -> None:
    error = TranscriptError("a.game", 7, localized(en="it is torn.", de="Sie ist zerrissen."))
    assert str(error) == "a.game, line 7: it is torn."
    assert error.text("de") == "a.game, Zeile 7: Sie ist zerrissen."
