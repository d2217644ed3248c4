"""Gallia Cisalpina: 2 players, armies of dice on twelve cards."""

from cruachan.engine.description import GameDescription

DESCRIPTION = GameDescription(
    name="gallia",
    title="Gallia Cisalpina",
    package=__name__,
    game="game:Gallia",
    minutes=(15, 30),
    compile_seconds=15,
    daily=(2,),
    bots_part="bots:BOTS",
    features_part="features",
    observation_part="observation:OBSERVATION",
    terminal_part="terminal",
    print_part="printed:material",
)
