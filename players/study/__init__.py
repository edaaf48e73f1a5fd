"""Games judged, solved, explained and shared."""
