"""Learning the costs of moves in interest search, from nodes of its own searches."""
