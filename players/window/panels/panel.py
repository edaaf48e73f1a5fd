"""Panels: their parts and commands, the table of them, and the scene that they make.

The table is read before the rules are compiled, for the names of the tabs. The panels themselves
are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from players.window.drawing.frame import bar_part, tabs_part
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.overlays import overlay_scene
from players.window.drawing.scene import COMMAND, Part, Scene, Tip
from players.window.overlays import Row
from players.window.translation import N_, _

if TYPE_CHECKING:  # they import the rules, too slow for the first picture
    from players.window.explaining import Explainer
    from players.window.state import State

PLAY, LINES, ANALYSIS, FILES, WINDOW = (
    *(N_("Play"), N_("Moves"), N_("Analysis"), N_("Files"), N_("Window")),
)
BOARD, GO, REVIEW, MOUSE, EDITOR = (
    *(N_("On the board"), N_("Go through the game"), N_("Review: discs lost by a move")),
    *(N_("Mouse"), N_("In the editor")),
)
COMMAND_GROUPS = (PLAY, LINES, ANALYSIS, FILES, WINDOW)
HEADINGS = (BOARD, PLAY, GO, LINES, ANALYSIS, FILES, WINDOW, REVIEW, MOUSE, EDITOR)
"""Headings of the help, in order."""
KEY_NAMES = (
    *(N_("Ctrl"), N_("Shift"), N_("Tab"), N_("Space"), N_("Return"), N_("Enter"), N_("Backspace")),
    *(N_("Delete"), N_("Left"), N_("Right"), N_("Up"), N_("Down"), N_("Home"), N_("End")),
    *(N_("Page up"), N_("Page down")),
)
"""Names of keys, as printed on the keyboards of a language."""
MODULES = (
    *(
        "players",
        "board",
        "moves",
        "lines",
        "coach",
        "status",
        "review",
        "training",
        "insight",
        "editor",
    ),
    *("library", "record", "graph", "files", "settings"),
)
"""Modules of panels, in the order of their commands and of their help."""
TABS = {
    "moves": N_("Moves"),
    "lines": N_("Lines"),
    "coach": N_("Coach"),
    "insight": N_("Insight"),
    "library": N_("Library"),
    "record": N_("Record"),
    "graph": N_("Graph"),
}
"""Labels of the panels that have a tab; each has a `tab_command`."""
TIP_SECONDS = 0.45
"""Seconds for which the mouse rests on a button before its tip appears."""


class View(NamedTuple):
    """Input of a panel's `show`."""

    state: State
    layout: Layout
    explainer: Explainer

    def body_of(self, name: str) -> Rect | None:
        """Return the place below the tabs if the tab of that panel is open."""
        is_open = self.state.tab == f"tab_{name}" and self.state.editor is None
        return self.layout.body if is_open else None


class Command(NamedTuple):
    """A command; `keys` are named as in "ctrl+shift+c", "tab" or "?".

    `group` is one of COMMAND_GROUPS. With `in_editor` it also works while the editor is open.
    The menu shows it at once if `listed`; typing finds all commands.
    """

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[State], None]
    group: str
    in_editor: bool = False
    listed: bool = True


class Keys(NamedTuple):
    """A line of the help: keys or a mouse gesture, and their effect."""

    heading: str
    keys: str
    words: str


class Named(NamedTuple):
    """Lines of the help for commands, by name; "one/two" share a line, described by `words`."""

    heading: str
    names: str
    words: str = ""


@dataclass(frozen=True)
class Panel:
    """A panel of the window.

    `show` returns the part of the scene that the panel is now. `click(state, meaning, right)`
    takes the meaning of the target clicked, with `drags` also while the mouse is dragged.
    `key(state, key, scene)` returns True if the key was for the panel. `help` returns lines that
    have to be computed, in addition to `lines`. `tip(meaning)` returns a target's tip.
    """

    commands: tuple[Command, ...] = ()
    lines: tuple[Keys | Named, ...] = ()
    help: Callable[[], Iterable[Keys]] | None = None
    show: Callable[[View], Part | None] | None = None
    click: Callable[[State, Any, bool], None] | None = None
    key: Callable[[State, str, Scene], bool] | None = None
    drags: bool = False
    tip: Callable[[Any], str] | None = None


