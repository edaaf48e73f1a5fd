"""Best-first minimax: a search that keeps its tree and grows it where it decides."""
