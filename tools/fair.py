"""What the order of play, the board and the lot are worth between bots that play alike.

    python -m tools.fair --out fair.json                # plays all lines, keeps what happened
    python -m tools.fair gallia cambria --games 500     # some tables, so many games a line
    python -m tools.fair --write fair.json more.json    # sets the tables into docs/fair.md

prints each line when it is played. Lines of several files that stand for the same games are added:
play them with different seeds. The bots look one move ahead with what the network has learned, or
search with so many playouts a move; those of SHENT are `strong`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path

from tools.fair_games import (
    SETS,
    Found,
    Line,
    cambria_starts,
    found_in,
    order_of_play,
    shent_games,
)

from cruachan.arena.tally import wilson

PAGE = Path(__file__).parents[1] / "docs" / "fair.md"
PLAYED = {0: 4000, 30: 1000, 100: 1000, 300: 400, 1000: 200}
"""Games of a line, by the playouts of its bots."""
SHENT_GAMES = 1000
MARK = re.compile(r"<!-- (tools\.fair: ([\w-]+)) -->\n.*?<!-- end -->", re.S)
"""Where a table stands in the page."""
Player = Callable[[Line, int, int], Found]


def gallia_lines() -> Iterator[Line]:
    """Gallia Cisalpina, by strength and option; other backs between bots of 30 playouts."""
    yield from (Line("gallia", playouts=each) for each in PLAYED)
    fair = {"fair": "yes"}
    yield from (Line("gallia", options=fair, playouts=each) for each in (0, 30, 100, 300, 1000))
    yield from (Line("gallia", playouts=30, backs=each) for each in SETS)


def cambria_lines() -> Iterator[Line]:
    """Both boards, all numbers of players."""
    for board, seats, playouts in product(("wales", "north"), (2, 3, 4, 5), (0, 30)):
        yield Line("cambria", board, seats, playouts=playouts)


def cambria_fair_lines() -> Iterator[Line]:
    """The same with the option."""
    for board, seats in product(("wales", "north"), (2, 3, 4, 5)):
        yield Line("cambria", board, seats, {"fair": "yes"})


def shent_lines() -> Iterator[Line]:
    """Tables of three, four and six."""
    yield from (Line("shent", seats=seats) for seats in (4, 3, 6))


TABLES: dict[str, tuple[Callable[[], Iterator[Line]], Player]] = {
    "gallia": (gallia_lines, order_of_play),
    "cambria": (cambria_lines, cambria_starts),
    "cambria-fair": (cambria_fair_lines, cambria_starts),
    "shent": (shent_lines, shent_games),
}
"""Each table's lines, and how their games are played."""


# --- Tables -----------------------------------------------------------------------------------


def share(won: int, games: int) -> str:
    """A share in per cent with its interval of 95 %."""
    low, high = wilson(won, games)
    return f"{100 * won / max(1, games):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def median(found: Found) -> int:
    """The rounds that half of the games do not exceed."""
    reached = 0
    for length in sorted(found.rounds):
        reached += found.rounds[length]
        if 2 * reached >= found.games:
            return length
    return 0


def name(line: Line) -> str:
    """How a line is called."""
    board = {"wales": "Wales, ", "north": "north, "}.get(line.board, "")
    players = "" if line.game == "gallia" else f"{board}{line.seats}, "
    options = ", ".join(f"{key}={value}" for key, value in line.options.items())
    level = f"{line.playouts:,}" if line.playouts else "one step"
    if line.game == "shent":
        level = "`strong`"
    backs = f", backs *{line.backs}*" if line.backs else ""
    return f"{players}{level}{f', {options}' if options else ''}{backs}"


def order_line(found: Found) -> str:
    """A line of a table of the order of play."""
    ties = found.games - sum(found.wins)
    shares = " / ".join(share(won, found.games) for won in found.wins)
    return f"| {name(found.line)} | {found.games:,} | {shares} | {ties} | {median(found)} |"


def order_table(found: Iterable[Found]) -> list[str]:
    """Wins by order of play."""
    head = [
        "| bots | games | wins in the order of play, % | ties | rounds |",
        "|---|--:|---|--:|--:|",
    ]
    return [*head, *map(order_line, found)]


def beginnings(found: Found, what: str, least: int = 1) -> list[tuple[str, int, int]]:
    """(name, begun, won) of each beginning that was seen often enough, the best first."""
    rows = [(key, begun, won) for key, (begun, won) in found.began.get(what, {}).items()]
    seen = [row for row in rows if row[1] >= least]
    return sorted(seen, key=lambda row: -row[2] / row[1])


