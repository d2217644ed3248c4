"""Records without NumPy, for interpreted rules: numbers and lists as attributes.

Their bytes are those of NumPy's records: the numbers in their order, each where its size lets it
begin (`struct` with the rules of C), the whole as long as a multiple of the largest.
"""

from __future__ import annotations

import struct
from typing import ClassVar, NamedTuple, Self, TypeVar

from cruachan.engine.arrays import ListArray
from cruachan.engine.fields import Field, take_fields

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""The codes of NumPy as those of `struct`."""


class RecordLayout(NamedTuple):
    """How the numbers of a record lie in its bytes."""

    fields: dict[str, Field]
    numbers: struct.Struct

    @property
    def itemsize(self) -> int:
        """How many bytes a record has, by the name that NumPy has for it."""
        return self.numbers.size


class PythonRecord:
    """Base of all records; the fields are the class attributes made by `one` and `many`."""

    dtype: ClassVar[RecordLayout]

    def __init_subclass__(cls) -> None:
        fields = take_fields(cls)
        code = "".join(f"{max(field.length, 1)}{CODES[field.code]}" for field in fields.values())
        largest = max((CODES[field.code] for field in fields.values()), key=struct.calcsize)
        cls.dtype = RecordLayout(fields, struct.Struct(f"@{code}0{largest}"))

    @classmethod
    def new(cls) -> Self:
        """A record with every number 0."""
        made = cls()
        for name, field in cls.dtype.fields.items():
            setattr(made, name, [0] * field.length if field.length else 0)
        return made

    @classmethod
    def frombytes(cls, numbers: bytes) -> Self:
        """The record that has these bytes."""
        made, row, at = cls(), cls.dtype.numbers.unpack(numbers), 0
        for name, field in cls.dtype.fields.items():
            taken = row[at : at + max(field.length, 1)]
            setattr(made, name, list(taken) if field.length else taken[0])
            at += len(taken)
        return made

    def tobytes(self) -> bytes:
        """The numbers as bytes."""
        numbers: list[int] = []
        for name, field in self.dtype.fields.items():
            value = getattr(self, name)
            if field.length:
                numbers += value
            else:
                numbers.append(value)
        return self.dtype.numbers.pack(*numbers)

    def take(self, other: PythonRecord) -> None:
        """Take over all numbers of another record of this class."""
        for name, value in vars(other).items():
            setattr(self, name, value.copy() if isinstance(value, list) else value)

    def __eq__(self, other: object) -> bool:
        """Whether every number is the same."""
        return type(other) is type(self) and vars(self) == vars(other)

    def __hash__(self) -> int:
        """The hash of the record's bytes: states are values and must not be changed once hashed."""
        return hash(self.tobytes())


R = TypeVar("R", bound=PythonRecord)


def copy(record: R) -> R:
    """A copy of the record."""
    twin = type(record)()
    twin.take(record)
    return twin


def same(left: PythonRecord, right: PythonRecord) -> bool:
    """Whether two records hold the same numbers in every field."""
    return left == right


def unpacked_copy(record: R) -> R:
    """A copy to read from."""
    return copy(record)


class RecordTable:
    """An array of one record, as rules over tables take it."""

    def __init__(self, record: PythonRecord) -> None:
        self._record = record

    def __getitem__(self, at: int) -> PythonRecord:
        return self._record

    def __setitem__(self, at: int, record: PythonRecord) -> None:
        """Take over the numbers, as arrays of NumPy do."""
        self._record.take(record)

    def copy(self) -> RecordTable:
        """A copy of the table."""
        return RecordTable(copy(self._record))


def as_table(state: PythonRecord) -> RecordTable:
    """A copy of a state as an array of one."""
    return RecordTable(copy(state))


def table_of(state: PythonRecord) -> RecordTable:
    """A state as an array of one, without a copy."""
    return RecordTable(state)


def empty_table(like: RecordTable) -> RecordTable:
    """An array of one for another state of the same type."""
    return RecordTable(type(like[0]).new())


def type_of(state: PythonRecord) -> RecordLayout:
    """How the numbers of a record lie in its bytes."""
    return state.dtype


# What NumPy's SeedSequence does, so that the same seed gives the same dice everywhere.

MASK = 0xFFFFFFFF
POOL = 4


class _Hash:
    """A hash of 32-bit numbers that is different for each of them."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant, self._factor = constant, factor

    def __call__(self, value: int) -> int:
        value ^= self._constant
        self._constant = self._constant * self._factor & MASK
        value = value * self._constant & MASK
        return value ^ value >> 16


def _mixed(left: int, right: int) -> int:
    value = (0xCA01F9DD * left - 0x4973F715 * right) & MASK
    return value ^ value >> 16


def _parts(number: int) -> list[int]:
    """A number as 32-bit ones, the lowest first."""
    found = [number & MASK]
    while number := number >> 32:
        found.append(number & MASK)
    return found


def random_word(seed: int, stream: int) -> ListArray:
    """An array of one random 64-bit number that follows from two others."""
    entropy = _parts(seed) + _parts(stream)
    hashed = _Hash(0x43B0D7E5, 0x931E8875)
    pool = [hashed(each) for each in (entropy + [0] * POOL)[:POOL]]
    for source in range(POOL):
        for target in range(POOL):
            if source != target:
                pool[target] = _mixed(pool[target], hashed(pool[source]))
    for rest in entropy[POOL:]:
        for target in range(POOL):
            pool[target] = _mixed(pool[target], hashed(rest))
    drawn = _Hash(0x8B51F9DD, 0x58F38DED)
    low, high = drawn(pool[0]), drawn(pool[1])
    made = ListArray([0])
    made[0] = high << 32 | low
    return made
