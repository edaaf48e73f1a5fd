"""What a window asks of the players: moves, values, engines as levels."""
