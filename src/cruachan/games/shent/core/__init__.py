"""What every rule stands on: the position, the stack of frames, small acts, presence, chance."""
