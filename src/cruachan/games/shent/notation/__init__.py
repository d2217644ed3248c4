"""Moves and positions as text, and what people type."""
