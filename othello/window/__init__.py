"""The window: play, watch and understand Othello, in pygame.

Geometry (`layout`) and what is shown (`scene`) are plain values; the painters
take them and a theme. Events become commands, commands change the desk, and
the engine thinks in a thread whose answers are dropped unless they belong to
what is asked now. Nothing here knows a player: `othello.__main__` hands them in.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
