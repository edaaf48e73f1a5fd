"""The game at the board: its moves and lines, undo, clocks, files, what its moves are worth."""
