"""SHENT: the rules, the boards and the words of the game."""
