"""Bill's evaluation, Lee and Mahajan 1990: in play, without its features, on human games."""
