"""What the host switches on: a TOML file that `cruachan serve --notices FILE` names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server of the host."""

    host: str
    sender: str
    """The address from which mail comes, as `Cruachan <games@example.org>`."""
    port: int = 587
    user: str = ""
    password_file: str = ""
    """A file whose first line is the password, so that it stands in no other place."""
    tls: str = "starttls"
    """`starttls`, `tls` (from the first byte, port 465) or `none`."""


class NoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which ways of notices a server has."""

    address: str
    """Where people reach this server: links lead there."""
    webhooks: bool = False
    private_addresses: bool = False
    """Whether webhooks may lead into the host's own network."""
    push: str = ""
    """Web Push: how push services reach the host, as `mailto:games@example.org`."""
    mail: MailSettings | None = None

    @property
    def link(self) -> str:
        """The address without a slash at its end."""
        return self.address.rstrip("/")


def read_settings(path: Path) -> NoticeSettings:
    """What a file switches on; a CruachanError says what is wrong with it."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), NoticeSettings)
    except OSError as error:
        said = error.strerror or str(error)
        raise CruachanError(message(PACKAGE, "notices.unread", path=path, says=said)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise CruachanError(message(PACKAGE, "notices.unread", path=path, says=error)) from None
    if urlsplit(found.address).scheme not in ("http", "https"):
        says = "address"
        raise CruachanError(message(PACKAGE, "notices.unread", path=path, says=says))
    if found.push and not found.push.startswith(("mailto:", "https:")):
        raise CruachanError(message(PACKAGE, "notices.unread", path=path, says="push"))
    return found
