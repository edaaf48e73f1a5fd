"""Problems from the program's own games, each move scored by a deep search."""
