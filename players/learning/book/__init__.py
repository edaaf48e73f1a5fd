"""Making a book of openings: its graph, and how it grows."""
