"""Slow twins, written from the rules, that share no code with what they judge."""
