"""Learning a book of openings: its graph and its growth."""
