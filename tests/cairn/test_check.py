"""`cruachan check`: a sound game passes, and each way to spoil one is found and said."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cruachan.cli import faults, main
from cruachan.cli.checking import as_text
from cruachan.conformance import _tables as tables_of
from cruachan.conformance import check_game
from cruachan.conformance.findings import Report
from cruachan.engine.game import Outcome
from cruachan.engine.identity import GameLook
from cruachan.engine.texts import LANGS, Texts
from cruachan.games import game_class
from cruachan.server.api import logs
from cruachan.terminal.answers import help_page

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: Patch) -> None:
    monkeypatch.setenv("CRUACHAN_RULES", "interpreted")


def parts() -> Any:
    """The class of the game, its presentation, and its terminal board."""
    kind: Any = game_class("cairn")
    return kind, type(kind.on_board().presentation), kind.description.terminal


def test_a_sound_game_passes() -> None:
    report = check_game("cairn")
    assert report.faults == []
    assert report.played == 4
    assert [each.key for each in report.missing] == ["missing.lesson"]


# --- Spoilt games -------------------------------------------------------------------------


def wrap(patch: Patch, owner: Any, name: str, spoil: Callable[[Any], Any]) -> None:
    """What a method returns is spoilt."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **kwargs: spoil(honest(*args, **kwargs)))


def no_moves(patch: Patch) -> None:
    kind, *_ = parts()
    wrap(patch, kind, "legal_moves", lambda moves: [])


def twice(patch: Patch) -> None:
    kind, *_ = parts()
    wrap(patch, kind, "legal_moves", lambda moves: [*moves, *moves[:1]])


def notation(patch: Patch) -> None:
    kind, *_ = parts()
    honest = kind.read_moves

    def read(self: Any, state: Any, text: str, lang: str) -> Any:
        return honest(self, state, "take Kno 1", lang)

    patch.setattr(kind, "read_moves", read)


def legality(patch: Patch) -> None:
    """Moves are read without a look at the position."""
    kind, *_ = parts()
    patch.setattr(kind, "read_move", lambda self, state, seat, text, *_, **__: int(text))
    patch.setattr(kind, "write_move", lambda self, state, seat, move, viewer=None: str(move))


def position(patch: Patch) -> None:
    kind, *_ = parts()
    honest = kind.read_position

    def read(self: Any, text: str) -> Any:
        state = honest(self, text)
        state.stones[0] = 1
        return state

    patch.setattr(kind, "read_position", read)


def endless(patch: Patch) -> None:
    patch.setattr("cruachan.conformance.playing.LONGEST", 5)


def no_outcome(patch: Patch) -> None:
    kind, *_ = parts()
    patch.setattr(kind, "outcome", lambda self, state: None)


def unknown_rule(patch: Patch) -> None:
    kind, *_ = parts()
    wrap(patch, kind, "outcome", lambda it: it and Outcome(it.places, it.scores, "K9.9"))


def one_place(patch: Patch) -> None:
    kind, *_ = parts()
    wrap(patch, kind, "outcome", lambda it: it and Outcome((1,), (1,), it.rule))


