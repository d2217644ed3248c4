"""Reasons to come back: results of finished games, and the ratings that follow from them."""
