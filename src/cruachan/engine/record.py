"""Fixed-size records, and rules over them that are read as Python and run as machine code.

A record is declared as an annotated class:

    class State(Record):
        turn: int = one("i1")
        warriors: Ints = many("i2", 20)

`State.new()` is a NumPy record with these fields: `state.turn`, `state.warriors[3]`. Fields are
signed and have headroom, because the two modes differ on overflow.

A field of a NumPy record costs microseconds to read, so whoever reads many (views, tales) is given
an `unpacked` copy: the same fields as plain numbers and tuples of them.

A function marked `@rule` runs in one of three modes, chosen once per process by the environment
variable CRUACHAN_RULES before a game is loaded:

    compiled      by Numba, kept in a cache folder (the default)
    checked       compiled, with every index checked
    interpreted   plain Python, for the debugger and for coverage, and in a browser

Where there is no NumPy (in a browser) a record is an object of its class with numbers and lists as
attributes (`python_records.py`), and rules are interpreted. Its bytes are the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from cruachan.engine.arrays import WITH_NUMPY
from cruachan.engine.cache import (
    caching,
    compile_without_garbage_collection,
    has_kept,
    open_folder,
)
from cruachan.engine.errors import CruachanError
from cruachan.engine.fields import Field, many, one
from cruachan.engine.stamp import stamp
from cruachan.engine.texts import message

if TYPE_CHECKING or WITH_NUMPY:
    import numpy.typing as npt

    from cruachan.engine.numpy_records import (
        FieldRecord,
        as_table,
        copy,
        empty_table,
        random_word,
        same,
        table_of,
        type_of,
        unpacked_copy,
    )
    from cruachan.engine.numpy_records import NumpyRecord as Record

    Ints = npt.NDArray[Any]
else:
    from cruachan.engine.python_records import PythonRecord as Record
    from cruachan.engine.python_records import (
        as_table,
        copy,
        empty_table,
        random_word,
        same,
        table_of,
        type_of,
        unpacked_copy,
    )

    FieldRecord = Record
    Ints = Any

MODES = ("compiled", "checked", "interpreted")
MODE = os.environ.get("CRUACHAN_RULES", "compiled" if WITH_NUMPY else "interpreted")
if MODE not in MODES:
    raise CruachanError(message(__package__, "rules.mode", mode=MODE, modes=MODES))

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Record)

__all__ = [
    "MODE", "MODES", "Field", "FieldRecord", "Ints", "Record", "as_table", "copy", "empty_table",
    "identity", "is_prepared", "many", "one", "random_word", "rule", "same", "state_without",
    "table_of", "type_of", "unpacked",
]  # fmt: skip


def unpacked(record: R) -> R:
    """A copy to read from: single numbers are plain ones, rows of them are tuples.

    Rules take it as they take the record, but must not write into it. Interpreted rules read the
    fields as the views do and may want arrays: they get the record itself.
    """
    if MODE == "interpreted":
        return record
    return unpacked_copy(record)


def state_without(thing: Any, *names: str) -> dict[str, Any]:
    """What a copy of an object takes over: its attributes but for some, as compiled rules.

    The copy makes those again when it needs them, in whatever process it is then.
    """
    return {name: value for name, value in vars(thing).items() if name not in names}


def _compiler() -> Callable[[Callable[..., Any], bool], Any]:
    """Numba's njit, set up for this process."""
    numba: Any = import_module("numba")

    numba.config.CACHE_DIR = str(FOLDER or "")
    compile_without_garbage_collection()
    cache_of = caching()

    def compile_rule(function: Callable[..., Any], inline: bool) -> Any:
        compiled = numba.njit(
            nogil=True,
            error_model="numpy",
            boundscheck=MODE == "checked",
            inline="always" if inline else "never",
            no_cfunc_wrapper=True,
        )(function)
        known_as = identity(function)
        if known_as is not None:
            compiled._set_uuid(known_as)
        if FOLDER:
            compiled._cache = cache_of(function)
        return compiled

    return compile_rule


def identity(function: Callable[..., Any]) -> str | None:
    """What a rule is known by when it is unpickled: whoever has that one already takes it.

    So two rules that differ must never share one. Rules that a factory makes have the same name and
    differ in what they close over; in a notebook a cell may define a rule anew. None where a rule
    closes over what is not there yet: Numba then draws one for it.
    """
    name = f"{function.__module__}.{function.__qualname__}"
    if "<locals>" not in name and function.__module__ != "__main__":
        return name
    try:
        return f"{name} {stamp(function)}"
    except ValueError:
        return None


FOLDER = None if MODE == "interpreted" else open_folder(MODE)
"""Where this process keeps compiled rules."""
_compile = None if MODE == "interpreted" else _compiler()


def is_prepared(package: str) -> bool:
    """Whether the rules in a game's package need not be compiled first."""
    return MODE == "interpreted" or (FOLDER is not None and has_kept(FOLDER, package))


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, inline: bool) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, inline: bool = False) -> F | Callable[[F], F]:
    """Mark a function over records as a rule; `inline=True` for small ones on the hot path."""

    def mark(function: F) -> F:
        return function if _compile is None else cast(F, _compile(function, inline))

    return mark if function is None else mark(function)
