"""What can be typed, and what each command does."""
