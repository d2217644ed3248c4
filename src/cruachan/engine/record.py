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
    interpreted   plain Python, for the debugger and for coverage
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from cruachan.engine.cache import caching, open_folder
from cruachan.engine.errors import CruachanError
from cruachan.engine.stamp import stamp
from cruachan.engine.texts import message

MODES = ("compiled", "checked", "interpreted")
MODE = os.environ.get("CRUACHAN_RULES", "compiled")
if MODE not in MODES:
    raise CruachanError(message(__package__, "rules.mode", mode=MODE, modes=MODES))

Ints = npt.NDArray[Any]
F = TypeVar("F", bound=Callable[..., Any])


class Field(NamedTuple):
    """One field of a record: a NumPy type code and how many of it (0: a single number)."""

    code: str
    length: int


def one(code: str) -> Any:
    """A field that holds one number."""
    return Field(code, 0)


def many(code: str, length: int) -> Any:
    """A field that holds a row of numbers."""
    return Field(code, length)


class FieldRecord(np.record):  # type: ignore[misc]
    """A record whose fields are found in a third of the time.

    NumPy's own are looked for by a function in Python, after an exception.
    """

    __getattribute__ = np.void.__getattribute__

    def __eq__(self, other: object) -> bool:
        """Whether every number is the same."""
        return type(other) is type(self) and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        """States are values: they can be keys of a dictionary. Whoever writes into one cannot."""
        return hash(self.tobytes())

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (IndexError, KeyError, ValueError):
            raise AttributeError(name) from None


class Record:
    """Base of all records; the fields are the class attributes made by `one` and `many`."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        fields = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in fields:
            if hasattr(np.record, name):
                raise TypeError(
                    f"{cls.__name__}.{name}: NumPy's records have a {name} of their own"
                )
            delattr(cls, name)
        layout = [(n, f.code, (f.length,)) if f.length else (n, f.code) for n, f in fields.items()]
        cls.dtype = np.dtype((FieldRecord, np.dtype(layout, align=True)))

    @classmethod
    def new(cls) -> Self:
        """A record with every number 0."""
        return cast(Self, np.zeros(1, cls.dtype)[0])


R = TypeVar("R", bound=Record)


def copy(record: R) -> R:
    """The same numbers in a record of their own."""
    twin = np.zeros(1, cast(Any, record).dtype)
    twin[0] = record
    return cast(R, twin[0])


def same(left: Record, right: Record) -> bool:
    """Whether two records hold the same numbers in every field."""
    return bool(cast(Any, left).tobytes() == cast(Any, right).tobytes())


class PlainRecord(np.void):  # type: ignore[misc]
    """A record whose fields are attributes of the instance; rules take it like the record."""

    def __reduce__(self) -> tuple[Any, ...]:
        """NumPy would leave the attributes behind."""
        return _unpack, (np.dtype((FieldRecord, self.dtype)), self.tobytes())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        """Nothing in it changes."""
        return self


class Layout(NamedTuple):
    """How to make plain copies of records of one type."""

    copies: np.dtype[Any]
    numbers: struct.Struct
    fields: tuple[tuple[str, int | slice], ...]
    """For each field, where in the row of all numbers its own are."""


@cache
def _layout(records: np.dtype[Any]) -> Layout:
    code, fields, at = "@", [], 0
    for name in records.names or ():
        kind = records[name]
        length = kind.shape[0] if kind.shape else 0
        code += f"{length or 1}{kind.base.char}"
        fields.append((name, slice(at, at + length) if length else at))
        at += length or 1
    copies = np.dtype((PlainRecord, np.dtype(records, align=True)))
    return Layout(copies, struct.Struct(code), tuple(fields))


def unpacked(record: R) -> R:
    """A copy to read from: single numbers are plain ones, rows of them are tuples.

    Rules take it as they take the record, but must not write into it. Interpreted rules read the
    fields as the views do and may want arrays: they get the record itself.
    """
    if MODE == "interpreted":
        return record
    return cast(R, _unpack(cast(Any, record).dtype, cast(Any, record).tobytes()))


def _unpack(records: np.dtype[Any], numbers: bytes) -> PlainRecord:
    layout = _layout(records)
    copied: PlainRecord = np.frombuffer(numbers, layout.copies)[0]
    row = layout.numbers.unpack_from(numbers)
    vars(copied).update({name: row[place] for name, place in layout.fields})
    return copied


def state_without(thing: Any, *names: str) -> dict[str, Any]:
    """What a copy of an object takes over: its attributes but for some, as compiled rules.

    The copy makes those again when it needs them, in whatever process it is then.
    """
    return {name: value for name, value in vars(thing).items() if name not in names}


def _compiler() -> Callable[[Callable[..., Any], bool], Any]:
    """Numba's njit, set up for this process."""
    numba: Any = import_module("numba")

    numba.config.CACHE_DIR = str(FOLDER or "")
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
    kept = f"{package.rpartition('.')[2]}_*/*.nbi"
    return MODE == "interpreted" or (FOLDER is not None and any(FOLDER.glob(kept)))


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, inline: bool) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, inline: bool = False) -> F | Callable[[F], F]:
    """Mark a function over records as a rule; `inline=True` for small ones on the hot path."""

    def mark(plain: F) -> F:
        return plain if _compile is None else cast(F, _compile(plain, inline))

    return mark if function is None else mark(function)
