"""Play in a terminal, alone or with others at the same keyboard."""
