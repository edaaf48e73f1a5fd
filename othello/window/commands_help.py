"""The help: every key and what it does."""

from functools import lru_cache

GROUPS = (
    ("Play", "new new_at_once take_back go hurry swap level harder easier players"),
    ("Go through the game", "back forward page_back page_forward first last"),
    ("Understand", "hint values review insight graph"),
    ("In and out", "open save copy copy_board paste edit picture"),
    ("Window", "settings theme larger smaller full_screen menu help quit"),
)
BOARD = (
    ("a1 \N{HORIZONTAL ELLIPSIS} h8", "Play the square you type"),
    ("Tab  Shift+Tab", "Next legal move, one before"),
    ("Shift+arrows", "Move the cursor"),
    ("Return", "Play at the cursor"),
)
MOUSE = (
    ("Click", "Play, or go there in list, graph"),
    ("Wheel", "Step through the game"),
    ("Click a player", "Choose who plays that side"),
    ("Drop a file", "Open it"),
)
EDITOR = (
    ("X  O  Space", "Black disc, white disc, none"),
    ("Arrows", "Move the cursor"),
    ("T", "Change the side to move"),
    ("S  Delete  I", "Start, empty board, invert"),
    ("Return  Escape", "Go on from it, or drop it"),
)


def shown_key(key: str) -> str:
    """A key as it stands on a keyboard: "Ctrl+C"."""
    return "+".join(part.capitalize() for part in key.split("+")) if len(key) > 1 else key.upper()


@lru_cache
def help_lines() -> tuple[tuple[str, str], ...]:
    """Keys with what they do; headings stand alone, with no keys before them."""
    from othello.window.commands import BY_NAME  # which needs the overlays

    lines: list[tuple[str, str]] = [("", "On the board"), *BOARD]
    for heading, names in GROUPS:
        lines.append(("", heading))
        for name in names.split():
            command = BY_NAME[name]
            lines.append(("  ".join(map(shown_key, command.keys)), command.title))
    lines += [("", "Mouse"), *MOUSE, ("", "In the editor"), *EDITOR]
    return tuple(lines)
