"""The strong engine: its moves, its techniques, its strength by time and by threads."""
