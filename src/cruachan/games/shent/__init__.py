"""SHENT: the rules, the boards and the words of the game."""

from cruachan.engine.description import GameDescription

DESCRIPTION = GameDescription(
    name="shent",
    title="SHENT",
    package=__name__,
    game="game:SHENT",
    minutes=(60, 120),
    bots_part="bots:BOTS",
    terminal_part="terminal",
    statistics_part="statistics:TaleWatcher",
    favourites_part="favourites",
    generator_part="components.generator:make",
    print_part="printed:material",
)

WORDS = __name__
"""The package whose folder `words` holds what people read."""
