from itertools import combinations

import numpy as np
import pytest

from players.explain.labels import TAGS

SIGHT = {
    "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no long cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no middle cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no short cones": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""What eyes make of linear red, green and blue. Source: Machado, Oliveira and Fernandes 2009."""


def seen(colour, eyes):
    """A colour as such eyes see it, in the coordinates of CIE 1976 L*a*b* (sRGB, D65)."""
    parts = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(SIGHT[eyes]) @ linear, 0, 1)
    rows = [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]]
    x, y, z = np.cbrt(np.maximum(np.array(rows) @ linear / [0.9505, 1, 1.0888], (6 / 29) ** 3))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", SIGHT)
def test_colours_are_told_apart_by_all_eyes(eyes):
    """A distance of 2.3 can just be seen; what stands for moves not searched has one colour."""
    colours = sorted({tag.colour for tag in TAGS})
    assert len(colours) == len(TAGS) - 1
    for first, second in combinations(colours, 2):
        assert np.linalg.norm(seen(first, eyes) - seen(second, eyes)) > 15
