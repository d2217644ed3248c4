"""The list of legal moves a player chooses from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cruachan.engine.game import View
from cruachan.engine.words import Words
from cruachan.terminal.screen import Screen

NUMBER = "bold cyan"


@dataclass(frozen=True)
class Choice:
    """One legal move: its number in the list, its notation and what it means."""

    number: int
    move: Any
    text: str
    label: str
    point: str
    """What the move points at, in words."""

    @property
    def short(self) -> str:
        """The label from the point on: what stands before it can be seen on the board."""
        return self.label[max(self.label.find(self.point), 0) :]


Choices = list[list[Choice]]
"""Grouped by what they point at."""


def choices(view: View) -> Choices:
    """The moves a view offers, numbered from 1."""
    groups = []
    number = 0
    for point in view["points"]:
        group = []
        for move in point["moves"]:
            number += 1
            group.append(Choice(number, move["move"], move["text"], move["label"], point["label"]))
        groups.append(group)
    return groups


def flat(groups: Choices) -> list[Choice]:
    """All choices in the order of their numbers."""
    return [choice for group in groups for choice in group]


def full_list(groups: Choices) -> Table:
    """Every move in full, a line for each group."""
    return _table(groups, 1)


def listing(groups: Choices, screen: Screen, room: int, words: Words) -> RenderableType:
    """The list in full; if that is too long, short and in two columns; cut if it must be."""
    for columns in (1, 2):
        table = _table(groups, columns)
        if screen.rows_of(table) <= room:
            return table
    kept = groups
    while len(kept) > 2 and screen.rows_of(_table(kept, 2)) >= room:
        # The last group is often unlike the others, and then the others do not hint at it.
        kept = [*kept[:-2], kept[-1]]
    more = Text(words("say.more", more=len(flat(groups)) - len(flat(kept))), "dim")
    return Group(_table(kept, 2), more)


def _table(groups: Choices, columns: int) -> Table:
    """The groups in so many columns, from top to bottom."""
    table = Table.grid(padding=(0, 1, 0, 0))
    length = -(-len(groups) // columns)
    for row in range(length):
        cells: list[Text] = []
        for group in groups[row::length]:
            number = Text(str(group[0].number), NUMBER, justify="right")
            cells += [number, _line(group, columns > 1)]
        table.add_row(*cells)
    return table


def _line(group: list[Choice], short: bool) -> Text:
    """A group after its first number; what its moves have in common is said once."""
    labels = [choice.short if short else choice.label for choice in group]
    common = _common_words(labels)
    line = Text(labels[0])
    for choice, label in zip(group[1:], labels[1:], strict=True):
        line.append(f"  {choice.number} ", NUMBER)
        line.append(label[common:])
    return line


def _common_words(labels: list[str]) -> int:
    """How many letters all labels begin with, counted in whole words."""
    same = 0
    for column in zip(*(label.split(" ") for label in labels), strict=False):
        if len(set(column)) > 1:
            break
        same += len(column[0]) + 1
    return same
