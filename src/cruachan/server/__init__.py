"""The server: tables on the network, kept in a store, that lose no move and leak no secret."""

PACKAGE = __name__
"""Where the texts of all its modules lie."""
