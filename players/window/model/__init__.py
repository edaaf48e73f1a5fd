"""The model: the game at the board, its analysis, and all else that a person can change.

It imports neither the view nor the input.
"""
