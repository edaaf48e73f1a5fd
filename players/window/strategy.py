"""The strategy page, opened in a browser."""

import webbrowser
from importlib import resources

from othello.files import data_folder
from players.study.coach.words import anchor_of
from players.window.state import State
from players.window.translation import _

PAGE = "strategy.html"


def open_strategy(state: State, term: str = "") -> None:
    """Open the strategy page, at the section on `term` if it is not ""."""
    anchor = f"#{anchor_of(term)}" if term else ""
    with resources.as_file(data_folder() / PAGE) as path:
        try:
            opened = path.is_file() and webbrowser.open(path.resolve().as_uri() + anchor)
        except (OSError, webbrowser.Error):
            opened = False
    if not opened:
        state.notify(_("Can't open {path} in a browser").format(path=path))
