"""Zhang 1995, "Forward estimation for minimax search": its table and its figures.

Source: Weixiong Zhang, "Forward Estimation for Minimax Search", USC/ISI, ISI/RR-95-429, 1995.
"""
