"""Matches, ladders, round robins and sequential tests."""
