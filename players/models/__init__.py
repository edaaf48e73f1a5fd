"""Models for experiments: other games, and apparatus to measure searches."""
