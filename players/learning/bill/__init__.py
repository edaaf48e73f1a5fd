"""Learning Bill's weights: games that a search plays against itself, and fits to them."""
