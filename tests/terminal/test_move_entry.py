"""A typed move: read, told, checked once, and made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan import IllegalMove, Match, Player, load_game
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.terminal.choices import choices, flat
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.move_entry import MoveEntry
from cruachan.terminal.question import PromptQuestion
from tests.terminal.conftest import make_screen
from tests.terminal.toy import Toy, ToyNarration


class Asked:
    """A person who is asked for a move, and a count of how often it is checked and unpacked."""

    def __init__(self, game: Any, path: Path, lines: list[str], patch: pytest.MonkeyPatch) -> None:
        self.match = Match(game, [Player("Anna"), Player("Ben")], seed=seed_from("entry"))
        while CHANCE in self.match.to_act:
            self.match.roll()
        seat = self.match.to_act[0]
        table = LocalTable(TranscriptWriter(self.match, path / "x.game"))
        screen, self.output = make_screen(lines)
        view = table.view(seat, "en")
        self.listed = flat(choices(view, game.narration is not None))
        self.question = PromptQuestion(seat, view, "", self.listed)
        self.entry = MoveEntry(table, screen, Texts("cruachan.terminal", "en"))
        self.counted: Counter[str] = Counter()
        for owner, name in (
            (self.match, "check"), (game, "read_move"), (game, "pack"), (game, "unpack"),
        ):  # fmt: skip
            patch.setattr(owner, name, self.counting(name, getattr(owner, name)))

    def counting(self, name: str, function: Any) -> Any:
        def counted(*values: Any, **more: Any) -> Any:
            self.counted[name] += 1
            return function(*values, **more)

        return counted

    def enter(self, line: str) -> int:
        """How many moves were made."""
        before = len(self.match.history)
        answered = self.entry.enter(line, self.question)
        made = len(self.match.history) - before
        assert answered == bool(made)
        return made


@pytest.fixture
def cambria(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(load_game("cambria"), tmp_path, [], monkeypatch)


def test_a_move_by_number_is_checked_once_when_it_is_made(cambria: Asked) -> None:
    assert cambria.enter(str(cambria.listed[0].number)) == 1
    assert cambria.counted == {"check": 1, "unpack": 1}


def test_a_move_in_notation_is_checked_once_when_it_is_read(cambria: Asked) -> None:
    assert cambria.enter(cambria.listed[0].text) == 1
    assert cambria.counted == {"read_move": 1, "pack": 1, "unpack": 1}


def test_a_number_that_is_not_listed_makes_no_move(cambria: Asked) -> None:
    assert cambria.enter("999") == 0
    assert not cambria.counted
    assert "999" in cambria.output.getvalue()


@pytest.mark.parametrize(("answer", "narrated"), [("a windy day", True), ("", False)])
def test_a_move_that_is_told_is_checked_with_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, narrated: bool
) -> None:
    asked = Asked(Toy(), tmp_path, [answer], monkeypatch)
    told = next(
        each
        for each in asked.listed
        if asked.entry.table.narration(asked.question.seat, each.move).prompted
    )
    asked.counted.clear()
    assert asked.enter(str(told.number)) == 1
    assert asked.counted["check"] == 1
    assert asked.counted["read_move"] == 0
    text = ToyNarration().text_of(asked.match.history[-1].move)
    assert bool(text) == narrated


def test_words_that_are_typed_with_a_move_are_checked_too(tmp_path: Path) -> None:
    """[S4.12] Reading finds a legal move and does not judge how it is told."""
    game, rng = load_game("shent"), Random(1)
    match = Match(game, [Player("Anna"), Player("Ben")], seed=seed_from("entry"))
    table = LocalTable(TranscriptWriter(match, tmp_path / "x.game"))
    while True:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
            continue
        move = rng.choice(match.legal_moves(seat))
        packed = game.pack(move)
        limits = table.narration(seat, packed)
        if limits.taken:
            break
        table.play(seat, packed, None, "en")
    text, plies = game.write_move(match.state, seat, move, seat), table.plies
    most = limits.longest
    read = table.read(seat, f"{text}: {'a' * (most + 1)}", "en")
    with pytest.raises(IllegalMove, match=r"S4\.12"):
        table.play(seat, read, None, "en", checked=True)
    assert table.plies == plies
    table.play(seat, table.read(seat, f"{text}: {'a' * most}", "en"), None, "en", checked=True)
    assert table.plies == plies + 1
