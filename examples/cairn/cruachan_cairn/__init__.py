"""Cairn: who takes the last stone wins. A game in a wheel of its own."""

from cruachan.engine.description import GameDescription

DESCRIPTION = GameDescription(
    name="cairn",
    title="Cairn",
    package=__name__,
    game="game:Cairn",
    minutes=(2, 5),
    bots_part="bots:BOTS",
    observation_part="observation:OBSERVATION",
    terminal_part="terminal",
)