def a_plain_error(patch: Patch) -> None:
    kind, *_ = parts()
    patch.setattr(kind, "when", lambda self, state: 1 // 0)


def a_view_without_prompt(patch: Patch) -> None:
    _, shown, _ = parts()
    wrap(patch, shown, "view", lambda view: {k: view[k] for k in view if k != "prompt"})


def a_view_of_tuples(patch: Patch) -> None:
    _, shown, _ = parts()
    wrap(patch, shown, "view", lambda view: view | {"to_act": tuple(view["to_act"])})


def a_view_without_moves(patch: Patch) -> None:
    _, shown, _ = parts()
    wrap(patch, shown, "view", lambda view: view | {"points": []})


def an_empty_sentence(patch: Patch) -> None:
    _, shown, _ = parts()
    wrap(patch, shown, "tell", lambda told: "")


def a_symbol(patch: Patch) -> None:
    _, shown, _ = parts()
    wrap(patch, shown, "pieces", lambda pieces: [each | {"symbol": "gone"} for each in pieces])


def a_reserved_name(patch: Patch) -> None:
    *_, terminal = parts()
    patch.setattr(terminal, "names", lambda view: ["Undo"])


def a_board_that_cannot_be_drawn(patch: Patch) -> None:
    *_, terminal = parts()
    patch.setattr(terminal, "render", lambda *_: dict[str, str]()["board"])


def an_observation(patch: Patch) -> None:
    kind, *_ = parts()
    known = kind.description.observation
    patch.setitem(vars(kind.description), "observation", known._replace(actions=2))


def a_cheating_bot(patch: Patch) -> None:
    patch.setattr("cruachan.bots.RandomBot.choose", lambda self, decision, rng: 11)


def a_cover_that_cannot_be_drawn(patch: Patch) -> None:
    kind, *_ = parts()
    look = GameLook(position="nonsense")
    patch.setattr(type(kind.description), "read_identity", lambda self: look)


def no_text(patch: Patch) -> None:
    kind, *_ = parts()
    patch.setattr(kind, "boards", ("moor", "heath"))


SPOILT: dict[Callable[[Patch], None], str] = {
    no_moves: "is to act and has no legal moves",
    twice: "The same move is twice among the legal moves of seat",
    notation: "and that is read as",
    legality: "it must raise a MoveError",
    position: "A position is not read back as it was written",
    endless: "had no end after 5 moves",
    no_outcome: "Nobody is to act, and there is no outcome",
    unknown_rule: "The outcome names the rule K9.9, and RULES.md has no such rule.",
    one_place: "does not have a place and a score for each of",
    a_plain_error: "Asking for the round (when) failed: ZeroDivisionError",
    a_view_without_prompt: "A view lacks the keys prompt.",
    a_view_of_tuples: "A view does not survive JSON",
    a_view_without_moves: "A view does not offer the legal move",
    an_empty_sentence: "The sentence about a move is empty",
    a_symbol: "has the symbol gone, which the static layer lacks.",
    a_reserved_name: "Undo is read as the terminal's command undo.",
    a_board_that_cannot_be_drawn: "Drawing in the terminal failed: KeyError: 'board'",
    an_observation: "is not below the 2 actions of the observation.",
    a_cheating_bot: "The bot random makes the move 11, which K1",
    a_cover_that_cannot_be_drawn: "Reading its look and drawing its cover failed:",
    no_text: "The text board.heath is missing.",
}


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
def test_a_spoilt_game_is_found(spoil: Callable[[Patch], None], monkeypatch: Patch) -> None:
    spoil(monkeypatch)
    found = [str(fault) for fault in check_game("cairn", games=1).faults]
    assert any(SPOILT[spoil] in fault for fault in found), found


def test_a_fault_names_the_line_of_the_plugin(monkeypatch: Patch) -> None:
    kind, *_ = parts()
    monkeypatch.setattr(f"{kind.package}.view.when", lambda state: None)
    found = [str(fault) for fault in check_game("cairn", games=1).faults]
    (said,) = [each for each in found if each.startswith("Making a view failed: AttributeError")]
    assert "(view.py:" in said


# --- The command --------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], patch: Patch, *words: str) -> tuple[int, str]:
    patch.setattr(sys, "argv", ["cruachan", "check", *words])
    with pytest.raises(SystemExit) as done:
        main()
    return int(done.value.code or 0), capsys.readouterr().out


def test_the_command_says_what_it_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: Patch
) -> None:
    code, said = run(capsys, monkeypatch, "cairn", "--games", "1", "--lang", "en")
    assert code == 0
    assert "cairn keeps the protocol." in said
    assert "There is no lesson.toml" in said
    no_outcome(monkeypatch)
    code, said = run(capsys, monkeypatch, "cairn", "--games", "1", "--lang", "de")
    assert code == 1
    assert "Niemand ist am Zug, und es gibt kein Ergebnis" in said
    code, said = run(capsys, monkeypatch, "cairn", "--games", "1", "--json", "--lang", "en")
    assert code == 1
    assert json.loads(said)["faults"]


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str], monkeypatch: Patch) -> None:
    code, said = run(capsys, monkeypatch, "chess", "--lang", "en")
    assert code == 1
    assert "no game 'chess'" in said


def test_reports_are_told_in_every_language() -> None:
    report: Report = check_game("cairn", games=1)
    assert len({as_text(report, lang) for lang in LANGS}) == len(LANGS)


# --- Crashes ------------------------------------------------------------------------------


def crash() -> Exception:
    """What a fault of the plugin raises."""
    kind, *_ = parts()
    try:
        kind.on_board("no such board")
    except Exception as error:
        return error
    raise AssertionError


def test_a_crash_names_the_plugin(monkeypatch: Patch, tmp_path: Path) -> None:
    """On the command line, in the terminal and in the arena, which all end there."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = faults.report(crash())
    assert "wrong in the plugin cruachan-cairn" in said.text("en")
    assert "Im Plugin cruachan-cairn" in said.text("de")
    assert "in the program itself" in faults.report(ValueError("ours")).text("en")


def test_the_log_of_a_server_names_the_plugin() -> None:
    error = crash()
    info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("cruachan", logging.ERROR, "", 1, "failed", (), info)
    assert json.loads(logs.JsonFormatter().format(record))["plugin"] == "cruachan-cairn"
    assert "in the plugin cruachan-cairn" in logs.TextFormatter().format(record)


def test_help_without_an_example_has_no_empty_bracket() -> None:
    kind, *_ = parts()
    for lang in LANGS:
        page = help_page(kind, Texts("cruachan.terminal", lang), {"move": "", "place": ""}, [], [])
        console = Console(width=100, quiet=True, record=True)
        console.print(page)
        assert "(" not in console.export_text()


def test_games_are_played_that_end() -> None:
    """SHENT has no end among random players without a limit: bots' tables have one."""
    kind = game_class("shent")
    tables = list(tables_of(kind, 2, {kind.boards[0]: kind.on_board(kind.boards[0])}))
    assert all(table.options["limit"] != "none" for table in tables)
    assert [table.seats for table in tables if table.most is None] == list(kind.players)
    tried = {pair for table in tables for pair in table.options.items()}
    others = {(o.name, c) for o in kind.options for c in o.choices if c != o.default}
    assert others <= tried
