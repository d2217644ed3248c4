"""The engine: what all games are built on. It knows no game."""
