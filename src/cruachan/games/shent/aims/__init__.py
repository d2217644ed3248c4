"""What quests are out for: kinds and manners of aims (S17, S18); importing makes them known."""

from importlib import import_module

KINDS_IN = ("foes", "friends", "lands", "journeys", "growth")
"""The modules that hold kinds, in the order in which their aims are offered."""

for _module in (*KINDS_IN, "manners"):
    import_module(f"{__name__}.{_module}")
