"""SHENT: the rules, the boards and the words of the game."""

WORDS = __name__
"""The package whose folder `words` holds what people read."""
