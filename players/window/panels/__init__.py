"""The panels: a file says all of one, `panel` lists them, and none knows another."""
