"""Passkeys (WebAuthn): what a browser is asked, and what its answer proves.

Everything here computes and is called in a thread: `webauthn` takes a while to load.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, NamedTuple, TypedDict

from cruachan.server.errors import wrong
from cruachan.server.store.persons import StoredPasskey, StoredPerson

NAME = "Cruachan"


class Site(NamedTuple):
    """The page for which a passkey is: another page cannot use it."""

    host: str
    origin: str


class CredentialResponse(TypedDict):
    """The part of a credential that the authenticator has signed."""

    clientDataJSON: str


class Credential(TypedDict):
    """What a browser sends, as far as it is read here; `webauthn` checks the rest. It is untrusted:
    fields may be missing or have other types."""

    rawId: str
    response: CredentialResponse


class Registered(NamedTuple):
    """A passkey that a browser has made."""

    credential: bytes
    public_key: bytes
    sign_count: int


def challenge_of(credential: Credential) -> str:
    """The challenge that a browser has answered."""
    try:
        said = credential["response"]["clientDataJSON"]
        data = json.loads(base64.urlsafe_b64decode(said + "=" * (-len(said) % 4)))
        return str(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, binascii.Error):
        raise wrong("bad_passkey") from None


def credential_of(credential: Credential) -> bytes:
    """The id of the passkey with which a browser has answered."""
    try:
        said = str(credential["rawId"])
        return base64.urlsafe_b64decode(said + "=" * (-len(said) % 4))
    except (KeyError, TypeError, ValueError, binascii.Error):
        raise wrong("bad_passkey") from None


def _raw(challenge: str) -> bytes:
    return base64.urlsafe_b64decode(challenge + "=" * (-len(challenge) % 4))


def registration(
    site: Site, person: StoredPerson, challenge: str, known: list[StoredPasskey]
) -> dict[str, Any]:
    """The options for a browser that is to make a passkey."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=person.id.encode(),
        user_name=person.name,
        challenge=_raw(challenge),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.credential) for each in known],
    )
    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def registered(site: Site, credential: Credential, challenge: str) -> Registered:
    """The passkey that a browser has made; a ServerError if its answer proves nothing."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = verify_registration_response(
            credential=dict(credential),
            expected_challenge=_raw(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise wrong("bad_passkey") from None
    return Registered(found.credential_id, found.credential_public_key, found.sign_count)


def authentication(site: Site, challenge: str) -> dict[str, Any]:
    """What a browser is asked that is to use a passkey, whichever it has for the page."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=_raw(challenge),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def authenticated(site: Site, credential: Credential, challenge: str, known: StoredPasskey) -> int:
    """How often a passkey was used by now; a ServerError if the answer proves nothing."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = verify_authentication_response(
            credential=dict(credential),
            expected_challenge=_raw(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise wrong("bad_passkey") from None
    return found.new_sign_count
