"""Recovery phrases: words to print, by which somebody who has lost every device is known again.

The words are syllables of a consonant and a vowel, the same in every language and easy to tell
apart on paper. The first words say whose phrase it is, and stand in the store; of the whole phrase
there is only a slow hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from concurrent.futures import ThreadPoolExecutor

from cruachan.server.errors import wrong

SYLLABLES = tuple(first + second for first in "bdfghjklmnprstvz" for second in "aiou")
WORDS = tuple(one + two for one in SYLLABLES for two in SYLLABLES if one != two)
"""4,032 words: each says almost 12 bits."""
LOOKUP = 3
"""How many words identify the person."""
LENGTH = 9
"""How many words a phrase has: 71 bits are left that nobody knows."""
SALT_BYTES = 16
COST, BLOCK, MEMORY = 2**15, 8, 64 * 1024 * 1024
_KNOWN = frozenset(WORDS)
_POOL = ThreadPoolExecutor(1, "phrases")
"""One hash at a time: each takes 32 MB and a tenth of a second."""


def new_phrase() -> str:
    """A new phrase."""
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def read_phrase(text: str) -> str:
    """A phrase as somebody typed it; a ServerError names the word that is none."""
    words = text.lower().replace(",", " ").split()
    unknown = [word for word in words if word not in _KNOWN]
    if unknown:
        raise wrong("no_phrase_word", word=unknown[0][:20])
    if len(words) != LENGTH:
        raise wrong("short_phrase", words=len(words), length=LENGTH)
    return " ".join(words)


def lookup_of(phrase: str) -> str:
    """The words that identify the person."""
    return " ".join(phrase.split()[:LOOKUP])


def new_salt() -> bytes:
    """A new random salt."""
    return secrets.token_bytes(SALT_BYTES)


async def slow_hash(phrase: str, salt: bytes) -> bytes:
    """The hash of a phrase, in a thread."""
    return await asyncio.get_running_loop().run_in_executor(_POOL, _hash, phrase, salt)


def _hash(phrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(phrase.encode(), salt=salt, n=COST, r=BLOCK, p=1, maxmem=MEMORY)


def same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in the same time for every two."""
    return hmac.compare_digest(one, other)
