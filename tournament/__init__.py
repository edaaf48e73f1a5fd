"""Paired tournaments, their statistics and the published experiments."""
