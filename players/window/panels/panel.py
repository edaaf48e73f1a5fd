"""What a panel is, the table of panels, and the scene that they make.

The table is read before the rules are compiled, for the names of the tabs; the panels themselves
are imported when they are first asked for.
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
from players.window.overlays import Chooser, Row
from players.window.translation import N_, _

if TYPE_CHECKING:  # they import the rules, which the first picture does not wait for
    from players.window.explaining import Explainer
    from players.window.state import State

PLAY, GO, LINES, UNDERSTAND, FILES, WINDOW = (
    *(N_("Play"), N_("Go through the game"), N_("Lines and comments"), N_("Understand")),
    *(N_("In and out"), N_("Window")),
)
BOARD, REVIEW, MOUSE, EDITOR = (
    *(N_("On the board"), N_("Review: what a move loses"), N_("Mouse"), N_("In the editor")),
)
TAB_COMMANDS = ""
"""The group of the tabs' commands in the menu; a panel's `lines` say what the help lists."""
COMMAND_GROUPS = (PLAY, GO, LINES, UNDERSTAND, TAB_COMMANDS, FILES, WINDOW)
HEADINGS = (BOARD, PLAY, GO, LINES, UNDERSTAND, FILES, WINDOW, REVIEW, MOUSE, EDITOR)
"""The headings of the help, in their order."""

KEY_NAMES = (
    *(N_("Ctrl"), N_("Shift"), N_("Tab"), N_("Space"), N_("Return"), N_("Enter"), N_("Backspace")),
    *(N_("Delete"), N_("Left"), N_("Right"), N_("Up"), N_("Down"), N_("Home"), N_("End")),
    *(N_("Page up"), N_("Page down")),
)
"""What keys are called that have no sign; on them stands what a language's keyboards have."""
PANELS = {
    "new_game": "",
    "board": "",
    "moves": N_("Moves"),
    "lines": N_("Lines"),
    "coach": N_("Coach"),
    "transport": "",
    "status": "",
    "players": "",
    "best_line": "",
    "review": "",
    "training": "",
    "insight": N_("Insight"),
    "features": N_("Features"),
    "editor": "",
    "library": N_("Library"),
    "record": N_("Record"),
    "graph": N_("Graph"),
    "files": "",
    "settings": "",
}
"""The file of each panel, with the label of its tab, "" for one with a place of its own; in the
order of their tabs, of their commands and of their help. One with a tab has a `tab_command`."""


TIP_SECONDS = 0.45
"""How long the mouse rests on a button before it is said what the button does."""


class View(NamedTuple):
    """What a panel looks at to show something."""

    state: State
    layout: Layout
    explainer: Explainer

    def body_of(self, name: str) -> Rect | None:
        """The place of the panel `name` behind its tab; None while that is not looked at."""
        looked_at = self.state.tab == f"tab_{name}" and self.state.editor is None
        return self.layout.body if looked_at else None


class Command(NamedTuple):
    """A command; `keys` are named as in "ctrl+shift+c", "tab" or "?".

    `group` is one of COMMAND_GROUPS. With `in_editor` it does the same while the editor is open;
    all others are about the game below. `listed` says whether lists of commands have it.
    """

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[State], None]
    group: str
    in_editor: bool = False
    listed: bool = True


class Keys(NamedTuple):
    """A line of the help: keys, or a way to use the mouse, with what they do."""

    heading: str
    keys: str
    words: str


class Named(NamedTuple):
    """Lines of the help for commands, by their names; "one/two" share one, which says `words`."""

    heading: str
    names: str
    words: str = ""


@dataclass(frozen=True)
class Panel:
    """A panel of the window; what it has not is None.

    `show` gives the part of the scene that the panel is now, with who paints it and what can be
    clicked. `click(state, meaning, right)` is told what the target that was clicked means, with
    `drags` while the mouse is dragged too. `key(state, key, scene)` says whether the key was for
    the panel. `help` gives lines that have to be computed, beside those of `lines`. `tip(meaning)`
    is what is said of a target while the mouse rests on it.
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
    """Commands of one group, of rows with name, keys, title and what each does."""
    return tuple(Command(*row, group, in_editor, listed) for row in rows)


def tab_command(name: str, title: str, *keys: str, back: bool = False) -> Command:
    """The command that looks at the tab `name`; with `back` it goes back to the moves as well."""

    def run(state: State) -> None:
        state.tab = "tab_moves" if back and state.tab == f"tab_{name}" else f"tab_{name}"

    return Command(f"tab_{name}", keys, title, run, TAB_COMMANDS, listed=bool(keys))


def key_text(key: str) -> str:
    """A key as it stands on a keyboard: "Ctrl+C"."""
    if len(key) == 1:
        return key.upper()
    return "+".join(_(part.capitalize()) for part in key.split("+"))


def command_list(
    commands: Iterable[Command], carry_out: Callable[[Command], None], title: str = ""
) -> Chooser:
    """Commands with their keys, under a title if not all; the chosen one is carried out."""
    rows: list[Row] = []
    for group, members in groupby((each for each in commands if each.listed), lambda c: c.group):
        if group and not title:
            rows.append(Row(_(group), heading=True))
        keyed = ((command, "  ".join(map(key_text, command.keys))) for command in members)
        rows += [Row(_(command.title), keys, command) for command, keys in keyed]
    return Chooser(
        title or _("Commands"),
        lambda: rows,
        lambda row: carry_out(row.value),
        hint=_("Type to find a command"),
    )


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
        if part is not None and part.place == layout.body:
            least, most = part.scrolling or (0, 0)
            above = min(max(state.scrolled, least), most) - least
            parts[name] = part._replace(scrolling=(least, most), above=above)
    parts["bar"] = bar_part(layout, _active(state), state.pressed)
    if state.editor is None:
        parts["tabs"] = tabs_part(layout, tab_labels(layout), state.tab)
    shown = {name: part for name, part in parts.items() if part is not None}
    overlay = overlay_scene(state.overlay, layout) if state.overlay is not None else None
    scene = Scene(shown, overlay, state.toast)
    return scene._replace(tip=_tip(state, scene) if overlay is None else None)


def _tip(state: State, scene: Scene) -> Tip | None:
    """What the button under the mouse does, or the place says, once the mouse rests on it."""
    target = scene.target_at(state.pointer)
    if target is None or state.now - state.rests_since < TIP_SECONDS:
        return None
    if target.panel != COMMAND:
        say = panels()[target.panel].tip
        said = say(target.meaning) if say is not None else ""
        return Tip(said, target.place) if said else None
    commands = (command for panel in panels().values() for command in panel.commands)
    found = next((each for each in commands if each.name == target.meaning), None)
    if found is None:
        return None
    return Tip("   ".join([_(found.title), *map(key_text, found.keys)]), target.place)


def _active(state: State) -> frozenset[str]:
    analysis = state.analysis
    states = {
        "values": analysis.values,
        "review": analysis.review,
        "edit": state.editor is not None,
        "hint": analysis.hint == state.live.here,
    }
    return frozenset(name for name, on in states.items() if on)
