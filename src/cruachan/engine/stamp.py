"""Cache keys of rules made by factories: a hash of their code and all that it reaches.

Numba takes a hash of pickles for it. Those differ between two processes though the rule is the
same: they hold ids that are drawn anew, and Python shares strings otherwise after it has read a
module's source than after it has read what it made of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from importlib import import_module
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from cruachan.engine.arrays import np

PLAIN = (bool, int, float, str, bytes, np.generic, np.dtype, type(None))


def stamp(function: Callable[..., Any]) -> str:
    """A hash that is the same in every process in which the function does the same."""
    digest = hashlib.sha256()
    for part in _parts(function, {}):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _parts(value: Any, seen: dict[Any, int]) -> Iterator[str]:
    """The name and the content of a value, and of what it reaches; each function once."""
    value = getattr(value, "py_func", getattr(value, "_defn", value))
    if isinstance(value, FunctionType):
        yield f"{value.__module__}.{value.__qualname__} {seen.get(value, 'new')}"
        if value not in seen:
            seen[value] = len(seen)
            yield from _function(value, seen)
    elif isinstance(value, CodeType):
        yield value.co_code.hex()
        yield from _parts(value.co_consts, seen)
    elif isinstance(value, tuple | list):
        yield f"{len(value)} of"
        for each in value:
            yield from _parts(each, seen)
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    elif isinstance(value, ModuleType):
        yield value.__name__
    elif isinstance(value, type | BuiltinFunctionType):
        yield f"{value.__module__}.{value.__qualname__}"
    elif isinstance(value, PLAIN):
        yield f"{type(value).__name__} {value!r}"
    else:
        yield import_module("numba.core.serialize").dumps(value).hex()


def _function(function: FunctionType, seen: dict[Any, int]) -> Iterator[str]:
    yield from _parts((function.__code__, function.__defaults__), seen)
    for cell in function.__closure__ or ():
        yield from _parts(cell.cell_contents, seen)
    for name in _names(function.__code__):
        if name in function.__globals__:
            yield from _parts(function.__globals__[name], seen)


def _names(code: CodeType) -> Iterator[str]:
    """What code names, and the code within it, as that of a comprehension."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)
