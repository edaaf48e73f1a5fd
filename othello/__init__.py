"""The rules of Othello, its notation and its evaluation, at the speed of compiled code."""
