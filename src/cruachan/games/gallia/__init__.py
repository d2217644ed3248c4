"""Gallia Cisalpina: 2 players, armies of dice on twelve cards."""
