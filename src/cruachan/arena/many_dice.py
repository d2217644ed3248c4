"""The dice of many blocks of games at once: what `dice` finds for each of them, a hundred times
quicker. These are the steps of NumPy's SeedSequence, which NumPy promises not to change, taken for
all blocks together.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from cruachan.engine.record import Ints

POOL = 4
WORD = (1 << 32) - 1
IN, IN_STEP = 0x43B0D7E5, 0x931E8875
OUT, OUT_STEP = 0x8B51F9DD, 0x58F38DED
LEFT, RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)


def many_dice(seed: int, first: int, number: int) -> Ints:
    """The dice of the streams of a seed from `first` on, so many."""
    words = [seed >> at & WORD for at in range(0, max(1, seed.bit_length()), 32)]
    entropy: list[Any] = [np.full(number, word, np.uint32) for word in words]
    entropy.append(np.arange(first, first + number).astype(np.uint32))
    entropy += [np.zeros(number, np.uint32)] * (POOL - len(entropy))
    pool, constant = [], IN
    for word in entropy[:POOL]:
        word, constant = _hashed(word, constant, IN_STEP)
        pool.append(word)
    for source in range(len(entropy)):
        for at in range(POOL):
            if at != source:
                word = pool[source] if source < POOL else entropy[source]
                word, constant = _hashed(word, constant, IN_STEP)
                pool[at] = _crumpled(pool[at] * LEFT - word * RIGHT)
    constant, halves = OUT, []
    for word in pool[:2]:
        word, constant = _hashed(word, constant, OUT_STEP)
        halves.append(word)
    return cast(Ints, np.stack(halves, axis=1).reshape(-1).view("<i8").astype(np.int64) | 1)


def _hashed(words: Any, constant: int, step: int) -> tuple[Any, int]:
    """The words mixed with a constant, and the constant for the next."""
    after = constant * step & WORD
    return _crumpled((words ^ np.uint32(constant)) * np.uint32(after)), after


def _crumpled(words: Any) -> Any:
    return words ^ words >> np.uint32(16)
