"""The strong engine: its techniques, its strength by time and by threads."""
