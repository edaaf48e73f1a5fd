"""Muller 2007, "contingency minimax": score ranges, their truth, and tables without them.

Source: papers/contingency-minimax.txt.
"""
