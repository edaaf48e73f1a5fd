"""The panels: a file says all of one, `table` lists them, and none knows another."""
