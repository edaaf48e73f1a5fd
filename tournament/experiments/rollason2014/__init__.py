"""Rollason 2014, "Interest search": its table in Othello, its terms, and how well it agrees.

Source: Jeff Rollason, "Interest Search - Another way to do Minimax", AI Factory, September 2014.
"""
