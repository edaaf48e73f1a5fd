"""Learning from games of our own: a command for each thing that is learned."""
