"""The keyboard's cursor: Tab leads from part to part of the scene, arrows through its targets."""

import math
from collections.abc import Mapping

from players.window.drawing.scene import Part, Target
from players.window.interface import Interface

Parts = Mapping[str, Part]
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
TABS = {"tab": 1, "shift+tab": -1}
FIRST_SQUARE = 19
"""d3, where the cursor first enters the board."""


def focused(ui: Interface, parts: Parts) -> Target | None:
    """Return the target under the cursor, or the nearest if it has gone; None without a cursor."""
    part = parts.get(ui.focus)
    if part is None or not part.targets:
        return None
    first = part.targets[FIRST_SQUARE if ui.focus == "board" else 0]
    last = ui.focused.get(ui.focus, first)
    same = [target for target in part.targets if target[1:] == last[1:]]
    return min(same or part.targets, key=lambda t: math.dist(t.place.centre, last.place.centre))


def move_cursor(ui: Interface, parts: Parts, key: str) -> bool:
    """Move the cursor with a key, or remove it; False if the key does neither."""
    if key in TABS:  # in the order of reading; first to the board
        stops = [(part.place.y, part.place.x, n) for n, part in parts.items() if part.targets]
        names = [name for _y, _x, name in sorted(stops)]
        there = ui.focus in names
        after = names.index(ui.focus) + TABS[key] if there else names.index("board")
        ui.focus = names[after % len(names)]
    target = focused(ui, parts)
    if target is None or key not in (*TABS, *ARROWS, "escape"):
        return False
    if key in ARROWS:
        target = _next_target(ui, parts[ui.focus], target, *ARROWS[key])
    elif key == "escape":
        ui.focus = ""
    ui.typed, ui.focused[ui.focus] = "", target
    ui.hover = target.meaning if ui.focus == "board" else None
    return True


def _next_target(ui: Interface, part: Part, now: Target, across: int, down: int) -> Target:
    """Return the nearest target in a direction; at the end of a list, scroll it by a row."""

    def distance(target: Target) -> float:
        x, y = (b - a for a, b in zip(now.place.centre, target.place.centre, strict=True))
        ahead, aside = across * x + down * y, abs(across * y) + abs(down * x)
        return ahead + 3 * aside if ahead > 0 else math.inf

    nearest = min(part.targets, key=distance)
    if distance(nearest) < math.inf:
        return nearest
    if not (down and part.scrolling):
        return now
    ui.scrolled = part.scrolled_by(ui.scrolled, down)
    return now._replace(panel="")  # the one in its place then
