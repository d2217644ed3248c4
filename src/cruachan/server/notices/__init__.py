"""Notices: telling people that it is their turn when they do not look at the table."""
