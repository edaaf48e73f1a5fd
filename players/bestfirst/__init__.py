"""Searches that keep their tree and grow it where it decides: best-first minimax and UCT."""
