"""Where results are kept, and games in the formats of other programs."""
