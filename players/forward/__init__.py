"""Forward estimation: pruning by how far values have been seen to move (Zhang 1995)."""
