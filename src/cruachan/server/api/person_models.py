"""Requests and answers about persons, their devices and what follows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, JsonValue

from cruachan.server.api.derived import Models, ResponseModel
from cruachan.server.persons import export
from cruachan.server.persons.persons import COLOURS
from cruachan.server.tables.commands import Name, RequestModel, shallow

LONGEST_TOKEN = 100
LONGEST_VALUE = 8000
MOST_SETTINGS = 100
Label = Annotated[str, Field(max_length=200)]
Token = Annotated[str, Field(max_length=LONGEST_TOKEN)]
SettingName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z0-9_.-]+$")]
Colour = Annotated[str, Field(max_length=20, json_schema_extra={"enum": list(COLOURS)})]


class PersonRequest(RequestModel):
    """The name and colour of an account."""

    name: Name
    """Her name; it is cleaned, and 40 characters of it are kept."""
    colour: Colour = COLOURS[0]
    """Her colour."""
    device: Label = ""
    """What this device is called."""


class LinkRequest(RequestModel):
    """A link by which a device signs in."""

    link: Token
    """What stands behind the # of the link."""


class DeviceRequest(RequestModel):
    """How a device signs in."""

    device: Label = ""
    """What it is called."""
    bring: bool = False
    """Whether the seats that its key opens already become the person's."""
    program: bool = False
    """Whether it is a program: it is told its key, and gets no cookie."""


class LoginRequest(DeviceRequest):
    """Sign a device in by a link."""

    link: Token
    """What stands behind the # of the link."""


class RecoveryRequest(DeviceRequest):
    """Sign a device in by the recovery phrase."""

    phrase: Annotated[str, Field(max_length=200)]
    """The words, with spaces between them."""


class NewPasskeyRequest(RequestModel):
    """A passkey that a browser has made."""

    credential: Annotated[dict[str, Any], AfterValidator(shallow)]
    """What `navigator.credentials.create` gave, as JSON."""
    label: Label = ""
    """What it is called."""


class PasskeyLoginRequest(DeviceRequest):
    """Sign a device in by a passkey."""

    credential: Annotated[dict[str, Any], AfterValidator(shallow)]
    """What `navigator.credentials.get` gave, as JSON."""


class BlockRequest(RequestModel):
    """Somebody with whom one does not want to play any more."""

    table: Annotated[str, Field(max_length=64)]
    """The id of a table at which she sits."""
    seat: Annotated[int, Field(ge=-1, le=9)]
    """The number of her seat; -1 is the host's chair."""


class EraseRequest(RequestModel):
    """Erase what is stored about a person."""

    name: Name
    """Her name, as it stands in `/me`: so that nobody erases herself by mistake."""


class SignOutRequest(RequestModel):
    """Sign devices out."""

    everywhere: bool = False
    """Whether all others are signed out, with all links; this one then gets another key."""
    device: Label = ""
    """What this device is called from then on."""


class SettingsRequest(RequestModel):
    """What somebody likes and has drafted."""

    settings: Annotated[dict[SettingName, JsonValue], Field(max_length=MOST_SETTINGS)]
    """Values by name, each at most 8,000 characters as JSON; those that are null are forgotten, and
    those that are not named stay."""


class DeviceAnswer(ResponseModel):
    """A device of a person."""

    id: str
    """Its id."""
    label: str
    """What it is called."""
    created: int
    """When it signed in, in milliseconds since 1970."""
    seen: int
    """When it was used last, to the hour."""
    here: bool
    """Whether it is the one that asks."""


class PasskeyAnswer(ResponseModel):
    """A passkey of a person."""

    id: str
    """Its id here."""
    label: str
    """What it is called."""
    created: int
    """When it was made, in milliseconds since 1970."""
    used: int
    """When it was used last; 0 if it never was."""


class PersonAnswer(ResponseModel):
    """A person."""

    id: str
    """Her id."""
    name: str
    """Her name."""
    colour: str
    """Her colour."""
    created: int
    """Since when she has been one, in milliseconds since 1970."""


class AccountAnswer(ResponseModel):
    """The account of the requesting client."""

    person: PersonAnswer | None
    """The person; null for a client without an account."""
    devices: list[DeviceAnswer]
    """Where she is signed in."""
    passkeys: list[PasskeyAnswer]
    """Her passkeys."""
    recovery: int | None
    """When her recovery phrase was made, if she has one."""
    secure: bool
    """Whether the page is served so that browsers have passkeys for it."""
    seats: bool
    """Whether the key opens seats, which it could bring along."""


class LinkAnswer(ResponseModel):
    """A link by which a device signs in, once."""

    link: str
    """To be put behind `/login#`."""
    until: int
    """Until when, in milliseconds since 1970."""


class LinkedPerson(ResponseModel):
    """Whose device one becomes by a link."""

    name: str
    """Her name."""
    colour: str
    """Her colour."""
    seats: bool
    """Whether the device has seats of its own, which it could bring along."""
    same: bool
    """Whether the device is hers already."""


class SignedIn(ResponseModel):
    """A device that is a person's now."""

    person: PersonAnswer
    """The person."""
    key: str | None = None
    """For programs: the key of the device from now on."""


class SignedOut(ResponseModel):
    """Devices were signed out."""

    key: str | None = None
    """For programs that signed all others out: the key from now on."""


class PhraseAnswer(ResponseModel):
    """A recovery phrase; nobody can say it again."""

    phrase: str
    """The words, with spaces between them."""


class PasskeyOptions(ResponseModel):
    """What a browser is asked about passkeys."""

    options: dict[str, JsonValue]
    """For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""


class BlockAnswer(ResponseModel):
    """Somebody with whom one does not want to play."""

    id: str
    """By which the block is taken back."""
    name: str
    """The name under which she sat there."""
    at: int
    """Since when, in milliseconds since 1970."""


_models = Models()
for _shape in (
    export.ExportedPerson,
    export.ExportedDevice,
    export.ExportedPasskey,
    export.ExportedBlock,
    export.ExportedWay,
    export.ExportedResult,
    export.ExportedSeason,
    export.ExportedDaily,
    export.ExportedPuzzle,
    export.ExportedChat,
    export.ExportedTable,
):
    _models.derive(_shape)
ExportAnswer = _models.derive(export.PersonExport, name="ExportAnswer")


class SettingsAnswer(ResponseModel):
    """What somebody likes and has drafted."""

    settings: dict[str, JsonValue]
    """Values by name."""


class Done(ResponseModel):
    """It is done."""

    done: Literal[True] = True
    """It is."""
