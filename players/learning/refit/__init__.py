"""Weights of patterns fitted anew, to deep labels of the positions of sound games."""
