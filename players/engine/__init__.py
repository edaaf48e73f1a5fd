"""The strong player: its exact endgame solver."""
