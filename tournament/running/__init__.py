"""The runner of a contest, and the work of its worker processes."""
