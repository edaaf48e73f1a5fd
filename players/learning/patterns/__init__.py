"""Learning the pattern evaluation: games, labels, fits, and rounds of them."""
