"""Long lists of moves: a family differs in one thing, and what its moves share is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from cruachan.terminal.choices import ListedMove

NUMBER = "bold cyan"
FAMILY = 4
"""From so many moves on that differ in one thing only, what they share is said once."""
LARGE = 13
"""From so many moves on a family is a large one."""
LONGEST = 34
"""Letters of the thing in which such moves differ."""
INDENT = 3
MIXED = ""
"""The verb of a row with moves of several."""


class Form(IntEnum):
    """How short the list is."""

    FULL = 0
    HALF = 1
    """Of large families the places go by their few letters."""
    BRIEF = 2
    """Of all families."""
    TIGHT = 3
    """Two moves are enough for a family, and short moves share a row."""


@dataclass(frozen=True)
class ListBlock:
    """Some rows of the list that stand or fall together."""

    verb: str
    rows: list[Text]
    single: bool
    """Whether it is no family, so that it may share a row."""


@dataclass(frozen=True)
class Family:
    """Moves that differ in one thing: what stands before it, after it, and the thing itself."""

    members: list[ListedMove]
    before: str
    after: str

    def differing(self, choice: ListedMove) -> str:
        """What this move has of its own."""
        return choice.label[len(self.before) : len(choice.label) - len(self.after)].strip()

    @property
    def head(self) -> str:
        """What all have in common, with a gap for the rest."""
        return f"{self.before}…{self.after}" if self.after else f"{self.before.rstrip()}:"


def family(group: Sequence[ListedMove], least: int = FAMILY) -> Family | None:
    """Moves as a family, if there are enough of them and they are alike enough."""
    if len(group) < least:
        return None
    labels = [choice.label for choice in group]
    before = common(labels)
    after = common([" ".join(reversed(label[before:].split(" "))) for label in labels])
    found = Family(list(group), labels[0][:before], labels[0][len(labels[0]) - after :])
    own = [found.differing(choice) for choice in group]
    if all(each.endswith(":") for each in own):
        found = Family(list(group), found.before, f":{found.after}")
        own = [each[:-1] for each in own]
    short = all(0 < len(each) <= LONGEST and not each[0].isdecimal() for each in own)
    return found if before and short else None


def common(labels: Sequence[str]) -> int:
    """How many letters all labels begin with, counted in whole words."""
    same = 0
    for column in zip(*(label.split(" ") for label in labels), strict=False):
        if len(set(column)) > 1:
            break
        same += len(column[0]) + 1
    return same


def differ_in_the_middle(labels: Sequence[str]) -> bool:
    """Whether labels end alike, so that one could not be read from what differs alone."""
    return len(labels) > 1 and len({label.rpartition(" ")[2] for label in labels}) == 1


def families(groups: Sequence[Sequence[ListedMove]], least: int = FAMILY) -> list[list[ListedMove]]:
    """The groups with those that make a family joined, by their verb and the thing they name."""
    joined: dict[tuple[str, ...], list[ListedMove]] = {}
    for at, group in enumerate(groups):
        for choice in group:
            actor = choice.parts.actor
            alike = actor and not actor.isdecimal()
            key = (choice.verb, actor) if alike else (str(at),)
            joined.setdefault(key, []).append(choice)
    found: list[list[ListedMove]] = []
    for members in joined.values():
        if family(members, least):
            found.append(members)
        else:
            found += [
                kept for group in groups if (kept := [each for each in group if each in members])
            ]
    return found


def blocks(groups: Sequence[Sequence[ListedMove]], width: int, form: Form) -> list[ListBlock]:
    """The list in rows."""
    digits = max(len(str(choice.number)) for group in groups for choice in group)
    least = 2 if form == Form.TIGHT else FAMILY
    found = []
    for group in families(groups, least):
        kin = family(group, least)
        rows = _kin(kin, width, digits, form) if kin else _whole(group, width, digits)
        found.append(ListBlock(group[0].verb, rows, single=kin is None))
    return found


def _kin(kin: Family, width: int, digits: int, form: Form) -> list[Text]:
    """A family: its head, and behind or below it what each move has of its own."""
    if form == Form.HALF:
        form = Form.BRIEF if len(kin.members) >= LARGE else Form.FULL
    entries = [(choice.number, _entry(kin, choice, form)) for choice in kin.members]
    head = Text(kin.head, "bold")
    if not kin.after and len(kin.head) <= width // 3:
        return _pack(Text().append_text(head), entries, width)
    if form == Form.TIGHT and len(kin.head) <= width // 2:
        return _pack(Text().append_text(head).append(":", "bold"), entries, width)
    if form == Form.FULL:
        return [*_wrap(head, width), *_flow(entries, width, INDENT, digits)]
    return [*_wrap(head, width), *_pack(Text(" " * INDENT), entries, width)]


def _pack(first: Text, entries: list[tuple[int, str]], width: int) -> list[Text]:
    """Numbered entries behind what stands first, each in as much room as it needs."""
    rows = [first]
    for number, text in entries:
        cell = Text(f"{number} ", NUMBER).append(text, "default")
        gap = "  " if rows[-1].cell_len > INDENT else ""
        if rows[-1].cell_len + len(gap) + cell.cell_len > width:
            rows.append(Text(" " * INDENT))
            gap = ""
        rows[-1].append(gap).append_text(cell)
    return rows


def _entry(kin: Family, choice: ListedMove, form: Form) -> str:
    own = kin.differing(choice)
    if form != Form.FULL and choice.tag:
        return choice.tag + choice.mark
    return f"{own} {choice.mark}".rstrip() if "(" not in own else own


def _whole(group: list[ListedMove], width: int, digits: int) -> list[Text]:
    """Moves in full, one behind the other where they begin alike."""
    begin = common([choice.label for choice in group]) if len(group) > 1 else 0
    text = Text(group[0].label, "default")
    for choice in group[1:]:
        text.append(f"  {choice.number} ", NUMBER).append(choice.label[begin:], "default")
    first, *more = _wrap(text, width - digits - 1)
    number = Text(f"{group[0].number:>{digits}} ", NUMBER)
    return [number.append_text(first), *(Text(" " * (digits + 1)).append_text(r) for r in more)]


def _wrap(text: Text, width: int) -> list[Text]:
    """A text in rows that are not wider."""
    rows: list[Text] = [Text()]
    for word in text.split(" "):
        if rows[-1] and rows[-1].cell_len + 1 + word.cell_len > width:
            rows.append(Text())
        rows[-1].append(" " if rows[-1] else "").append_text(word)
    return rows


def _flow(entries: list[tuple[int, str]], width: int, indent: int, digits: int) -> list[Text]:
    """Numbered entries in columns, indented."""
    size = min(digits + 1 + max(len(text) for _, text in entries), width - indent)
    many = max((width - indent + 2) // (size + 2), 1)
    rows = []
    for start in range(0, len(entries), many):
        row = Text(" " * indent)
        for number, text in entries[start : start + many]:
            cell = Text(f"{number:>{digits}} ", NUMBER).append(text, "default")
            cell.truncate(size, overflow="ellipsis", pad=True)
            row.append_text(cell).append("  ")
        row.rstrip()
        rows.append(row)
    return rows


def height(found: Sequence[ListBlock]) -> int:
    """How many rows they take."""
    return sum(len(block.rows) for block in found)


def joined(found: Sequence[ListBlock], width: int) -> list[ListBlock]:
    """The blocks with consecutive short moves joined in one row."""
    kept: list[ListBlock] = []
    for block in found:
        last = kept[-1] if kept else None
        if last and last.single and block.single and len(last.rows) == len(block.rows) == 1:
            row = Text("  ").join([last.rows[0], block.rows[0]])
            if row.cell_len <= width:
                verb = last.verb if last.verb == block.verb else MIXED
                kept[-1] = replace(last, rows=[row], verb=verb)
                continue
        kept.append(block)
    return kept


def shortened(found: Sequence[ListBlock], width: int, room: int) -> list[ListBlock]:
    """The blocks with long moves cut to one row each, from the last one on, until they fit."""
    kept = list(found)
    for at in range(len(kept) - 1, -1, -1):
        if height(kept) <= room:
            break
        if kept[at].single:
            row = Text(" ").join([kept[at].rows[0], *map(_stripped, kept[at].rows[1:])])
            row.truncate(width, overflow="ellipsis")
            kept[at] = replace(kept[at], rows=[row])
    return kept


def _stripped(row: Text) -> Text:
    """A row without its indent."""
    return row[len(row.plain) - len(row.plain.lstrip()) :]


def cut(found: list[ListBlock], room: int) -> list[ListBlock]:
    """The blocks that fit; the verb with the most blocks loses its last ones first.

    A row of several verbs is none of them, so the only move of its kind stays.
    """
    kept = list(found)
    while height(kept) > room and len(kept) > 1:
        verbs = [block.verb for block in kept]
        most = max(dict.fromkeys(verbs), key=verbs.count)
        kept.pop(len(verbs) - 1 - verbs[::-1].index(most))
    return kept
