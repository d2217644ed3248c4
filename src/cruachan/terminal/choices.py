"""The list of legal moves a player chooses from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cruachan.engine.texts import Texts
from cruachan.engine.view import PackedMove, Parts, View, offered
from cruachan.terminal import move_families as families
from cruachan.terminal.boards import own_text, renderer
from cruachan.terminal.screen import Screen

NUMBER = "bold cyan"
NUMBERS = re.compile(r"\d+")
FEW = 4
"""From this many moves of a kind on, the kind stands for them; fewer are written out."""


@dataclass(frozen=True)
class ListedMove:
    """One legal move: its number in the list, its notation and what it means."""

    number: int
    move: PackedMove
    """The move as a view has it."""
    text: str
    label: str
    point: str
    """What the move points at, in words."""
    parts: Parts
    mark: str = ""
    """What is to be known of it, in a few letters."""
    place: bool = True
    """Whether it points at something on the board."""
    game: str = ""
    narrated: bool = False
    """Whether its label says what its notation does not: the game is told in words."""
    tag: str = ""
    """The place in a few letters, as the board shows it."""
    aside: bool = False
    """Whether it can be made at many moments, and is seldom what the moment is about."""

    @property
    def verb(self) -> str:
        """Its kind."""
        return self.parts.verb

    @property
    def short(self) -> str:
        """The label from the point on: what stands before it can be seen on the board."""
        return self.label[max(self.label.find(self.point), 0) :]

    @property
    def brief(self) -> str:
        """The notation without its verb, and what the board knows of the place."""
        return self.text.removeprefix(self.verb).lstrip() + self.mark

    @property
    def army(self) -> str:
        """What several moves are made by: an army, or a place where there are several ways."""
        return army_of(self.parts)

    def way(self, texts: Texts) -> str:
        """What such a move has of its own, and what the board knows of it."""
        manner = own_text(self.game, f"terminal_way.{self.parts.manner}", texts.lang)
        manner = manner or self.parts.manner
        return (self.parts.target if self.parts.actor else manner) + self.mark


Choices = list[list[ListedMove]]
"""Grouped by their kind and by what they point at."""


def choices(view: View, narrated: bool) -> Choices:
    """The moves a view offers, one kind after another, numbered from 1.

    Where a number is asked for, each move has the number it means. A list is narrated where the
    labels say more than the notation, as in a game told in words.
    """
    module = renderer(view["game"])
    points = {id(move): point for point in view["points"] for move in point["moves"]}
    kinds: dict[str, dict[tuple[str, str], list[dict[str, Any]]]] = {}
    for move in offered(view):
        point = points[id(move)]
        parts = Parts(move["verb"], move["actor"], move["target"], move["manner"], move["number"])
        said = {
            "move": move["move"],
            "text": move["text"],
            "label": move["label"],
            "point": "" if narrated else point["label"],
            "parts": parts,
            "mark": module.mark(view, point["id"], move) if module else "",
            "place": ":" in point["id"] and bool(parts.target),
            "game": view["game"],
            "narrated": narrated,
            "tag": module.tag(view, move) if module else "",
            "aside": move["aside"] and narrated,
        }
        army = army_of(parts)
        key = point["id"], "" if narrated and army.isdecimal() else army
        kinds.setdefault(parts.verb, {}).setdefault(key, []).append(said)
    meant = meant_numbers(view)
    numbers = iter(meant) if meant else count(1)
    listed = [
        [ListedMove(next(numbers), **said) for said in group]
        for groups in kinds.values()
        for group in groups.values()
    ]
    apart = _parted if narrated else _counted
    return [part for group in listed for part in apart(group)]


def _counted(group: list[ListedMove]) -> Choices:
    """Armies and numbers each by themselves: another behind `army of 3` would be read as theirs."""
    said = (f"{c.parts.actor} {c.parts.target} {c.parts.number}" for c in group)
    numbers = any(NUMBERS.search(each) for each in said)
    return [[choice] for choice in group] if numbers else [group]


def _parted(group: list[ListedMove]) -> Choices:
    """A group in one, if its labels differ at their ends only; else each move by itself."""
    labels = [choice.label for choice in group]
    begin = families.common(labels)
    numbered = any(label[begin : begin + 1].isdecimal() for label in labels)
    alike = begin > 0 and not numbered and not families.differ_in_the_middle(labels)
    return [group] if alike else [[choice] for choice in group]


def name_of(choice: ListedMove, texts: Texts) -> str:
    """How its kind of moves is called where the list must be short, if it has a name."""
    own = own_text(choice.game, f"terminal_kind.{choice.verb}", texts.lang)
    return own or texts.table.get(f"kind.{choice.verb}", "")


def army_of(parts: Parts) -> str:
    """Who moves, if the move says it; or the place, where there are several ways to go there."""
    return parts.actor or (parts.target if parts.manner else "")


def meant_numbers(view: View) -> list[int]:
    """The numbers, where all moves are a verb and one: `send 1`, `send 2`."""
    moves = [move for point in view["points"] for move in point["moves"]]
    numbers = [move["number"] for move in moves if move["number"] is not None]
    same = len({move["verb"] for move in moves}) == 1
    return numbers if same and len(numbers) == len(moves) else []


def flat(groups: Choices) -> list[ListedMove]:
    """All choices in the order of their numbers."""
    return [choice for group in groups for choice in group]


def full_list(groups: Choices, width: int = 0) -> RenderableType:
    """Every move in full, a line for each group; what many moves share once, in so much width."""
    if width and groups[0][0].narrated and _has_family(groups):
        return _rows_of(families.blocks(groups, width, families.Form.FULL))
    return _table(groups, 1, short=False)


def _has_family(groups: Choices) -> bool:
    return any(families.family(group) for group in families.families(groups))


def _rows_of(found: list[families.ListBlock]) -> Group:
    return Group(*(row for block in found for row in block.rows))


def listing(groups: Choices, screen: Screen, room: int, texts: Texts) -> RenderableType:
    """What the moment is about; what can be done besides is named in a line at its end."""
    main, besides = _main(groups)
    if not besides:
        return _listing(main, screen, room, texts)
    line = Text(_besides(besides, texts), "dim")
    return Group(_listing(main, screen, room - screen.rows_of(line), texts), line)


def _main(groups: Choices) -> tuple[Choices, list[ListedMove]]:
    """The groups that are shown, and what can be done besides."""
    main = [group for group in groups if not group[0].aside]
    besides = [choice for choice in flat(groups) if choice.aside]
    return (main, besides) if main else (groups, [])


def _besides(besides: list[ListedMove], texts: Texts) -> str:
    """What can be done besides, by its kinds, and how all of it is seen."""
    kinds = dict.fromkeys(name_of(choice, texts) or choice.label for choice in besides)
    return texts("say.besides", kinds=", ".join(kinds))


def _listing(groups: Choices, screen: Screen, room: int, texts: Texts) -> RenderableType:
    """The list in full; if that is too long, short; by kinds of moves; cut if it must be."""
    if is_number(groups):
        return Text("  ".join(str(choice.number) for choice in flat(groups)), NUMBER)
    if not (groups[0][0].narrated and _has_family(groups)):
        for columns, short in _columns(groups, screen.width, texts):
            table = _table(groups, columns, short)
            if screen.rows_of(table) <= room:
                return table
    if groups[0][0].narrated:
        return _list_moves(groups, screen.width, room, texts)
    rows = _by_kind(flat(groups), screen.width, texts)
    if len(rows) <= room:
        return Group(*rows)
    # The last row is often unlike the others, and then the others do not hint at it.
    kept = [*rows[: max(room - 2, 1)], rows[-1]]
    return Group(*kept, Text(texts("say.more"), "dim"))


def needed_rows(groups: Choices, screen: Screen, texts: Texts) -> int:
    """How many rows the list takes at least, when nothing is left out of it."""
    main, besides = _main(groups)
    extra = screen.rows_of(Text(_besides(besides, texts))) if besides else 0
    if is_number(main):
        return 1 + extra
    return families.height(_tight(main, screen.width)) + extra


def _tight(groups: Choices, width: int) -> list[families.ListBlock]:
    return families.joined(families.blocks(groups, width, families.Form.TIGHT), width)


def _list_moves(groups: Choices, width: int, room: int, texts: Texts) -> Group:
    """Moves in words; where there is no room, what is long in a row each, or some of each kind."""
    forms = (families.Form.FULL, families.Form.HALF, families.Form.BRIEF)
    for found in (
        *(families.blocks(groups, width, form) for form in forms),
        _tight(groups, width),
    ):
        if families.height(found) <= room:
            return _rows_of(found)
    short = families.shortened(found, width, room - 1)
    if families.height(short) < room:
        return Group(_rows_of(short), Text(texts("say.shortened"), "dim"))
    return Group(_rows_of(families.cut(found, room - 1)), Text(texts("say.more"), "dim"))


def _columns(groups: Choices, width: int, texts: Texts) -> list[tuple[int, bool]]:
    """In how many columns the whole list can be read, and whether its labels are short then."""
    listed = flat(groups)
    if listed[0].narrated:
        longest = max(_line(group, True, "").cell_len for group in groups) + len(str(len(listed)))
        fits = (many for many in (2, 3, 4) if many * (longest + 2) <= width)
        return [(1, False), *((many, True) for many in fits)]
    # Kinds with names are not told apart by what they point at.
    named = any(name_of(choice, texts) for choice in listed)
    unambiguous = not named and len({choice.short for choice in listed}) == len(listed)
    digits = len(str(len(listed)))
    half = all(_line(group, False, "").cell_len + digits + 2 <= width // 2 for group in groups)
    return [(1, False), *[(2, False)] * (named and half), *[(2, True)] * unambiguous]


def wanted_rows(groups: Choices, screen: Screen, texts: Texts) -> int:
    """How many rows the whole list takes in its best form."""
    main, besides = _main(groups)
    if besides:
        return wanted_rows(main, screen, texts) + screen.rows_of(Text(_besides(besides, texts)))
    if groups[0][0].narrated and _has_family(groups):
        return families.height(families.blocks(groups, screen.width, families.Form.FULL))
    tables = (_table(groups, *columns) for columns in _columns(groups, screen.width, texts))
    return min(screen.rows_of(table) for table in tables)


def is_number(groups: Choices) -> bool:
    """Whether the list is one of numbers, each meaning itself, and nothing is said beside them."""
    return all(
        choice.parts.number == choice.number
        and NUMBERS.findall(choice.label) == [str(choice.number)]
        for choice in flat(groups)
    )


def shortest(groups: Choices, width: int, texts: Texts) -> int:
    """How many rows the list takes at least, when nothing is left out."""
    return 1 if is_number(groups) else len(_by_kind(flat(groups), width, texts))


def _by_kind(listed: list[ListedMove], width: int, texts: Texts) -> list[Text]:
    """Rows of moves: what moves of a kind have in common once, then where; then all single ones."""
    kinds: dict[str, list[ListedMove]] = {}
    for choice in listed:
        kinds.setdefault(choice.verb, []).append(choice)
    many: list[tuple[str, list[ListedMove]]] = []
    single: list[tuple[int, str]] = []
    for verb, kind in kinds.items():
        name = name_of(kind[0], texts)
        placed = [choice for choice in kind if choice.place or not name]
        if len(placed) < FEW:
            single += [(choice.number, _called(choice, name)) for choice in kind]
        else:
            common = kind[0].label[: families.common([choice.label for choice in placed])]
            many.append((f"{name or common.rstrip() or verb}:", placed))
            single += [(c.number, _called(c, name)) for c in kind if c not in placed]
    size = max((len(head) for head, _ in many), default=0)
    rows = []
    for head, kind in many:
        title = Text(f"{head:<{size}}", "bold")
        if all(choice.army for choice in kind):
            rows += _armies(title, kind, width, texts)
        else:
            rows += _flow(title, [(choice.number, choice.brief) for choice in kind], width)
    return rows + _singles(single, width)


def _singles(entries: list[tuple[int, str]], width: int) -> list[Text]:
    """Single moves in columns; where one is long, each in as much room as it needs."""
    if all(len(text) <= width // 2 for _, text in entries):
        return _flow(Text(), entries, width)
    return _pack(Text(), entries, width)


def _pack(head: Text, entries: list[tuple[int, str]], width: int) -> list[Text]:
    """Entries behind a head, each in as much room as it needs."""
    indent = head.cell_len
    rows = [head.copy()]
    for number, text in entries:
        entry = Text(f"{number} ", NUMBER).append(text, "not bold default")
        entry.truncate(width - indent, overflow="ellipsis")
        if rows[-1].cell_len > indent and rows[-1].cell_len + entry.cell_len + 2 > width:
            rows.append(Text(" " * indent))
        gap = "  " if rows[-1].cell_len > indent else ""
        rows[-1].append(gap).append_text(entry)
    return rows


def _called(choice: ListedMove, name: str) -> str:
    """A single move: in a few words where its kind has a name, else in all."""
    return f"{name} {choice.brief}" if name and choice.place else choice.label


def _armies(head: Text, kind: list[ListedMove], width: int, texts: Texts) -> list[Text]:
    """Each army once with where it can go, as many in a row as there is room for."""
    digits = len(str(kind[-1].number))
    blocks: dict[str, Text] = {}
    targets: dict[str, list[tuple[int, str]]] = {}
    for choice in kind:
        army, target = choice.army, choice.way(texts)
        targets.setdefault(army, []).append((choice.number, target))
        block = blocks.setdefault(army, Text(f"{_die(army)}:", "bold"))
        block.append(f" {choice.number:>{digits}} ", f"not bold {NUMBER}")
        block.append(target, "not bold")
    indent = head.cell_len + 1
    half = (width - indent - 1) // 2
    rows = [head.copy()]
    rows[0].pad_right(1)
    for army, block in blocks.items():
        if indent + block.cell_len > width:
            begin = rows.pop() if rows[-1].cell_len == indent else Text(" " * indent)
            begin.append(f"{_die(army)}: ", "bold")
            rows += [*_pack(begin, targets[army], width), Text(" " * indent)]
            continue
        if rows[-1].cell_len + block.cell_len > width and rows[-1].cell_len > indent:
            rows.append(Text(" " * indent))
        block.pad_right(half - block.cell_len)
        rows[-1].append_text(block).append(" ")
    for row in rows:
        row.rstrip()
    return [row for row in rows if row]


def _die(army: str) -> str:
    """An army as the board shows it, `Ins[3]`: a bare number is that of a choice."""
    return NUMBERS.sub(r"[\g<0>]", army)


def _flow(head: Text, entries: list[tuple[int, str]], width: int) -> list[Text]:
    """Entries of equal width behind a head, as many in a row as there is room for."""
    if not entries:
        return []
    digits = max(len(str(number)) for number, _ in entries)
    indent = head.cell_len + 1 if head else 0
    size = min(digits + 1 + max(len(text) for _, text in entries), width - indent)
    many = max((width - indent + 2) // (size + 2), 1)
    rows = []
    for start in range(0, len(entries), many):
        row = head.copy() if start == 0 else Text()
        row.pad_right(indent - row.cell_len)
        for number, text in entries[start : start + many]:
            row.append(f"{number:>{digits}} ", NUMBER)
            cell = Text(text, "default")
            cell.truncate(size - digits - 1, overflow="ellipsis", pad=True)
            row.append_text(cell).append("  ", "default")
        row.rstrip()
        rows.append(row)
    return rows


def _table(groups: Choices, columns: int, short: bool) -> Table:
    """The groups in so many columns, from top to bottom."""
    table = Table.grid(padding=(0, 1, 0, 0))
    length = -(-len(groups) // columns)
    # A number before another number needs a colon, and then all have one.
    colon = ":" if any(choice.label[:1].isdecimal() for choice in flat(groups)) else ""
    for row in range(length):
        cells: list[Text] = []
        for group in groups[row::length]:
            number = Text(f"{group[0].number}{colon}", NUMBER, justify="right")
            cells += [number, _line(group, short, colon)]
        table.add_row(*cells)
    return table


def _line(group: list[ListedMove], short: bool, colon: str) -> Text:
    """A group after its first number; what its moves have in common is said once."""
    labels = [choice.short if short else choice.label for choice in group]
    common = families.common(labels)
    if any(label[common : common + 1].isdecimal() for label in labels):
        # A number behind a number would be taken for a choice.
        common = 0
    line = Text(labels[0])
    for choice, label in zip(group[1:], labels[1:], strict=True):
        line.append(f"  {choice.number}{colon} ", NUMBER)
        line.append(label[common:])
    return line