def commands_of(
    group: str,
    *rows: tuple[str, tuple[str, ...], str, Callable[[State], None]],
    in_editor: bool = False,
    listed: bool = True,
) -> tuple[Command, ...]:
    """Return the commands of one group, from rows of name, keys, title and function."""
    return tuple(Command(*row, group, in_editor, listed) for row in rows)


def tab_command(name: str, title: str, *keys: str, listed: bool = False) -> Command:
    """Return the command that opens a panel's tab; one with a key also goes back to the moves."""

    def run(state: State) -> None:
        is_open = state.tab == f"tab_{name}"
        state.tab = "tab_moves" if keys and is_open else f"tab_{name}"

    return Command(f"tab_{name}", keys, title, run, ANALYSIS, listed=listed)


def key_text(key: str) -> str:
    """Return a key as printed on a keyboard: "Ctrl+C"."""
    if len(key) == 1:
        return key.upper()
    return "+".join(_(part.capitalize()) for part in key.split("+"))


def command_rows(commands: Iterable[Command], headings: bool = True) -> list[Row]:
    """Return rows for commands with their keys, below the headings of their groups."""
    rows: list[Row] = []
    for group, members in groupby(commands, lambda command: command.group):
        if headings:
            rows.append(Row(_(group), heading=True))
        for command in members:
            keys = "  ".join(map(key_text, command.keys))
            rows.append(Row(_(command.title), keys, command, hidden=not command.listed))
    return rows


@lru_cache
def panels() -> dict[str, Panel]:
    """Return all panels by name."""
    modules = (import_module(f"players.window.panels.{module}") for module in MODULES)
    return {name: panel for module in modules for name, panel in module.PANELS.items()}


def tab_labels(layout: Layout) -> dict[str, str]:
    """Return the labels of the tabs by command; no graph if it has a place of its own."""
    tabs = {f"tab_{name}": label for name, label in TABS.items()}
    if layout.graph is not None and layout.body is not None:
        del tabs["tab_graph"]
    return tabs


def scene_of(state: State, explainer: Explainer, layout: Layout) -> Scene:
    """Return the scene of a state in a window of that layout."""
    view = View(state, layout, explainer)
    parts: dict[str, Part | None] = {
        name: panel.show(view) for name, panel in panels().items() if panel.show is not None
    }
    for name, part in parts.items():
        if part is not None and part.place == layout.body:
            least, most = part.scrolling or (0, 0)
            above = min(max(state.scrolled, least), most) - least
            parts[name] = part._replace(scrolling=(least, most), above=above)
    parts["bar"] = bar_part(layout, _active(state), state.pressed)
    if state.editor is None:
        parts["tabs"] = tabs_part(layout, tab_labels(layout), state.tab)
    visible = {name: part for name, part in parts.items() if part is not None}
    overlay = overlay_scene(state.overlay, layout) if state.overlay is not None else None
    scene = Scene(visible, overlay, state.toast)
    return scene._replace(tip=_tip(state, scene) if overlay is None else None)


def _tip(state: State, scene: Scene) -> Tip | None:
    """Return the tip of the target under the mouse, once the mouse rests there."""
    target = scene.target_at(state.pointer)
    if target is None or state.now - state.rests_since < TIP_SECONDS:
        return None
    if target.panel != COMMAND:
        tip = panels()[target.panel].tip
        text = tip(target.meaning) if tip is not None else ""
        return Tip(text, target.place) if text else None
    commands = (command for panel in panels().values() for command in panel.commands)
    command = next((each for each in commands if each.name == target.meaning), None)
    if command is None:
        return None
    return Tip("   ".join([_(command.title), *map(key_text, command.keys)]), target.place)


def _active(state: State) -> frozenset[str]:
    """Return the names of the bar's commands that are switched on."""
    analysis = state.analysis
    states = {
        "analyse": not (state.calm or state.live.tree.over),
        "values": analysis.values,
        "review": analysis.review,
        "edit": state.editor is not None,
        "hint": analysis.hint == state.live.here,
    }
    return frozenset(name for name, on in states.items() if on)
