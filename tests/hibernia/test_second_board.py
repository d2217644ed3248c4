"""Another board is one file: everything that plays Hibernia plays on it."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import cruachan
from cruachan import CHANCE, Match, Player, load_game
from cruachan.arena import tournament
from cruachan.arena.simulate import simulate
from cruachan.bench.envs import by_lot
from cruachan.bots import adviser, bots_of, levels_of, load_bot, repeatable_bots
from cruachan.engine.boardfile import shipped
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import UnreadableMove
from cruachan.engine.presentation import presentation_of
from cruachan.engine.shapes import overlap
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.transcript import read, replay, save, write
from cruachan.engine.verify import verify
from cruachan.envs.vector import VectorEnv
from cruachan.games import loader
from cruachan.games.hibernia import moves
from cruachan.games.hibernia.board import SHIPPED, load, problems
from cruachan.games.hibernia.draw import HiberniaPicture, shield_at, shield_corner
from cruachan.games.hibernia.game import Hibernia
from cruachan.terminal.boards import renderer
from tests.hibernia import squares

ROOT = Path(__file__).parents[2]
NAMES = ("Anna", "Bran", "Cu", "Dana")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board in a file."""
    return squares.write(tmp_path_factory.mktemp("boards"))


def played(path: Path, bots: tuple[str, ...], plies: int = 4000) -> Match[Any, Any]:
    """A game of these bots on the board, whole or so many plies of it."""
    game = load_game("hibernia", str(path))
    players = [Player(name, bot) for name, bot in zip(NAMES, bots, strict=False)]
    match, rng = Match(game, players, seed=seed_from("squares")), Random(1)
    seated = [load_bot(bot, game) for bot in bots]
    while match.outcome is None and len(match.history) < plies:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, seated[seat].choose(match.decision(seat), rng))
    return match


def test_the_board_is_sound_and_smaller_than_ireland(path: Path) -> None:
    assert problems(load(path)) == []
    assert len(load(path).counties) == 16
    assert load(path).digest != load().digest


@pytest.mark.parametrize(
    ("file", "name", "digest"),
    [("ireland", "Ireland", "9cd0dd6c"), ("eriu", "Eriu", "0311e0f3")],
)
def test_boards_are_what_they_were(file: str, name: str, digest: str) -> None:
    """Transcripts carry their names and their digests."""
    assert (load(file).name, load(file).digest) == (name, digest)


def test_the_usual_board_comes_first_and_the_others_by_name(tmp_path: Path) -> None:
    for name in ("zz", "mm", "aa"):
        (tmp_path / f"{name}.toml").touch()
    (tmp_path / "notes.txt").touch()
    assert list(shipped(tmp_path, "mm")) == ["mm", "aa", "zz"]
    assert next(iter(SHIPPED)) == "eriu"


def test_a_file_needs_no_title(path: Path, tmp_path: Path) -> None:
    """Then its name stands for it, and what it is about for the sentence."""
    less = [row for row in squares.text().splitlines() if not row.startswith(("title", "sentence"))]
    short = tmp_path / "short.toml"
    short.write_text("\n".join(less), "utf-8")
    board = load(short)
    assert [board.title.text(lang) for lang in ("en", "de")] == ["Squares", "Squares"]
    assert board.sentence == board.about
    assert [load(path).title.text(lang) for lang in ("en", "de")] == ["The Squares", "Die Quadrate"]
    assert board.digest == load(path).digest


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_is_played_saved_replayed_and_verified(
    path: Path, seats: int, tmp_path: Path
) -> None:
    match = played(path, ("greedy", "random", "greedy", "greedy")[:seats])
    assert match.outcome is not None
    kept = tmp_path / "x.game"
    save(match, kept)
    assert "board Squares " in kept.read_text("utf-8")
    assert write(replay(read(kept), loader(str(path)))) == write(match)
    assert verify(kept, loader(str(path)))


def test_moves_into_counties_that_are_not_there(path: Path) -> None:
    game = load_game("hibernia", str(path))
    state = played(path, ("random",) * 3, 3).state
    for move in (moves.MARCH + 16, moves.MARCH_WILD + 19, moves.PULL_FROM + 17):
        with pytest.raises(UnreadableMove) as error:
            game.apply(state, game.to_act(state)[0], move)
        assert error.value.text("en") == "This board has no such county."
        assert error.value.text("de") == "Diese Grafschaft gibt es auf diesem Plan nicht."
    with pytest.raises(UnreadableMove, match="march Aa wild"):
        game.read_move(state, game.to_act(state)[0], "", "en")


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_drawn_and_shown_in_a_terminal(path: Path, lang: Lang) -> None:
    match = played(path, ("greedy",) * 4, 60)
    game, view = match.game, match.view(None, lang)
    drawn = ET.fromstring(presentation_of(game).draw(view, lang))
    assert {"county:Aqa", "county:Dqd"} <= {each.get("id") for each in drawn.iter()}
    room = renderer("hibernia")
    assert room
    for width in (80, 160):
        console = Console(file=io.StringIO(), width=width, color_system=None)
        console.print(room.render(view, game.board, width, 40, lang))
        assert isinstance(console.file, io.StringIO)
        shown = console.file.getvalue()
        assert all(county.short in shown or county.name in shown for county in game.board.counties)


@pytest.mark.slow
def test_every_bot_plays_on_it(path: Path) -> None:
    game = load_game("hibernia", str(path))
    for kind in repeatable_bots(game):
        assert len(played(path, (kind, "random", "greedy", "random"), 40).history) >= 40


