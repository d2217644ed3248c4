"""New boards: always sound, the same ones for the same seed, and the command that makes them."""

from __future__ import annotations

import hashlib
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cruachan.engine.errors import OptionError
from cruachan.engine.texts import LANGS, LocalizedText
from cruachan.games import GAMES
from cruachan.games.shent.components.board import BOARDS, SIZES, load, problems
from cruachan.games.shent.components.generator import make, new, write
from cruachan.games.shent.components.landnames import NAMES
from cruachan.games.shent.components.material import ELEMENTS, RUNES
from tests import warm

SEEDS = {"elvarin": (36, 4), "sirren": (24, 3), "thornavar": (48, 5)}


@pytest.mark.rule("S1.1", "S1.2", "S1.3")
@pytest.mark.parametrize("lands", SIZES)
def test_every_board_is_sound(lands: int) -> None:
    for seed in range(6):
        board = new(lands, seed)
        assert problems(board) == []
        assert len(board.lands) == lands


@pytest.mark.rule("S1.1")
def test_the_same_seed_makes_the_same_board() -> None:
    assert make(24, 7) == make(24, 7)
    assert make(24, 7) != make(24, 8)
    assert make(24, 7) != make(30, 7)
    assert hashlib.sha256(make(60, 2026).encode()).hexdigest()[:16] == "f5c7317028cf882c"


def test_a_board_written_and_read_is_the_same(tmp_path: Path) -> None:
    board = new(30, 11)
    path = tmp_path / "new.toml"
    path.write_text(write(board), encoding="utf-8")
    assert load(path) == board
    assert load(path).digest == board.digest
    assert board.name.endswith("-30-11")


@pytest.mark.parametrize("name", BOARDS)
def test_the_shipped_boards_come_from_seeds(name: str) -> None:
    made = replace(new(*SEEDS[name]), name=name, title=LocalizedText.of(lambda _: name.title()))
    assert made == load(name)


@pytest.mark.parametrize("lands", [0, -6, 12, 20, 66])
def test_other_sizes_are_refused(lands: int) -> None:
    with pytest.raises(OptionError, match=f"multiple of 6 lands from 18 to 60, not {lands}"):
        new(lands, 1)


@pytest.mark.rule("S1.3")
def test_runes_lie_where_the_name_fits_and_far_apart() -> None:
    fits = {name.names.text("en"): name.rune for names in NAMES for name in names}
    for seed in range(8):
        board = new(36, seed)
        carry = [n for n, land in enumerate(board.lands) if land.rune is not None]
        for land in board.lands:
            assert fits[land.name] == ("" if land.rune is None else RUNES[land.rune])
        close = sum(b in board.near[a] for a in carry for b in carry)
        assert close <= len(carry) // 2


# --- Names --------------------------------------------------------------------------------


def test_enough_names_for_each_element_and_each_rune() -> None:
    assert len(NAMES) == len(ELEMENTS)
    for names in NAMES:
        assert len(names) >= 14
        assert sum(not name.rune for name in names) >= SIZES[-1] // len(ELEMENTS)
    homes = Counter(name.rune for names in NAMES for name in names if name.rune)
    assert set(homes) == set(RUNES)
    assert min(homes.values()) >= 2


def test_names_are_distinct_single_words_that_fit_on_the_map() -> None:
    for lang in LANGS:
        words = [name.names.text(lang) for names in NAMES for name in names]
        assert len(words) == len(set(words))
        assert all(word.isalpha() and word.istitle() and 5 < len(word) < 12 for word in words)


# --- The command --------------------------------------------------------------------------


def cruachan(*arguments: str) -> subprocess.CompletedProcess[str]:
    return warm.run("board", "new", *arguments)


registered = pytest.mark.skipif("shent" not in GAMES, reason="SHENT is not among the games")


@registered
def test_a_new_board_on_standard_output_and_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    shown = cruachan("shent", "--lands", "24", "--seed", "7")
    kept = cruachan("shent", "--lands", "24", "--seed", "7", "--out", str(path))
    assert (shown.returncode, kept.returncode) == (0, 0)
    assert shown.stdout == path.read_text(encoding="utf-8") == make(24, 7)
    assert problems(load(path)) == []


@registered
def test_wrong_sizes_end_in_one_line() -> None:
    done = cruachan("shent", "--lands", "20")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "A board of SHENT has a multiple of 6 lands from 18 to 60, not 20.\n"


@registered
def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    done = cruachan("shent", "--lands", "18", "--out", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"{tmp_path}: ")
    assert done.stderr.count("\n") == 1


def test_a_game_without_a_generator_says_so() -> None:
    done = cruachan("gallia")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Boards for Gallia Cisalpina cannot be made here.")
    assert done.stderr.count("\n") == 1
    assert "no game 'chess'" in cruachan("chess").stderr
