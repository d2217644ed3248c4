"""What a viewer may see, as a drawing."""
