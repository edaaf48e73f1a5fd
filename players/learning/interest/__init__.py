"""Learning what moves cost in interest search: nodes of its own searches, and fits to them."""
