"""The tables of docs/fair.md: what is counted adds up, and the page takes the tables."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tools.fair import added, tables, written
from tools.fair_games import SETS, Found, Line, cambria_starts, order_of_play


def test_everybody_begins_with_a_die_and_a_road() -> None:
    """Of 40 games of three each beginning is counted once a player, each win once."""
    found = cambria_starts(Line("cambria", "north", 3), 40, 1)
    assert found.games == sum(found.wins) == sum(found.rounds.values()) == 40
    assert set(found.began["die"]) <= set("23456")
    for what in ("die", "road"):
        begun, won = (sum(each[n] for each in found.began[what].values()) for n in (0, 1))
        assert (begun, won) == (120, 40)


def test_other_backs_make_another_game() -> None:
    """The same lots with other backs go another way."""
    lengths = [order_of_play(Line("gallia", backs=backs), 20, 1).rounds for backs in ("", *SETS)]
    assert len({tuple(sorted(each.items())) for each in lengths}) > 1


def _found(seed: int) -> Found:
    began = {"die": {"2": [3, 1], str(3 + seed): [1, 0]}}
    return Found(Line("cambria", "wales"), 2, [1, 1], Counter({9: 1, 11 + seed: 1}), began)


def test_lines_of_several_files_are_added(tmp_path: Path) -> None:
    files = [tmp_path / f"{seed}.json" for seed in range(2)]
    for seed, file in enumerate(files):
        file.write_text(json.dumps([_found(seed).as_data()]), "utf-8")
    [found] = added(files)
    assert (found.games, found.wins) == (4, [2, 2])
    assert found.rounds == {9: 2, 11: 1, 12: 1}
    assert found.began["die"] == {"2": [6, 2], "3": [1, 0], "4": [1, 0]}


def test_the_page_takes_what_was_played_and_keeps_the_rest() -> None:
    page = "<!-- tools.fair: {} -->\nold {}\n<!-- end -->\n"
    before = "".join(page.format(each, each) for each in ("cambria", "shent"))
    after = written(before, tables([_found(0)]))
    assert "old cambria" not in after
    assert "| Wales, 2, one step | 2 | 50.0 (9.4 to 90.5) / 50.0 (9.4 to 90.5) | 0 | 9 |" in after
    assert page.format("shent", "shent") in after
