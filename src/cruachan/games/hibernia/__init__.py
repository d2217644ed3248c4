"""Hibernia: 3 to 4 players march through Iron Age Ireland."""
