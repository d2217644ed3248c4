"""Refusals that were not true of the table they were said of; `claims.py` looks at all of them."""

from __future__ import annotations

from .positions import GAME, moves_of, position, why


def test_an_army_that_stands_there_is_not_denied() -> None:
    """Another one is on its way: how many go has to be said first."""
    text = "n a 1 a:send:Ins3>Ana Med4,Ins3 Ari5 -"
    assert why(text, "move Med4 Oro") == "Say how many go, from 1 to 3."


def test_who_builds_is_not_told_to_recruit() -> None:
    """Scouting comes after recruiting, but neither in a turn of building nor of moving."""
    built = position("a:build", a="Med4,Ins1,Fri3", cards="Ins+3-4s'")
    assert "oppida" in why(built, "scout Fri")
    assert "armies" in why(position("a:move", a="Med4,Ins1*"), "scout Fri")


def test_how_many_may_fight_is_told_as_it_is() -> None:
    """Without a free die not every number up to all may fight (G7.6)."""
    text = position("a:turn", a="Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1,Ins6", b="Ana2,Ari5")
    state = GAME.read_position(text)
    state = GAME.apply(state, 0, moves_of(state)["move Ins6 Ana"])
    refusal = GAME.why_not(state, 0, moves_of(state)["fight 6"])
    assert refusal is not None
    assert refusal.reason == "Say how many fight: 1, 2, 5."
