"""What a viewer may see, in words and as data."""
