"""Verifiable dice.

A match keeps a secret seed and shows its SHA-256, the promise, before anything else. Then every
player may add a word. What chance decides at a ply follows from HMAC-SHA256(key, ply), where the
key is HMAC-SHA256(seed, all words), or the seed itself where there are none: so neither who made
the seed nor who said a word chose the dice. With the seed, published at the end, every roll can be
made again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import accumulate

SEED_BYTES = 32


def new_seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(text: str) -> bytes:
    """The seed that belongs to a text, for games to be played again."""
    return hashlib.sha256(f"cruachan {text}".encode()).digest()


def commitment(seed: bytes) -> str:
    """What is shown of the seed while the game runs."""
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key that follows from a seed and what the players added to it."""
    return hmac.digest(seed, "\n".join(entropy).encode(), "sha256") if entropy else seed


def new_entropy() -> str:
    """A word nobody can guess, for a player who says none."""
    return secrets.token_hex(8)


def draw(key: bytes, ply: int, weights: Sequence[int]) -> int:
    """Which of the weighted moves chance makes at this ply, counted from 0."""
    digest = hmac.digest(key, str(ply).encode(), "sha256")
    point = int.from_bytes(digest, "big") % sum(weights)
    return next(index for index, edge in enumerate(accumulate(weights)) if point < edge)
