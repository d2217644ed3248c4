"""Cambria: 2 to 5 players besiege the forts of Roman Wales."""
