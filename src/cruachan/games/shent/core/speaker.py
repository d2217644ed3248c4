"""What verbs and frames need to put themselves into words; the view has who speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.texts import Texts
from cruachan.games.shent.core.parts import Part
from cruachan.games.shent.core.state import Aim, Quest

Ask = tuple[str, dict[str, Any]]
"""The key of a question among the words (`ask.key`), and what it names."""


class Speaker(Protocol):
    """One position in words of one language, for one viewer."""

    @property
    def words(self) -> Texts:
        """The texts of SHENT."""

    @property
    def names(self) -> Sequence[str]:
        """The players."""

    @property
    def viewer(self) -> Viewer:
        """Who is spoken to."""

    def land(self, land: int) -> str: ...

    def rune(self, rune: int) -> str: ...

    def meaning(self, rune: int) -> str: ...

    def full_rune(self, rune: int) -> str: ...

    def element(self, element: int) -> str: ...

    def kind(self, kind: int | str) -> str: ...

    def word(self, key: str) -> str: ...

    def the(self, piece: int) -> str: ...

    def side(self, seat: int) -> str: ...

    def piece(self, piece: int) -> str: ...

    def placed_piece(self, piece: int) -> str: ...

    def unit(self, unit: int) -> str: ...

    def price(self, tur: int = 0, golu: int = 0, aglar: int = 0) -> str: ...

    def there(self, land: int) -> str: ...

    def reading(self, key: str) -> str: ...

    def does(
        self, key: str, strength: int | None, magic: bool = False, whose: int = NOBODY
    ) -> str: ...

    def round_event(self, rune: int, strength: int) -> dict[str, str]: ...

    def parts(self, parts: Sequence[Part]) -> str: ...

    def values(self, parts: Sequence[Part]) -> dict[str, str]: ...

    def aim(self, aim: Aim, key: str = "text") -> str: ...

    def openings(self, rune: int) -> str: ...

    def turns_for(self, seat: int, aim: Aim) -> int: ...

    def quest(self, quest: Quest | None) -> str: ...

    def task(self, quest: Quest | None) -> str: ...


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]
