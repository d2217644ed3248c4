"""Cairn, a toy: the fifth game, made by the recipe of docs/add-a-game.md and nothing else."""
