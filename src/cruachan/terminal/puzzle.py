"""`cruachan puzzle`: a position of a game that was played, and the one move that wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cruachan.challenges.puzzle import Puzzle, find, games_with_puzzles, puzzles_of
from cruachan.challenges.verdict import Verdict
from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError, MoveError
from cruachan.engine.files import safe_write
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.view import View
from cruachan.games import GAMES
from cruachan.terminal import saves
from cruachan.terminal.folders import home
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.play import Evening, PlayOptions, held
from cruachan.terminal.screen import Screen
from cruachan.terminal.shell import command
from cruachan.terminal.table import Advised

if TYPE_CHECKING:
    from cruachan.terminal.table import TerminalTable


class SolvedHere:
    """The puzzles that were tried on this computer: whether the first move was the right one."""

    def __init__(self) -> None:
        self.path = home() / "puzzles.json"

    def all(self) -> dict[str, bool]:
        """By their ids."""
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def add(self, puzzle: str, solved: bool) -> None:
        """Remember the first try; later ones change nothing."""
        known = self.all()
        if puzzle not in known:
            safe_write(self.path, json.dumps(known | {puzzle: solved}, indent=1))


def chosen(which: str | None) -> Puzzle:
    """The puzzle that somebody names; of a game, or of all, the easiest that is not tried yet."""
    if which is not None and which not in GAMES:
        return find(which)
    games = games_with_puzzles() if which is None else [which]
    every = sorted((each for name in games for each in puzzles_of(name)), key=lambda p: p.rating)
    if not every:
        known = games_with_puzzles()
        raise CruachanError(message(__package__, "puzzle.no_game", game=which, games=known))
    tried = SolvedHere().all()
    return next((each for each in every if each.id not in tried), every[0])


def listing(lang: Lang) -> str:
    """All puzzles with what became of them here."""
    texts, tried = Texts(__package__, lang), SolvedHere().all()
    marks = {True: "puzzle.solved", False: "puzzle.missed", None: "puzzle.new"}
    lines = []
    for game in games_with_puzzles():
        lines.append(GAMES[game].title)
        for each in puzzles_of(game):
            mark = texts(marks[tried.get(each.id)])
            lines.append(f"  {each.id:18} {each.rating:>5}  {mark}")
    right = sum(tried.values())
    return "\n".join([*lines, texts("puzzle.sum", solved=right, tried=len(tried))])


def run(which: str | None, lang: Lang, plain: bool = False, screen: Screen | None = None) -> int:
    """Let somebody solve a puzzle; 2 when there is none such."""
    options = PlayOptions(lang=lang, plain=plain)
    return held(options, screen, lambda shown: _Solving(chosen(which), options, shown).run())


class _Solving(Evening):
    """An evening with a puzzle."""

    def __init__(self, puzzle: Puzzle, options: PlayOptions, screen: Screen) -> None:
        super().__init__(options, screen)
        self.puzzle = puzzle
        self.table: PuzzleTable | None = None

    def _open(self) -> transcript.TranscriptWriter:
        from cruachan.terminal.chooser import own_name

        puzzle = self.puzzle
        title = GAMES[puzzle.game].title
        head = self.texts("puzzle.head", id=puzzle.id, title=title, rating=puzzle.rating)
        self.screen.show(head)
        match = puzzle.match(own_name())
        self._prepare(match.game)
        path = home() / "puzzles" / f"{puzzle.id}{saves.SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        match.opened = len(match.history)
        return transcript.TranscriptWriter(match, path)

    def _table(self, writer: transcript.TranscriptWriter) -> TerminalTable:
        self.table = PuzzleTable(writer, self.puzzle)
        return self.table

    def _say_more(self) -> None:
        """What is to be said of a move that ended the game at once."""
        said = self.table.explains(self.options.lang) if self.table else ""
        if said:
            self.screen.show(Text(said, "bold"))
        self._say_goodbye()

    def _say_goodbye(self) -> None:
        self._say_command("puzzle.more", command("puzzle"))


class PuzzleTable(LocalTable):
    """A table at which the first move answers a puzzle; then the game can be played on."""

    def __init__(self, writer: transcript.TranscriptWriter, puzzle: Puzzle) -> None:
        super().__init__(writer)
        self.puzzle = puzzle
        self.verdict: Verdict | None = None
        self._read = False
        """Whether the verdict was read."""

    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        view = super().view(viewer, lang, shared)
        if self.verdict is None:
            view["prompt"] = Texts(__package__, lang)("puzzle.find", prompt=view["prompt"])
        return view

    def _push(self, seat: int, move: Any) -> None:
        state = self.match.state
        super()._push(seat, move)
        if self.verdict is None:
            text = self.game.write_move(state, seat, move, CHANCE)
            self.verdict = Verdict(self.puzzle, self.match, text)
            SolvedHere().add(self.puzzle.id, self.verdict.solved)

    def explains(self, lang: Lang) -> str:
        """What is to be said of the first move."""
        if self.verdict is None or self._read:
            return ""
        return self.verdict.text(lang)

    def open_turn(self, ended: int) -> int | None:
        """The verdict takes the place of the question whether the turn is over."""
        return None if self.verdict is not None and not self._read else super().open_turn(ended)

    def end_turn(self, seat: int) -> None:
        """Enter goes on after the verdict, too."""
        self._read = self.verdict is not None

    def advice(self, seat: int, lang: Lang) -> Advised:
        if self.verdict is None:
            raise MoveError(message(__package__, "puzzle.hints"))
        return super().advice(seat, lang)


def at_server(address: str, which: str | None, lang: Lang, name: str | None) -> str:
    """Sit down at a puzzle of a server: the link to the table."""
    from cruachan.terminal.solo import own_client, own_table

    client = own_client(address, lang)
    try:
        named = which is not None and which not in GAMES
        answer = {} if named else client.get("/puzzles", game=which)
        id_ = which if named else answer["next"] or (answer["puzzles"] or [{"id": ""}])[0]["id"]
        return own_table(client, f"/puzzles/{id_ or which}/tries", name)
    finally:
        client.close()
