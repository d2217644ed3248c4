"""Cambria: 2 to 5 players besiege the forts of Roman Wales."""

from cruachan.engine.description import GameDescription

DESCRIPTION = GameDescription(
    name="cambria",
    title="Cambria",
    package=__name__,
    game="game:Cambria",
    minutes=(15, 30),
    daily=(2, 3),
    bots_part="bots:BOTS",
    features_part="features",
    observation_part="observation:OBSERVATION",
    terminal_part="terminal",
    print_part="printed:material",
)
