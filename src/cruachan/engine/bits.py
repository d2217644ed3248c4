"""Sets of places as bit masks, and the random numbers of playouts.

Masks are signed 64-bit integers of at most 62 places. Arguments go through `int` first: a narrow
field would otherwise overflow when the rules run interpreted.
"""

from typing import Any

from cruachan.engine.record import MODE, Ints, rule


@rule(inline=True)
def bit(index: int) -> int:
    """The set that holds just this number."""
    return 1 << int(index)


if MODE == "interpreted":

    def _ones(mask: int) -> int:
        return mask.bit_count()

    def _zeros_below(mask: int) -> int:
        return (mask & -mask).bit_length() - 1

else:
    from numba import types
    from numba.extending import intrinsic

    def _one_instruction(name: str, *flags: bool) -> Any:
        """A function of a mask that is a single instruction of the machine."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            constants = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, name)(*arguments, *constants)

        def typing(context: Any, mask: Any) -> Any:
            return types.int64(types.int64), code

        return intrinsic(typing)

    _ones = _one_instruction("ctpop")
    _zeros_below = _one_instruction("cttz", True)


@rule(inline=True)
def count(places: int) -> int:
    """How many places are in the set."""
    return _ones(int(places))


@rule(inline=True)
def lowest(places: int) -> int:
    """The place with the smallest number in a set that is not empty."""
    return _zeros_below(int(places))


@rule(inline=True)
def below(dice: Ints, limit: int) -> int:
    """A random number from 0 to limit - 1; `dice` is one 64-bit number, never 0 (xorshift)."""
    x = dice[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    dice[0] = x
    return int((((x >> 32) & 0x7FFFFFFF) * int(limit)) >> 31)
