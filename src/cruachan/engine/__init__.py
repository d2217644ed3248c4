"""The ground all games stand on: it knows no game."""
