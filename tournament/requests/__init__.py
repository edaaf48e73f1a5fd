"""What is asked for: how it is played, kept and answered, found again and taken in."""
