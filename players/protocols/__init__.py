"""Other people's engines as players, and ours served to other people's programs."""
