"""Games for one person against bots: the daily game, and puzzles from games that were played."""
