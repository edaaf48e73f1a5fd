"""What opens over the board: lists of levels, players, settings, commands and files; the help."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from othello.formats.reading import left_out
from othello.rules import SCORE_SCALE
from othello.window.input import library
from othello.window.model import exchange, forms, review
from othello.window.model.analysis import LIMITS, RATINGS
from othello.window.model.engine import HUMAN
from othello.window.model.library import is_library
from othello.window.model.overlays import Chooser, Help, Prompt, Row
from othello.window.model.settings import CHOICES, DEFAULT_REVIEW, REVIEWS
from othello.window.model.state import State
from othello.window.view.status import player_name
from othello.window.view.themes import THEMES

SIDES = ("Black", "White")

_TITLES = {
    "theme": "Theme",
    "animation": "Flip animation",
    "legal_hints": "Show legal moves",
    "preview": "Preview of the discs a move turns",
    "coordinates": "Coordinates",
    "values": "Value of every move",
    "graph": "Graph of the value",
    "turned": "Board turned clockwise by",
    "mirrored": "Board mirrored",
    "review": "Review looks at each move",
    "clock_minutes": "Clock for each side",
    "alternate": "Change colours from game to game",
    "ponder": "Engine thinks on your time",
    "sound": "Sound of the discs",
    "zoom": "Size of text",
}

FOLDER_HINT = "Type to narrow the list, Enter opens, Escape closes"

HELP_GROUPS = (
    ("Play", "new new_at_once go_on take_back go hurry swap level harder easier engine players"),
    ("Go through the game", "back/forward page_back page_forward first/last"),
    ("Lines and comments", "undo redo line_above/line_below promote delete comment"),
    ("Understand", "hint values/tab_lines review/review_by exercises insight graph"),
    ("In and out", "open library tab_library save copy copy_board paste edit picture"),
    (
        "Window",
        "settings theme turn_board/mirror_board sound larger smaller full_screen menu help quit",
    ),
)
HELP_PAIRS = {
    "back/forward": "One move back, one forward",
    "values/tab_lines": "Value of every move, best lines",
    "review/review_by": "Review, and how deep or long",
    "first/last": "To the start, to the last move",
    "line_above/line_below": "To the line above, below",
    "turn_board/mirror_board": "Turn the board, mirror it",
}
"""Commands that share a row of the help, with what it says."""
HELP_BOARD = (
    ("a1 \N{HORIZONTAL ELLIPSIS} h8", "Play the square you type"),
    ("Tab  Shift+Tab", "Next legal move, one before"),
    ("Shift+arrows", "Move the cursor"),
    ("Return", "Play at the cursor"),
    ("1 \N{HORIZONTAL ELLIPSIS} 9", "Take up that one of the best lines"),
)
HELP_MOUSE = (
    ("Click", "Play, or go there in list, graph"),
    ("Wheel", "Step through the game"),
    ("Click a player", "Choose who plays that side"),
    ("Drop a file", "Open it"),
)
HELP_EDITOR = (
    ("X  O  Space", "Black disc, white disc, none"),
    ("Arrows", "Move the cursor"),
    ("T", "Change the side to move"),
    ("S  Delete  I", "Start, empty board, invert"),
    ("Return  Escape", "Go on from it, or drop it"),
)


WELCOME = (
    ("Click a dot", "Play there; you are black and begin"),
    ("L", "Choose how strong the engine is"),
    ("V  T", "See what every move is worth, or a hint"),
    ("Left  Right", "Go through the game, R reviews it"),
    ("?  Ctrl+K", "All keys, all commands by name"),
)
"""What a person sees at the first start."""


def welcome(state: State) -> None:
    """Show the few things that one has to know."""
    state.overlay = Help(WELCOME, "Othello")


def opponent(state: State) -> str:
    """The engine that plays now, or that would: the weaker one stands first, if both are."""
    engines = [spec for spec in state.live.sides if spec != HUMAN]
    return engines[0] if engines else _kept_level(state)


def _kept_level(state: State) -> str:
    """The level that was last played against, or the one in the middle."""
    specs = {level.name: level.spec for level in state.levels}
    return specs.get(state.settings.level, state.levels[len(state.levels) // 2 - 1].spec)


def next_sides(state: State) -> tuple[str, str]:
    """Who plays the next game: as now, or with colours changed if they alternate."""
    black, white = state.next_sides
    if state.settings.alternate and (black == HUMAN) != (white == HUMAN):
        return white, black
    return black, white


def set_level(state: State, spec: str) -> None:
    """Let a player take the place of the engine, or of white if two people play."""
    sides = state.live.sides
    places = [side for side in (0, 1) if sides[side] != HUMAN] or [1]
    for side in places:
        sides[side] = spec
        state.live.names[side] = ""
    keep_level(state, spec)
    state.drop_pending()


def keep_level(state: State, spec: str) -> None:
    """Keep the level that a specification is, if it is one, for the next start."""
    found = forms.level_for(state.levels, spec)
    if found is not None:
        state.change(level=found.name)
        state.notify(f"{found.name}: {found.meaning}")


def open_new_game(state: State) -> None:
    """The kinds of new games."""
    engine = opponent(state)

    def rows() -> list[Row]:
        black, white = (HUMAN, engine), (engine, HUMAN)
        return [
            Row("Play black", "against the engine", (black, False)),
            Row("Play white", "the engine begins", (white, False)),
            Row("Play black from a random balanced opening", "eight moves", (black, True)),
            Row("Play white from a random balanced opening", "eight moves", (white, True)),
            Row("Two people", "at one board", ((HUMAN, HUMAN), False)),
            Row("Engine against engine", "you watch", ((engine, engine), False)),
            Row("Engine against engine, balanced opening", "you watch", ((engine, engine), True)),
        ]

    def choose(row: Row) -> None:
        sides, balanced = row.value
        if balanced:
            state.balanced_game(sides)
        else:
            state.new_game(sides)

    state.overlay = Chooser("New game", rows, choose, hint="L changes the level, P the players")


def level_rows(state: State, now: str) -> list[Row]:
    """A line for each level; `now` is the specification in force."""
    return [Row(level.name, level.meaning, level.spec, level.spec == now) for level in state.levels]


def open_levels(state: State) -> None:
    """The levels, and what each means."""

    def rows() -> list[Row]:
        return level_rows(state, opponent(state))

    hint = "Who you play against, from the weakest to the strongest"
    state.overlay = Chooser("Level", rows, lambda row: set_level(state, row.value), hint=hint)


def open_review(state: State) -> None:
    """How far a review looks at each move; it begins with what is chosen."""

    def rows() -> list[Row]:
        now = state.settings.review
        return [Row(name, _review_words(*REVIEWS[name]), name, name == now) for name in REVIEWS]

    def choose(row: Row) -> None:
        state.change(review=row.value)
        state.start_review()

    hint = "Enter begins the review; Escape stops it, what it found is kept"
    state.overlay = Chooser("Review: each move", rows, choose, hint=hint)


def _review_words(depth: int, seconds: float) -> str:
    """What a review by a depth or a time takes."""
    if seconds:
        return f"about {seconds:g} minute{'s' * (seconds != 1)} for a game of 60 moves"
    usual, _ = REVIEWS[DEFAULT_REVIEW]
    return "some seconds for a game" if depth <= usual else "longer"


def setting_text(name: str, value: Any) -> str:
    """What a setting's value is called."""
    if name == "theme":
        return THEMES[value].title
    if name == "zoom":
        return f"{100 * value:.0f} %"
    if name == "turned":
        return f"{value}\N{DEGREE SIGN}"
    if name == "clock_minutes":
        return f"{value} minute{'s' * (value != 1)}" if value else "off"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def turn(state: State, name: str, by: int) -> None:
    """Change a setting to the next of its values."""
    values = CHOICES.get(name, (False, True))
    value = values[(values.index(getattr(state.settings, name)) + by) % len(values)]
    state.change(**{name: value})
    if name == "values":
        state.analysis.values = value
    elif name == "graph":
        state.analysis.graph = value
    elif name == "ponder":
        state.analysis.ponder = value
    elif name == "clock_minutes":
        state.live.set_clock(value)
    elif name == "sound":
        if not value:
            state.sound.off()
        elif fault := state.sound.on():
            state.notify(fault)


