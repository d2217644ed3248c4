"""A whole match as one story."""
