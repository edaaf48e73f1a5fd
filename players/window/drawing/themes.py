"""Colours of the window, by name."""

from typing import NamedTuple

from players.window.translation import N_

Colour = tuple[int, int, int]


class Theme(NamedTuple):
    """A set of colours.

    `good`, `fair`, `poor` and `bad` rate a move. In the safe theme they differ for every kind of
    colour vision; no rating is shown by its colour alone.
    """

    name: str
    title: str
    window: Colour
    panel: Colour
    raised: Colour
    border: Colour
    text: Colour
    muted: Colour
    accent: Colour
    on_accent: Colour
    frame: Colour
    frame_text: Colour
    board: Colour
    board_line: Colour
    board_text: Colour
    black: Colour
    black_rim: Colour
    white: Colour
    white_rim: Colour
    last_move: Colour
    good: Colour
    fair: Colour
    poor: Colour
    bad: Colour


_COLOURS = {
    "window": ((23, 26, 31), (241, 240, 235), (24, 26, 32)),
    "panel": ((33, 37, 44), (254, 254, 252), (35, 38, 46)),
    "raised": ((46, 52, 61), (232, 231, 225), (48, 53, 63)),
    "border": ((58, 65, 76), (209, 208, 200), (64, 70, 82)),
    "text": ((233, 236, 240), (32, 36, 40), (238, 240, 244)),
    "muted": ((157, 166, 178), (98, 103, 110), (166, 172, 184)),
    "accent": ((94, 190, 138), (27, 112, 76), (86, 180, 233)),
    "on_accent": ((12, 26, 19), (255, 255, 255), (8, 22, 34)),
    "frame": ((38, 43, 50), (222, 219, 208), (42, 46, 55)),
    "frame_text": ((166, 175, 187), (88, 87, 78), (174, 181, 193)),
    "board": ((35, 121, 82), (72, 152, 106), (74, 96, 128)),
    "board_line": ((22, 88, 58), (47, 117, 79), (48, 64, 90)),
    "board_text": ((240, 248, 243), (255, 255, 255), (250, 250, 252)),
    "black": ((28, 30, 34), (30, 31, 34), (16, 17, 20)),
    "black_rim": ((78, 84, 92), (84, 88, 92), (104, 110, 122)),
    "white": ((246, 246, 242), (255, 255, 253), (252, 252, 250)),
    "white_rim": ((196, 198, 194), (196, 199, 193), (204, 206, 208)),
    "last_move": ((255, 196, 70), (196, 62, 30), (240, 228, 66)),
    "good": ((122, 222, 150), (20, 116, 62), (120, 200, 245)),
    "fair": ((222, 216, 120), (124, 104, 8), (214, 214, 214)),
    "poor": ((246, 164, 82), (176, 88, 8), (240, 210, 90)),
    "bad": ((255, 122, 112), (188, 36, 36), (250, 150, 40)),
}
"""Each colour in the dark, the light and the safe theme.

Source of the safe theme: Okabe and Ito 2008, "Color universal design": sky blue, yellow, orange.
"""
_TITLES = {"dark": N_("Dark"), "light": N_("Light"), "safe": N_("Colour-blind safe")}
THEMES = {
    name: Theme(name, title, **{colour: row[place] for colour, row in _COLOURS.items()})
    for place, (name, title) in enumerate(_TITLES.items())
}
