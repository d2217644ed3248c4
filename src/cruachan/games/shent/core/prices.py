"""What things cost at this table (S3.12)."""

from __future__ import annotations

from cruachan.games.shent.components.material import KINDS, Price, half
from cruachan.games.shent.core.state import State


def at_rate(state: State, amount: int) -> int:
    """[S3.12] What is asked for something at this table: half as much, or half as much again."""
    rates = {"usual": amount, "mild": half(amount), "steep": amount + half(amount)}
    return rates[state.option("prices")]


def full_price(state: State, kind: int) -> Price:
    """[S3.12] The price of a figure or building at this table."""
    price = KINDS[kind].price
    return price._replace(tur=at_rate(state, price.tur), golu=at_rate(state, price.golu))