def open_settings(state: State) -> None:
    """All settings; choosing one turns it to its next value."""

    def rows() -> list[Row]:
        return [
            Row(title, setting_text(name, getattr(state.settings, name)), name)
            for name, title in _TITLES.items()
        ]

    state.overlay = Chooser(
        "Settings",
        rows,
        lambda row: turn(state, row.value, 1),
        stays=True,
        hint="Enter or a click changes; Escape closes",
    )


def shown_key(key: str) -> str:
    """A key as it stands on a keyboard: "Ctrl+C"."""
    return "+".join(part.capitalize() for part in key.split("+")) if len(key) > 1 else key.upper()


def all_commands(commands: Iterable[Any], carry_out: Callable[[Any], None]) -> Chooser:
    """Commands with their keys; the chosen one is carried out."""
    rows = [
        Row(command.title, "  ".join(map(shown_key, command.keys)), command)
        for command in commands
        if command.name not in ("menu", "tab_moves", "tab_insight", "tab_features", "play")
    ]
    return Chooser(
        "Commands", lambda: rows, lambda row: carry_out(row.value), hint="Type to find a command"
    )


def show_entries(state: State, found: exchange.Found, title: str) -> None:
    """Take up the only game, or offer a list of them; say what was left out."""
    entries, gone = found.entries, left_out(found.errors)
    if len(entries) == 1:
        take_entry(state, entries[0])
        if gone:
            state.notify(gone)
        return
    rows = [exchange.entry_row(number, entry) for number, entry in enumerate(entries, start=1)]
    state.overlay = Chooser(
        f"{title}: {len(entries)} games",
        lambda: rows,
        lambda row: take_entry(state, row.value),
        hint=gone or "Type a name to narrow the list",
    )


