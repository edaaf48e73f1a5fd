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
    ("a1 \N{HORIZONTAL ELLIPSIS} h8", "Type a square's name to play it"),
    ("tab  shift+tab", "Go from one legal move to the next"),
    ("shift+arrows", "Move the cursor over the board"),
    ("return", "Play at the cursor"),
)
MOUSE = (
    ("Click", "Play; in the list or the graph, go there"),
    ("Wheel", "Step through the game"),
    ("Click a player", "Choose who plays that side"),
    ("Drop a file", "Open it"),
)
EDITOR = (
    ("x  o  space", "Black disc, white disc, none"),
    ("arrows", "Move the cursor"),
    ("t", "Change the side to move"),
    ("s  delete  i", "Start position, empty board, invert"),
    ("return  escape", "Go on from this board, or drop it"),
)


@lru_cache
def help_lines() -> tuple[tuple[str, str], ...]:
    """Keys with what they do; headings stand alone, with no keys before them."""
    from othello.window.commands import BY_NAME  # which needs the overlays

    lines: list[tuple[str, str]] = [("", "On the board"), *BOARD]
    for heading, names in GROUPS:
        lines.append(("", heading))
        for name in names.split():
            command = BY_NAME[name]
            lines.append(("  ".join(command.keys), command.title))
    lines += [("", "Mouse"), *MOUSE, ("", "In the editor"), *EDITOR]
    return tuple(lines)
