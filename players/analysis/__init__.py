"""What a window asks of the players: values of all moves, levels, a casual opponent."""
