"""Learning from games: one command for each thing that is learned."""
