"""Learning the pattern evaluation: games, labels, fits."""
