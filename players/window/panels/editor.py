"""The board editor: its buttons in place of the tabs, its keys, and its end."""

from players.window.drawing.frame import Button, paint_buttons
from players.window.drawing.layout import Layout, Rect, shares
from players.window.drawing.scene import Part, Scene, targets_of
from players.window.game.clocks import HUMAN
from players.window.game.editor import BLACK_DISC, NO_DISC, WHITE_DISC, Editor
from players.window.panels.panel import FILES, Command, Panel, View
from players.window.state import State
from players.window.translation import N_, _

DISCS = {"x": BLACK_DISC, "o": WHITE_DISC, "space": NO_DISC}
BUTTONS = (
    ("x", N_("Black disc")),
    ("o", N_("White disc")),
    ("space", N_("Erase")),
    ("t", N_("Switch turn")),
    ("s", N_("Start position")),
    ("delete", N_("Empty board")),
    ("i", N_("Swap colours")),
    ("escape", N_("Cancel")),
    ("return", N_("Done")),
)
"""Keys of the buttons, with labels; the first three select the brush."""
COLUMNS = 3


def show(view: View) -> Part | None:
    """Return the buttons; the selected brush is switched on."""
    editor, layout = view.state.editor, view.layout
    if editor is None or layout.tabs is None or layout.body is None:
        return None
    place = layout.tabs._replace(height=layout.body.bottom - layout.tabs.y)
    places = button_places(layout, place)
    buttons, targets = [], []
    for spot, (key, label) in zip(places, BUTTONS, strict=True):
        held = DISCS.get(key) == editor.brush
        buttons.append(Button(spot, _(label), held or key == "return"))
        targets.append((spot, key))
    return Part(place, tuple(buttons), paint_buttons, targets_of("editor", targets))


def button_places(layout: Layout, place: Rect) -> list[Rect]:
    """Return the places of the buttons."""
    rows = -(-len(BUTTONS) // COLUMNS)
    gap = layout.size(8)
    height = min(layout.size(44), (place.height - gap * (rows - 1)) // rows)
    lines = (place.row(row, height + gap)._replace(height=height) for row in range(rows))
    return [each for line in lines for each in shares(line, COLUMNS, gap)]


def click(state: State, key: str, right: bool) -> None:
    """Press a button: carry out its key."""
    press_key(state, key)


def press_key(state: State, key: str, scene: Scene | None = None) -> bool:
    """Carry out a key of the editor; False if the editor is closed or has no such key."""
    editor = state.editor
    if editor is None:
        return False
    simple = {
        "t": editor.change_turn,
        "s": editor.start_position,
        "delete": editor.clear,
        "i": editor.invert,
    }
    if key in DISCS:
        editor.brush = DISCS[key]
    elif key in simple:
        simple[key]()
    elif key == "escape":
        state.live.editor = None
    elif key in ("return", "enter"):
        finish_editing(state)
    else:
        return False
    return True


def edit(state: State) -> None:
    """Open the editor, or close it and use its board."""
    if state.editor is None:
        editor = Editor(state.live.game)  # of an exercise, which may have another game
        state.drop_pending()
        state.live.editor = editor
    else:
        finish_editing(state)


def finish_editing(state: State) -> None:
    """Begin a game at the edited board, unless it is as before."""
    editor, live = state.editor, state.live
    assert editor is not None
    if not any(editor.board[:2]):
        state.notify(_("The board is empty."))
        return
    live.editor = None
    state.drop_pending()
    if editor.changed:
        state.analysis.review = state.practice.wanted = False
        live.start(editor.drawn())
        live.paused = live.mover != HUMAN


PANELS = {
    "editor": Panel(
        show=show,
        click=click,
        key=press_key,
        commands=(Command("edit", "ctrl+e", N_("Board editor"), edit, FILES, in_editor=True),),
    )
}
