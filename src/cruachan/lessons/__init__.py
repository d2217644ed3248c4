"""First games: a real game with chosen dice, played step by step, every step checked.

A lesson is data: `lesson.toml` in the folder of its game (`lesson.py` reads it). `course.py` holds
it against a match that is being played.
"""
