"""Learning what edges of the game tree cost: a census of searches, and deep errors."""
