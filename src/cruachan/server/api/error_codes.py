"""Error codes: the reasons why a request is refused, as in the field `error`.

Each reason of the server has a sentence of that name among its texts; those of the rules say
themselves what is wrong.
"""

from __future__ import annotations

from functools import cache

from cruachan.engine.texts import DEFAULT_LANG, Texts
from cruachan.server import PACKAGE

FROM_THE_RULES = ("illegal", "lesson", "move", "option", "stale", "undo", "wrong")


@cache
def error_codes() -> tuple[str, ...]:
    """Every code once, in the order of the alphabet."""
    keys = Texts(PACKAGE, DEFAULT_LANG).table
    own = {key.removeprefix("error.") for key in keys if key.startswith("error.")}
    return tuple(sorted(own.union(FROM_THE_RULES)))
