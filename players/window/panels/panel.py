"""Panels: their parts and commands, the table of them, and the scene that they make.

The table is read before the rules are compiled, for the names of the tabs. The panels themselves
are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from players.window.dialogs import Row
from players.window.drawing.dialogs import above_toast, dialog_scene
from players.window.drawing.frame import bar_part, tabs_part
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import Part, Scene
from players.window.search_words import search_words
from players.window.translation import N_, _

if TYPE_CHECKING:  # they import the rules, too slow for the first picture
    from players.window.state import State

COMMAND_GROUPS = N_("Play"), N_("Moves"), N_("Analysis"), N_("Files"), N_("Window")
PLAY, LINES, ANALYSIS, FILES, WINDOW = COMMAND_GROUPS
MODULES = (
    *("players", "board", "moves", "best_line", "coach", "status", "training"),
    *("lessons", "library", "record", "graph", "files", "settings"),
)
"""Modules of panels and commands, in the order of the menu."""
TABS = {
    "moves": N_("Moves"),
    "coach": N_("Coach"),
    "library": N_("Library"),
    "record": N_("Record"),
}
"""Labels of the panels that have a tab; each has a `tab_command`."""


KEYS = (
    *(N_("Ctrl"), N_("Shift"), N_("Space"), N_("Return"), N_("Enter"), N_("Backspace")),
    *(N_("Delete"), N_("Home"), N_("End"), N_("Left"), N_("Right"), N_("Up"), N_("Escape")),
)
"""Names of keys that differ between keyboards."""


class View(NamedTuple):
    """Input of a panel's `show`."""

    state: State
    layout: Layout

    def body_of(self, name: str) -> Rect | None:
        """Return the place below the tabs if the tab of that panel is open."""
        is_open = self.state.ui.tab == f"tab_{name}" and self.state.live.editor is None
        return self.layout.body if is_open else None


class Command(NamedTuple):
    """A command; `keys`, with blanks between them, are named as in "ctrl+shift+c", "tab" or "?".

    `group` is one of COMMAND_GROUPS. With `in_editor` it also works while the editor is open.
    The menu shows it at once if `listed`; typing finds all commands.
    """

    name: str
    keys: str
    title: str
    run: Callable[[State], None]
    group: str
    in_editor: bool = False
    listed: bool = True


unlisted = partial(Command, listed=False)
"""A command that the menu shows only once typing finds it."""


class Panel(NamedTuple):
    """A panel of the window.

    `show` returns the part of the scene that the panel is now. `click(state, meaning, right)`
    takes the meaning of the target clicked.
    `key(state, key, scene)` returns True if the key was for the panel.
    """

    show: Callable[[View], Part | None]
    click: Callable[[State, Any, bool], object] | None = None
    key: Callable[[State, str, Scene], bool] | None = None


def tab_command(name: str, title: str, key: str = "", listed: bool = False) -> Command:
    """Return the command that opens a panel's tab; one with a key also goes back to the moves."""

    def run(state: State) -> None:
        is_open = state.ui.tab == f"tab_{name}"
        state.ui.tab = "tab_moves" if key and is_open else f"tab_{name}"

    return Command(f"tab_{name}", key, title, run, ANALYSIS, listed=listed)


def key_text(key: str) -> str:
    """Return a key as printed on a keyboard: "Ctrl+C"."""
    if len(key) == 1:
        return key.upper()
    return "+".join(_(part.capitalize()) for part in key.split("+"))


def command_row(command: Command, hidden: bool = False) -> Row:
    """Return the row of a command with its keys."""
    keys = "  ".join(map(key_text, command.keys.split()))
    words = search_words(command.name, command.title)
    return Row(_(command.title), keys, command, hidden=hidden, words=words)


def _modules() -> list[ModuleType]:
    return [import_module(f"players.window.panels.{module}") for module in MODULES]


@lru_cache
def panels() -> dict[str, Panel]:
    """Return all panels by name: the dictionaries PANELS of the modules."""
    return {k: v for module in _modules() for k, v in getattr(module, "PANELS", {}).items()}


def commands() -> list[Command]:
    """Return the commands of all panels: the tuples COMMANDS of the modules."""
    return [command for module in _modules() for command in getattr(module, "COMMANDS", ())]


def scene_of(state: State, layout: Layout) -> Scene:
    """Return the scene of a state in a window of that layout."""
    layout = above_toast(layout, state.ui.toast)
    view = View(state, layout)
    parts: dict[str, Part | None] = {name: panel.show(view) for name, panel in panels().items()}
    switches = {
        "analyse": not (state.calm or state.live.tree.over),
        "values": state.analysis.values,
        "review": state.analysis.review,
        "hint": state.analysis.hint == state.live.here,
    }
    parts["bar"] = bar_part(layout, frozenset(name for name, on in switches.items() if on))
    if state.live.editor is None and layout.tabs is not None:
        labels = {f"tab_{name}": label for name, label in TABS.items()}
        parts["tabs"] = tabs_part(layout.tabs, labels, state.ui.tab)
    visible = {name: part for name, part in parts.items() if part is not None}
    dialog = dialog_scene(state.ui.dialog, layout) if state.ui.dialog is not None else None
    from players.window.focus import focused  # imports the rules

    target = focused(state.ui, visible)
    return Scene(visible, dialog, state.ui.toast, target.place if target is not None else None)