def take_entry(state: State, entry: exchange.Entry) -> None:
    """Show a game of a file with its side lines; say what of these had to be left out."""
    try:
        tree, faults = exchange.tree_of_entry(entry)
        state.load_game(entry.game(), (entry.black, entry.white), tree)
        state.take_reviews(entry.reviews)
    except ValueError as error:
        state.notify(str(error))
        return
    if faults:
        state.notify(f"{len(faults)} of its side lines left out or cut: {faults[0]}")


def open_file(state: State, path: Path) -> None:
    """Read a file and show what is in it; what is wrong is said in a line.

    A folder or a large file becomes the library.
    """
    if is_library(path):
        open_as_library(state, path)
        return
    try:
        found = exchange.opened(path)
    except (ValueError, OSError) as error:
        state.notify(
            str(error) if isinstance(error, ValueError) else f"{path.name}: {error.strerror}"
        )
        return
    state.folder = path.parent
    show_entries(state, found, path.name)


def open_as_library(state: State, path: Path) -> None:
    """Read all games of a folder or file in the background, and list them."""
    state.change(library=str(path.resolve()))
    state.folder = path if path.is_dir() else path.parent
    library.open_path(state, path, lambda entry: take_entry(state, entry))


def open_library(state: State) -> None:
    """The games of the library; if none is open the files of a folder, and the library of late."""
    if state.library is None:
        last = state.settings.library
        folder = state.folder or exchange.games_folder()
        show_folder(state, folder, Path(last) if last and os.path.exists(last) else None)
    else:
        library.show(state, lambda entry: take_entry(state, entry))


def open_folder(state: State) -> None:
    """The files of a folder."""
    show_folder(state, state.folder or exchange.games_folder())


def show_folder(state: State, folder: Path, last: Path | None = None) -> None:
    """The files of this folder, and above them the library that was open last, if it is told."""
    state.folder = folder

    def choose(row: Row) -> None:
        if row.value is None:
            return
        if isinstance(row.value, library.WholeFolder):
            open_as_library(state, row.value.path)
        elif os.path.isdir(row.value):  # unlike Path.is_dir, this raises nothing
            show_folder(state, row.value)
        else:
            open_file(state, row.value)

    def rows() -> list[Row]:
        above, *inside = exchange.folder_rows(folder)
        late = [library.last_row(last)] if last is not None else []
        return [*late, above, library.folder_row(folder), *inside]

    state.overlay = Chooser(f"Open: {folder}", rows, choose, hint=FOLDER_HINT)


def open_save(state: State) -> None:
    """The name of the file to save the game in."""
    folder = state.folder or exchange.games_folder()

    def accept(text: str) -> str | None:
        path = Path(text)
        names = [state.live.names[side] or player_name(state, side) for side in (0, 1)]
        try:
            path = path.expanduser()
            if path.exists() and prompt.error != (asked := f"{path.name} exists: Enter again"):
                return asked
            known = review.results(state.live)
            exchange.saved(path, state.live.tree, names, exchange.today(), known)
        except (ValueError, RuntimeError) as error:  # RuntimeError: nobody has that home folder
            return str(error)
        except OSError as error:
            return f"{path.name}: {error.strerror or error}"
        state.folder = path.parent
        state.notify(f"Saved as {path}")
        return None

    prompt = state.overlay = Prompt(
        "Save the game",
        str(folder / exchange.stamped(".ggf")),
        accept,
        ".ggf, .othello: lines, comments, review; .csv, .json: the review; else the moves",
    )


def ratings() -> list[tuple[str, str]]:
    """What a move of each rating loses at most."""
    best, good, inaccurate, mistake, blunder = RATINGS
    half, few, some, many = (f"up to {limit / SCORE_SCALE:g}" for limit in LIMITS)
    return [
        (f"{best}  {good}", f"{half}, {few} discs"),
        (inaccurate, some),
        (mistake, f"{many}; a {blunder.lower()} more"),
    ]


def help_lines(commands: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Keys with what they do, `commands` by their names; a heading has no keys."""
    lines: list[tuple[str, str]] = [("", "On the board"), *HELP_BOARD]
    for heading, names in HELP_GROUPS:
        lines.append(("", heading))
        for name in names.split():
            found = [commands[part] for part in name.split("/")]
            keys = "  ".join(shown_key(key) for command in found for key in command.keys)
            lines.append((keys, HELP_PAIRS.get(name, found[0].title)))
    lines += [("", "Review: what a move loses"), *ratings()]
    lines += [("", "Mouse"), *HELP_MOUSE, ("", "In the editor"), *HELP_EDITOR]
    return tuple(lines)
