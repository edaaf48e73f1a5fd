"""What Zhang 1995 printed: the numbers of Table 1, and what the figures were made with."""

BRANCHING = 5
DEPTH = 10
TRIALS = 1000

QUALITY = (39.3, 52.5, 61.4, 67.3, 71.6, 76.4, 79.8, 82.2, 87.0, 100.0)
"""Alpha-beta's and that of forward estimation with exact bounds, by depth, in percent."""
LEARNED_QUALITY = (39.3, 52.5, 61.5, *QUALITY[3:])

ALPHABETA_NODES = (
    5.0,
    16.872,
    64.934,
    162.410,
    481.141,
    1100.197,
    2993.929,
    6591.826,
    17226.045,
    37402.340,
)
EXACT_NODES = (
    5.0,
    16.872,
    49.445,
    134.679,
    318.996,
    767.819,
    1689.049,
    3856.462,
    8192.156,
    18387.580,
)
LEARNED_NODES = (
    5.0,
    16.872,
    48.903,
    133.933,
    317.857,
    766.321,
    1687.089,
    3854.028,
    8188.984,
    18383.889,
)
"""Positions generated, by depth, from 1 on."""
