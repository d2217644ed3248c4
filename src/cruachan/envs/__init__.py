"""Doors for researchers: the record games as environments of PettingZoo, OpenSpiel and NumPy.

All three doors show the same: `observation.py` says what a seat sees as numbers, and `table.py`
what they share. A game without an observation has no environment.
"""
