"""The table of panels, and the scene that they make.

The table is in the order of their tabs, of their commands and of their help. It is
read before the rules are compiled, for the names of the tabs; the panels themselves are imported
when they are first asked for.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from players.window.drawing.frame import bar_part, tabs_part
from players.window.drawing.layout import Layout
from players.window.drawing.overlays import overlay_scene
from players.window.drawing.scene import Part, Scene
from players.window.panels.panel import Panel, View
from players.window.translation import N_

if TYPE_CHECKING:
    from players.window.explaining import Explainer
    from players.window.state import State

PANELS = {
    "new_game": "",
    "board": "",
    "moves": N_("Moves"),
    "lines": N_("Lines"),
    "transport": "",
    "status": "",
    "players": "",
    "best_line": "",
    "review": "",
    "insight": N_("Insight"),
    "features": N_("Features"),
    "editor": "",
    "library": N_("Library"),
    "graph": N_("Graph"),
    "files": "",
    "settings": "",
}
"""The file of each panel, with the label of its tab; "" for one with a place of its own."""


@lru_cache
def panels() -> dict[str, Panel]:
    """The panels by their names."""
    return {name: import_module(f"players.window.panels.{name}").PANEL for name in PANELS}


def tab_labels(layout: Layout) -> dict[str, str]:
    """The labels of the tabs by their commands; the graph's only where it has no other place."""
    tabs = {f"tab_{name}": label for name, label in PANELS.items() if label}
    if layout.graph is not None and layout.body is not None:
        del tabs["tab_graph"]
    return tabs


def scene_of(state: State, explainer: Explainer, layout: Layout) -> Scene:
    """The scene of a state in a window of that layout."""
    view = View(state, layout, explainer)
    parts: dict[str, Part | None] = {
        name: panel.show(view) for name, panel in panels().items() if panel.show is not None
    }
    for name, part in parts.items():
        if part is not None and part.place == layout.body and part.scrolling is None:
            parts[name] = part._replace(scrolling=(0, 0))
    parts["bar"] = bar_part(layout, _active(state), state.pressed)
    if state.editor is None:
        parts["tabs"] = tabs_part(layout, tab_labels(layout), state.tab)
    return Scene(
        {name: part for name, part in parts.items() if part is not None},
        overlay_scene(state.overlay, layout) if state.overlay is not None else None,
        state.toast,
    )


def _active(state: State) -> frozenset[str]:
    """The bar's buttons that are switched on."""
    analysis = state.analysis
    states = {
        "values": analysis.values,
        "review": analysis.review,
        "edit": state.editor is not None,
        "hint": analysis.hint == state.live.here,
    }
    return frozenset(name for name, on in states.items() if on)
