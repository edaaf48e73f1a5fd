"""The engine beside the board: its thread, what it is asked, players and their options."""
