"""Matches, ladders, round robins, gauntlets and sequential tests."""
