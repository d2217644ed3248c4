"""A table that is played on paper and typed in here: the program is its referee.

Moves are checked and the score is kept as at any table. What is typed can be mistyped, so every
entry can be taken back, whoever made it. Dice and lots are the program's, or they fall at the real
table and are typed in too (`Match.typed_rolls`).
"""

from __future__ import annotations

from cruachan.engine.errors import UndoError
from cruachan.engine.files import safe_write
from cruachan.engine.game import CHANCE
from cruachan.engine.notation import seat_letter
from cruachan.engine.texts import Lang, message
from cruachan.engine.view import PackedMove
from cruachan.terminal import rolls
from cruachan.terminal.choices import ListedMove
from cruachan.terminal.local_table import LocalTable

STORY_FILES = (".md", ".html")


class RefereeTable(LocalTable):
    """A match that people play on a real table, and type in."""

    referee = True

    @property
    def typed_rolls(self) -> bool:
        return self.match.typed_rolls

    # Rolls

    def outcomes(self, lang: Lang) -> list[ListedMove]:
        """All that can have been rolled or drawn now."""
        return rolls.outcomes(self.match, lang)

    def roll_seers(self) -> list[int] | None:
        """The seats that may see what is rolled or drawn now; None where everybody may."""
        return rolls.seers(self.match)

    def read(self, seat: int, text: str, lang: Lang) -> PackedMove:
        if seat == CHANCE:
            return rolls.read_roll(self.match, text, lang).move
        return super().read(seat, text, lang)

    def play(
        self, seat: int, move: PackedMove, narration: str | None, lang: Lang, checked: bool = False
    ) -> None:
        if seat == CHANCE:
            self._push(CHANCE, self.game.unpack(move))
            return
        super().play(seat, move, narration, lang, checked)

    # Taking back

    def open_turn(self, ended: int) -> int | None:
        """Nobody has to end a turn, for it can be taken back later as well; only what the program
        turned up for one player alone is read before the keyboard goes on."""
        if self.typed_rolls or not self.game.secrets or CHANCE in self.to_act:
            return None
        return super().open_turn(ended)

    def can_undo(self, seat: int) -> bool:
        return self._last_entry() >= self.match.opened

    def _last_entry(self) -> int:
        """The ply that was typed in last; the program's own rolls after it follow from it."""
        ply = self.plies - 1
        while ply >= 0 and not self.typed_rolls and self.match.history[ply].seat == CHANCE:
            ply -= 1
        return ply

    def undo(self, seat: int, lang: Lang) -> str:
        """Take back the last entry, whoever made it; return it in words."""
        ply = self._last_entry()
        if ply < self.match.opened:
            raise UndoError(message(__package__, "say.no_undo"))
        done, before = self.match.history[ply], self.match.state_at(ply)
        written = self.game.write_move(before, done.seat, done.move, None)
        text = " ".join(self.sentences(range(ply, ply + 1), None, lang)).strip()
        self.match.rewind(ply)
        self.save()
        return text or f"{seat_letter(done.seat)} {written}"

    # The end

    def write_story(self, lang: Lang) -> list[str]:
        """Write the story of a finished match beside its file; return the paths."""
        teller = self.game.story
        if teller is None or not self.over:
            return []
        written = []
        for suffix, content in teller.files(self.match, lang, None).items():
            if suffix in STORY_FILES:
                path = self.writer.path.with_name(f"{self.writer.path.name}.saga{suffix}")
                safe_write(path, content)
                written.append(str(path))
        return written
