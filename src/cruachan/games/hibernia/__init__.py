"""Hibernia: 3 to 4 players march through Iron Age Ireland."""

from cruachan.engine.description import GameDescription

DESCRIPTION = GameDescription(
    name="hibernia",
    title="Hibernia",
    package=__name__,
    game="game:Hibernia",
    minutes=(20, 45),
    daily=(3, 4),
    bots_part="bots:BOTS",
    features_part="features",
    observation_part="observation:OBSERVATION",
    terminal_part="terminal",
    print_part="printed:material",
)
