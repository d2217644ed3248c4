"""The database that keeps tables."""
