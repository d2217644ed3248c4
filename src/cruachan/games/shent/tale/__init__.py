"""What a move did, in sentences."""
