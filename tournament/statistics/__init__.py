"""Pairs and their intervals, ratings, sequential tests."""
