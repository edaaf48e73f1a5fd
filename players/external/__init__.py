"""Other people's engines as players, and our players in other people's programs."""
