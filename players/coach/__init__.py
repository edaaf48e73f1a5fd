"""How well a side played, its mistakes, and why each was one, in words."""
