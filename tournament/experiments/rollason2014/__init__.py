"""Rollason 2014, "Interest search": its table in Othello, its terms, and how well it agrees.

Source: papers/interest-search.txt.
"""
