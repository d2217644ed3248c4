"""Rolls follow from the seed, fairly, and can be made again."""

import hashlib
import hmac
from collections import Counter

import pytest

from cruachan.engine.chance import commitment, draw, new_seed, seed_from


def test_a_draw_is_the_hmac_of_seed_and_ply() -> None:
    seed = seed_from("test")
    digest = hmac.new(seed, b"7", hashlib.sha256).digest()
    assert draw(seed, 7, [1] * 6) == int.from_bytes(digest, "big") % 6


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    seed = seed_from("test")
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


def test_seeds_differ_and_texts_give_the_same_seed_again() -> None:
    assert new_seed() != new_seed()
    assert seed_from("a") == seed_from("a") != seed_from("b")


@pytest.mark.parametrize("weights", [[1, 1, 1, 1, 1, 1], [3, 0, 1]])
def test_draws_come_as_often_as_their_weights(weights: list[int]) -> None:
    seed = seed_from("fair")
    rolls = Counter(draw(seed, ply, weights) for ply in range(6000))
    for index, weight in enumerate(weights):
        expected = 6000 * weight / sum(weights)
        assert abs(rolls[index] - expected) <= 4 * expected**0.5
