"""Colours of the window, by name."""

from typing import NamedTuple

from players.window.translation import N_

Colour = tuple[int, int, int]


class Theme(NamedTuple):
    """A set of colours.

    `good`, `fair`, `poor` and `bad` rate a move; the safe theme's keep apart
    for every kind of colour vision, and no rating is told by colour alone.
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


DARK = Theme(
    "dark",
    N_("Dark"),
    window=(23, 26, 31),
    panel=(33, 37, 44),
    raised=(46, 52, 61),
    border=(58, 65, 76),
    text=(233, 236, 240),
    muted=(157, 166, 178),
    accent=(94, 190, 138),
    on_accent=(12, 26, 19),
    frame=(38, 43, 50),
    frame_text=(166, 175, 187),
    board=(35, 121, 82),
    board_line=(22, 88, 58),
    board_text=(240, 248, 243),
    black=(28, 30, 34),
    black_rim=(78, 84, 92),
    white=(246, 246, 242),
    white_rim=(196, 198, 194),
    last_move=(255, 196, 70),
    good=(122, 222, 150),
    fair=(222, 216, 120),
    poor=(246, 164, 82),
    bad=(255, 122, 112),
)
LIGHT = Theme(
    "light",
    N_("Light"),
    window=(241, 240, 235),
    panel=(254, 254, 252),
    raised=(232, 231, 225),
    border=(209, 208, 200),
    text=(32, 36, 40),
    muted=(98, 103, 110),
    accent=(27, 112, 76),
    on_accent=(255, 255, 255),
    frame=(222, 219, 208),
    frame_text=(88, 87, 78),
    board=(72, 152, 106),
    board_line=(47, 117, 79),
    board_text=(255, 255, 255),
    black=(30, 31, 34),
    black_rim=(84, 88, 92),
    white=(255, 255, 253),
    white_rim=(196, 199, 193),
    last_move=(196, 62, 30),
    good=(20, 116, 62),
    fair=(124, 104, 8),
    poor=(176, 88, 8),
    bad=(188, 36, 36),
)
SAFE = Theme(
    "safe",
    N_("Colour-blind safe"),
    window=(24, 26, 32),
    panel=(35, 38, 46),
    raised=(48, 53, 63),
    border=(64, 70, 82),
    text=(238, 240, 244),
    muted=(166, 172, 184),
    accent=(86, 180, 233),
    on_accent=(8, 22, 34),
    frame=(42, 46, 55),
    frame_text=(174, 181, 193),
    board=(74, 96, 128),
    board_line=(48, 64, 90),
    board_text=(250, 250, 252),
    black=(16, 17, 20),
    black_rim=(104, 110, 122),
    white=(252, 252, 250),
    white_rim=(204, 206, 208),
    last_move=(240, 228, 66),
    good=(120, 200, 245),
    fair=(214, 214, 214),
    poor=(240, 210, 90),
    bad=(250, 150, 40),
)
"""After Okabe and Ito 2008, "Color universal design": sky blue, yellow and orange."""

THEMES = {theme.name: theme for theme in (DARK, LIGHT, SAFE)}
