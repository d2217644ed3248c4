"""A strength in a sentence about what a rune does: worked out, not left to the reader.

`{strength}` is the number, `{strength:half}` and `{strength:third}` the parts of it that S9.3
speaks of, `{strength:half 3}` not more than 3, `{strength:-2}` 2 less, `{strength:round}` and
`{strength:half round}` so many rounds, `{strength:20-2>5}` 20 less 2 for each point, at least 5,
`{strength:5?this|that}` that from strength 5 on. Before the number is drawn an average one stands
for it, and whoever shows the text says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cruachan.engine.texts import Texts
from cruachan.games.shent.components.material import half, third

AVERAGE: Final = 3
"""What stands for a strength whose number is not drawn yet."""
PARTS: dict[str, Callable[[int], int]] = {"half": half, "third": third}
FALLING = re.compile(r"(\d+)-(\d+)>(\d+)")
CHOICE = re.compile(r"(\d+)\?([^|]*)\|(.*)")


class Strength:
    """A strength, as a text of SHENT names it."""

    def __init__(self, value: int | None, words: Texts) -> None:
        self.value = value
        self.words = words

    def __format__(self, spec: str) -> str:
        chosen = CHOICE.fullmatch(spec)
        if chosen:
            return self._choice(int(chosen[1]), chosen[2], chosen[3])
        falling = FALLING.fullmatch(spec)
        if falling:
            return self._falling(*(int(number) for number in falling.groups()))
        return self._less(-int(spec)) if spec.startswith("-") else self._said(spec)

    def _falling(self, start: int, step: int, least: int) -> str:
        """What falls with the strength, as a price does."""
        if self.value is None:
            return self.words("say.falling", start=start, step=step, least=least)
        return str(max(start - step * self.value, least))

    def _less(self, number: int) -> str:
        return str(self._counted - number)

    @property
    def _counted(self) -> int:
        return AVERAGE if self.value is None else self.value

    def _choice(self, least: int, below: str, above: str) -> str:
        """One of two texts, by the strength; both where it is not known."""
        if self.value is not None:
            return above if self.value >= least else below
        key = "say.from_strength" if below else "say.only_from_strength"
        return self.words(key, below=below, above=above, strength=least)

    def _said(self, spec: str) -> str:
        """All of it or a part, at most so much, of something."""
        asked = spec.split()
        part = next((each for each in asked if each in PARTS), "")
        most = next((int(each) for each in asked if each.isdecimal()), None)
        unit = next((each for each in asked if each not in PARTS and not each.isdecimal()), "")
        number = PARTS[part](self._counted) if part else self._counted
        number = number if most is None else min(number, most)
        if not unit:
            return str(number)
        return self.words.count(f"count.{unit}", number)
