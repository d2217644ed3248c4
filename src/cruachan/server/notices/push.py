"""Web Push: messages that only the browser can read (RFC 8291), from a server that says who it is
(VAPID, RFC 8292). They go to the push service that the browser has named."""

from __future__ import annotations

import base64
import json
import os
import struct
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cruachan.server.notices.compose import Notice
from cruachan.server.notices.outside import Outside
from cruachan.server.notices.ways import Outgoing, Undelivered

SECRET = "vapid"
"""The name under which the key of a store is kept."""
RECORD = 4096
LONGEST = 3000
"""Bytes of a message: push services take no more than 4096 with all that is around it."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""
VALID = 12 * 3600
"""Seconds for which it is proven who sends."""


def encode(data: bytes) -> str:
    """Bytes as Web Push writes them."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of what Web Push writes."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from its number."""
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), ec.SECP256R1())


def new_private_key() -> str:
    """The number of a new private key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


class Subscription(NamedTuple):
    """Where a browser is reached, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes,
    subscription: Subscription,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message for a browser, in one record of aes128gcm; a ValueError for keys that are none."""
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), decode(subscription.p256dh)
    )
    mine = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + public_bytes(theirs) + mine
    secret = _derive(decode(subscription.auth), shared, info, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)
    return salt + struct.pack("!IB", RECORD, len(mine)) + mine + sealed


def authorization(own: ec.EllipticCurvePrivateKey, endpoint: str, contact: str) -> str:
    """What proves to a push service who sends (VAPID)."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID,
        "sub": contact,
    }
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(encode(json.dumps(each).encode()) for each in (head, claims))
    made = own.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = utils.decode_dss_signature(made)
    token = f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encode(public_bytes(own.public_key()))}"


def payload(notice: Notice) -> bytes:
    """What the service worker of the page gets."""
    text = notice.text
    content = {"id": notice.id, "title": notice.title, "body": text, "table": notice.table}
    content["url"] = notice.link
    while len(json.dumps(content).encode()) > LONGEST:
        content["body"] = content["body"][: len(content["body"]) * 3 // 4]
    return json.dumps(content).encode()


class PushSender:
    """Sends Web Push."""

    def __init__(self, outside: Outside, secret: str, contact: str) -> None:
        self._outside = outside
        self._own = private_key(secret)
        self._contact = contact
        self.public = encode(public_bytes(self._own.public_key()))
        """What a browser has to know of this server."""

    async def __call__(self, outgoing: Outgoing) -> None:
        """Send a notice; Undelivered if that fails."""
        way, notice = outgoing
        subscription = Subscription(**json.loads(way.target))
        try:
            body = encrypt(payload(notice), subscription)
        except ValueError as error:
            raise Undelivered(f"{error}", gone=True) from None
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT),
            "urgency": "high",
            "topic": notice.id[:32],
            "authorization": authorization(self._own, subscription.endpoint, self._contact),
        }
        await self._outside.send("POST", subscription.endpoint, body, headers)