def test_it_has_the_levels_and_the_hints_of_ireland(path: Path) -> None:
    """What was learned elsewhere holds on it."""
    game, ireland = load_game("hibernia", str(path)), load_game("hibernia")
    assert bots_of(game) == bots_of(ireland)
    assert levels_of(game) == levels_of(ireland) != {}
    assert adviser(game) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "least"),
    [
        (("strong", "random", "random", "random"), 95),
        (("strong", "greedy", "greedy"), 45),
        (("strong", "greedy", "greedy", "greedy"), 40),
    ],
)
def test_strong_is_strong_on_it(path: Path, bots: tuple[str, ...], least: int) -> None:
    """100 games on a board that nothing was learned on, one seat against the others."""
    game = load_game("hibernia", str(path))
    report = list(simulate(game, len(bots), 100, 1, bots, {}))[-1].report()
    assert report["wins"][0] >= least


def test_the_board_of_the_docs_is_sound_and_played(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "add-a-board.md").read_text("utf-8")
    example = page.split("`grove.toml`:\n")[1].split("\nEvery county may")[0]
    file = tmp_path / "grove.toml"
    file.write_text(dedent(example), "utf-8")
    assert problems(load(file)) == []
    assert len(load(file).counties) == 12
    game = load_game("hibernia", str(file))
    report = list(simulate(game, 4, 20, 1, ("strong", "steady", "greedy", "random"), {}))[-1]
    assert sum(report.report()["wins"]) == 20
    assert shield_corner(game.board), "the example leaves a corner free"


@pytest.mark.parametrize("room", [True, False])
def test_the_shield_covers_no_county(path: Path, tmp_path: Path, room: bool) -> None:
    """It lies in a free corner; where there is none, left of the track in a wider drawing."""
    wide = "[-200, 0, 1000, 800]" if room else "[0, 0, 800, 800]"
    file = tmp_path / "squares.toml"
    text = path.read_text("utf-8")
    file.write_text(re.sub(r"view_box = .*", f"view_box = {wide}", text), "utf-8")
    board = load(file)
    picture = HiberniaPicture(board)
    assert (picture.box == board.view_box) == room
    x, y, width, height = picture.box
    shield = shield_at(picture.shield)
    assert all(x < left < x + width and y < top < y + height for left, top in shield)
    assert not any(overlap([shield], county.shape) for county in board.counties)
    game = load_game("hibernia", str(file))
    shown = presentation_of(game)
    pieces = {each["key"]: each for each in shown.pieces(shown.view(game.setup(3, {}), None))}
    assert (pieces["shield"]["x"], pieces["shield"]["y"]) == picture.shield
    assert f'viewBox="{x:g} {y:g} {width:g} ' in shown.board_svg()


@pytest.mark.slow
def test_a_tournament_on_it_takes_levels(path: Path) -> None:
    report = tournament("hibernia", ["strong", "learner", "random"], 24, seed=1, board=str(path))
    wins = {bot["name"]: bot["wins"] for bot in report["bots"]}
    assert sum(wins.values()) == 24
    assert wins["strong"] > wins["random"]


@pytest.mark.slow
def test_simulations_end_with_a_winner_and_greedy_beats_the_lot(path: Path) -> None:
    game = load_game("hibernia", str(path))
    for seats in (3, 4):
        bots = ("greedy",) + ("random",) * (seats - 1)
        report = list(simulate(game, seats, 100, 1, bots, {"harder": "yes"}))[-1].report()
        assert sum(report["wins"]) == 100
        assert report["wins"][0] > 80


@pytest.mark.slow
def test_many_tables_at_once(path: Path) -> None:
    env, lots = (
        VectorEnv("hibernia", 4, board=str(path), auto_reset=False),
        np.random.default_rng(3),
    )
    batch = env.reset(seed=3)
    for _ in range(3000):
        if batch.done.all():
            break
        assert not batch.masks[:, moves.MARCH + 16 : moves.MARCH_WILD].any()
        batch = env.step(by_lot(batch.masks, lots))
    assert all(env.game.outcome(env.state(index)) for index in range(4))


@pytest.mark.slow
def test_a_file_dropped_into_the_folder_is_a_board_of_the_game(tmp_path: Path) -> None:
    """With its titles, in an installation of its own: no code and no text knows of it."""
    package = Path(cruachan.__file__).parent
    shutil.copytree(package, tmp_path / "cruachan", ignore=shutil.ignore_patterns("__pycache__"))
    squares.write(tmp_path / "cruachan" / "games" / "hibernia" / "boards")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=os.environ | {"CRUACHAN_RULES": "interpreted", "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = run("-m", "cruachan", "board", "check", "--lang", "en").splitlines()
    assert [line.split(":")[0] for line in told] == [*Hibernia.boards, "squares"]
    code = "from cruachan.server.api.catalogue import _catalogue_game as boxed; "
    code += "print(*(b.title + ': ' + b.sentence for b in boxed('hibernia', 'de').boards), sep='|')"
    ireland, *others = run("-c", code).strip().split("|")
    assert ireland.startswith("Irland: ")
    assert others[-1] == "Die Quadrate: Sechzehn quadratische Grafschaften."
    game = (
        "simulate",
        "hibernia",
        "--board",
        "squares",
        "--games",
        "2",
        "--bots",
        "random,random,random",
    )
    assert "2" in run("-m", "cruachan", *game)
    assert "<svg" in run("-m", "cruachan", "draw", "hibernia", "--board", "squares")
