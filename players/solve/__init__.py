"""The command that solves positions exactly: python -m players.solve FFO.obf."""
