"""The window: play, watch and understand Othello, in pygame.

Events and commands change the state; the panels make a scene of it, which is painted and also
holds the places that can be clicked. The engine thinks in a thread; answers to earlier requests
are dropped. Only `othello.__main__` imports the window. Its imports point one way:
`app` -> `events` -> `panels` -> `drawing` -> `state` -> `thinking` -> `game`.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # read when pygame is imported