def beginning_table(found: Iterable[Found], what: str) -> list[str]:
    """Wins by a beginning of few kinds: a line each, in columns."""
    lines = list(found)
    kinds = sorted({key for each in lines for key in each.began.get(what, {})})
    rows = ["| | par | " + " | ".join(kinds) + " |", "|---|--:|" + "--:|" * len(kinds)]
    for each in lines:
        known = {key: share(won, begun) for key, begun, won in beginnings(each, what)}
        cells = " | ".join(known.get(key, "") for key in kinds)
        rows.append(f"| {name(each.line)} | {100 / each.line.seats:.1f} | {cells} |")
    return rows


def extremes_table(found: Iterable[Found], what: str, least: int) -> list[str]:
    """The two best and the two worst beginnings of each line."""
    rows = ["| | par | best | worst |", "|---|--:|---|---|"]
    for each in found:
        order = beginnings(each, what, least)
        cells = [
            "; ".join(f"{key} {share(won, begun)}" for key, begun, won in some)
            for some in (order[:2], order[-1:-3:-1])
        ]
        rows.append(f"| {name(each.line)} | {100 / each.line.seats:.1f} | {' | '.join(cells)} |")
    return rows


OFTEN = 200
"""How often somebody must have begun so for a beginning to be called best or worst."""


def tables(found: list[Found]) -> dict[str, list[str]]:
    """All tables of the page that these games make, by name."""

    def of(game: str, *, fair: bool = False) -> list[Found]:
        return [
            each for each in found if each.line.game == game and bool(each.line.options) == fair
        ]

    made = {
        "gallia": order_table([e for e in of("gallia") if not e.line.backs]),
        "gallia-fair": order_table(of("gallia", fair=True)),
        "gallia-backs": order_table([e for e in of("gallia") if e.line.backs]),
        "cambria": order_table(of("cambria")),
        "cambria-fair": order_table(of("cambria", fair=True)),
        "cambria-die": beginning_table(of("cambria"), "die"),
        "cambria-road": extremes_table(of("cambria"), "road", OFTEN),
        "shent": order_table(of("shent")),
        "shent-element": beginning_table(of("shent"), "element"),
        "shent-figure": beginning_table(of("shent"), "figure"),
        "shent-neighbours": beginning_table(of("shent"), "neighbours"),
        "shent-land": extremes_table(of("shent"), "land", OFTEN // 4),
    }
    return {key: rows for key, rows in made.items() if len(rows) > 2}


def added(files: Iterable[Path]) -> list[Found]:
    """What several files found, lines that stand for the same games as one."""
    sums: dict[tuple[object, ...], Found] = {}
    for file in files:
        for data in json.loads(file.read_text("utf-8")):
            each = found_in(data)
            before = sums.get(each.line.key)
            sums[each.line.key] = each if before is None else before + each
    return list(sums.values())


def written(page: str, made: dict[str, list[str]]) -> str:
    """The page with its tables made anew; those that were not played stay."""

    def table(match: re.Match[str]) -> str:
        rows = made.get(match[2])
        return (
            match[0] if rows is None else "\n".join([f"<!-- {match[1]} -->", *rows, "<!-- end -->"])
        )

    return MARK.sub(table, page)


# --- The command ------------------------------------------------------------------------------


def games_of(line: Line) -> int:
    """How many games a line has where nothing else is said."""
    return SHENT_GAMES if line.game == "shent" else PLAYED[line.playouts]


def lines_of(asked: argparse.Namespace) -> Iterator[tuple[Line, Player]]:
    """The lines that are asked for, and how each is played."""
    for table in asked.tables or TABLES:
        lines, play = TABLES[table]
        for line in lines():
            if asked.only is None or re.search(asked.only, name(line)):
                yield line, play


def read() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="else all")
    parser.add_argument("--only", metavar="PATTERN", help="lines whose names match")
    parser.add_argument("--games", type=int, help="of each line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file that keeps what happened")
    parser.add_argument("--write", type=Path, nargs="+", help="files to make the page's tables of")
    return parser.parse_args()


def main() -> None:
    """Play the lines, or write the page."""
    asked = read()
    if asked.write:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(written(page, tables(added(asked.write))), "utf-8")
        return
    found: list[Found] = []
    for line, play in lines_of(asked):
        found.append(play(line, asked.games or games_of(line), asked.seed))
        print(order_line(found[-1]), flush=True)
        if asked.out:
            asked.out.write_text(json.dumps([each.as_data() for each in found]), "utf-8")


if __name__ == "__main__":
    main()
