"""Muller 2007, "contingency minimax": score ranges, their truth, and tables without them.

Source: H. G. Muller, "contingency minimax", a message to a forum of chess programmers.
"""
