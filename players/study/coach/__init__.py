"""Accuracy of a side, its mistakes, and the reasons of each mistake in words."""
