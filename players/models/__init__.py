"""Games that are not Othello, and apparatus that only experiments need."""
