"""Training: exercises, endings and openings, by spaced repetition."""
