"""The window: play, watch and understand Othello, in pygame.

Events and commands (`input`) change the state (`model`); `drawing.describe` makes a
scene of plain values of it, which the painters draw in a layout and a theme. The
engine thinks in a thread; answers to former requests are dropped. Nothing here
knows a player: `othello.__main__` hands them in. Imports point one way:
`app` -> `input` -> `view` -> `model`.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
