"""Zhang 1995, "Forward estimation for minimax search": its table, its figures and what follows.

Source: papers/forward-estimation.txt.
"""
