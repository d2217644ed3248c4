"""The hall: tables on the network, kept in a store, that lose no move and leak no secret."""
