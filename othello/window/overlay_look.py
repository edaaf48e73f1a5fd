"""What an overlay looks like."""

from othello.window.commands_help import help_lines
from othello.window.overlays import Chooser, Overlay, Prompt
from othello.window.scene import HelpScene, ListRow, ListScene, PromptScene


def of(overlay: Overlay | None, visible: int) -> ListScene | PromptScene | HelpScene | None:
    """The scene of an overlay, `visible` rows of it in sight; None without one."""
    if overlay is None:
        return None
    if isinstance(overlay, Chooser):
        return _list(overlay, visible)
    if isinstance(overlay, Prompt):
        return PromptScene(overlay.title, overlay.text, overlay.hint, overlay.error)
    lines = help_lines()
    overlay.top = min(overlay.top, max(0, len(lines) - 2 * visible))
    return HelpScene(lines, overlay.top)


def _list(chooser: Chooser, visible: int) -> ListScene:
    shown = chooser.window(visible)
    rows = tuple(
        ListRow(row.label, row.detail, row.current, chooser.top + place == chooser.selected)
        for place, row in enumerate(shown)
    )
    below = len(chooser.rows) - chooser.top - len(shown)
    return ListScene(chooser.title, chooser.query, rows, chooser.top, below, chooser.hint)
