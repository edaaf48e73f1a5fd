"""The command that solves positions exactly: python -m othello solve FFO.obf."""
