"""Learning by self-play: how the judgement of the three record games is made."""
