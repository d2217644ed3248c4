"""The daily game and puzzles at a server: who has tried what, and how it went."""
