"""Tables: their events, commands and everything that happens at them."""
