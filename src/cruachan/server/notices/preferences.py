"""How a person wants to be given notice; kept among her settings under the name `notices`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

NAME = "notices"
DELAYS = (0, 120, 3600)
"""The seconds for which somebody may have done nothing before she is given notice."""

MOST_MUTED = 200
_Name = Annotated[str, msgspec.Meta(max_length=64)]
_Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]


class Preferences(msgspec.Struct, frozen=True):
    """What a person has chosen; what is unknown or wrong counts as not chosen."""

    delay: int = 120
    quiet_from: _Hour | None = None
    """The hour from which on she wants no notices."""
    quiet_until: _Hour | None = None
    """The hour until then."""
    zone: _Name = "UTC"
    """Where these hours are, by the name of the time zone."""
    muted: Annotated[list[_Name], msgspec.Meta(max_length=MOST_MUTED)] = []
    """The tables of which she wants none."""

    def zone_info(self) -> tzinfo:
        """The time zone; UTC where it is not known."""
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return UTC

    def after_quiet(self, at: int) -> int:
        """The first moment from a time on at which she wants notices, in milliseconds."""
        begins, ends = self.quiet_from, self.quiet_until
        if begins is None or ends is None or begins == ends:
            return at
        local = datetime.fromtimestamp(at / 1000, self.zone_info())
        hour = local.hour
        quiet = begins <= hour < ends if begins < ends else hour >= begins or hour < ends
        if not quiet:
            return at
        end = local.replace(hour=ends % 24, minute=0, second=0, microsecond=0)
        if end <= local:
            end += timedelta(days=1)
        return int(end.timestamp() * 1000)

    @property
    def seconds(self) -> int:
        """For how long she may have done nothing: one of `DELAYS`."""
        return self.delay if self.delay in DELAYS else 120

    def due(self, at: int) -> int:
        """When she is to be given notice who did something last at a time."""
        return self.after_quiet(at + 1000 * self.seconds)


def preferences(text: str | None) -> Preferences:
    """The stored preferences; the default ones where they cannot be read."""
    try:
        return msgspec.json.decode(text or "{}", type=Preferences)
    except msgspec.DecodeError:
        return Preferences()
