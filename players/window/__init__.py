"""The window: play, watch and understand Othello, in pygame.

Events and commands change the state; the panels make a scene of it, which is drawn in a layout
and a theme, and which says what a click means where. The
engine thinks in a thread; answers to former requests are dropped. Nothing imports the window but
the door `othello.__main__`. Imports point one way:
`app` -> `events` -> `panels` -> `drawing` -> `state` -> `thinking` -> `game`.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
