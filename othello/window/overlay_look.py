"""What an overlay looks like."""

from othello.window.commands_help import help_lines
from othello.window.layout import Layout
from othello.window.overlays import Chooser, Overlay, Prompt
from othello.window.places import help_grid, list_rows
from othello.window.scene import HelpScene, ListRow, ListScene, PromptScene


def of(overlay: Overlay | None, layout: Layout) -> ListScene | PromptScene | HelpScene | None:
    """The scene of an overlay in a window; None without one."""
    if overlay is None:
        return None
    if isinstance(overlay, Chooser):
        return _list(overlay, list_rows(layout, overlay.total))
    if isinstance(overlay, Prompt):
        return PromptScene(overlay.title, overlay.text, overlay.hint, overlay.error)
    lines = help_lines()
    columns, rows = help_grid(layout)
    overlay.top = min(overlay.top, max(0, len(lines) - columns * rows))
    return HelpScene(lines, overlay.top)


def _list(chooser: Chooser, visible: int) -> ListScene:
    shown = chooser.window(visible)
    rows = tuple(
        ListRow(row.label, row.detail, row.current, chooser.top + place == chooser.selected)
        for place, row in enumerate(shown)
    )
    below = len(chooser.rows) - chooser.top - len(shown)
    return ListScene(
        chooser.title, chooser.query, rows, chooser.top, below, chooser.hint, chooser.total
    )
