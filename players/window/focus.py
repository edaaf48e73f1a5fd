"""The keyboard's cursor: Tab leads from part to part of the scene, arrows through its targets."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from players.window.drawing.scene import Part, Target

if TYPE_CHECKING:  # it imports the rules, too slow for the first picture
    from players.window.interface import Interface

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 3
"""The weight of a distance across the direction of an arrow key."""


def focused(ui: "Interface", parts: Mapping[str, Part]) -> Target | None:
    """Return the target under the cursor, the nearest one if it has gone; None without a cursor."""
    part = parts.get(ui.focus)
    if part is None or not part.targets:
        return None
    last = ui.focused.get(ui.focus, part.targets[0])
    same = [target for target in part.targets if target[1:] == last[1:]]
    return min(same or part.targets, key=lambda t: math.dist(t.place.centre, last.place.centre))


def move(ui: "Interface", parts: Mapping[str, Part], key: str) -> bool:
    """Move the cursor with a key, or remove it; False if the key does neither."""
    target = focused(ui, parts)
    if key in ("tab", "shift+tab"):
        ui.typed = ""
        ui.focus = _next_part(ui.focus, parts, 1 if key == "tab" else -1)
        target = focused(ui, parts)
    elif target is None or key not in (*ARROWS, "escape"):
        return False
    elif key == "escape":
        ui.focus, target = "", None
    else:
        target = _next_target(ui, parts[ui.focus], target, *ARROWS[key])
    if target is not None:
        ui.focused[ui.focus] = target
    ui.hover = target.meaning if target is not None and target.panel == "board" else None
    return True


def _next_part(now: str, parts: Mapping[str, Part], by: int) -> str:
    """Return the next part with targets, as one reads; first of all the board."""
    stops = [name for name, part in parts.items() if part.targets]
    stops.sort(key=lambda name: (parts[name].place.y, parts[name].place.x))
    return stops[(stops.index(now) + by) % len(stops)] if now in stops else "board"


def _next_target(ui: "Interface", part: Part, now: Target, across: int, down: int) -> Target:
    """Return the nearest target in a direction; at the end of a list, scroll it by a row."""
    ways = []
    for target in part.targets:
        x, y = (b - a for a, b in zip(now.place.centre, target.place.centre, strict=True))
        if across * x + down * y > 0:
            ways.append(
                (abs(x) * (1 + ASIDE * abs(down)) + abs(y) * (1 + ASIDE * abs(across)), target)
            )
    if ways:
        return min(ways, key=lambda way: way[0])[1]
    ui.scrolled = part.scrolled_by(ui.scrolled, down)
    return now._replace(panel="") if down and part.room else now  # whichever is in its place then
