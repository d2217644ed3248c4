"""Several servers that share one database."""
