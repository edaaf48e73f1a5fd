"""What opens over the board: lists of levels, players, settings, commands and files; the help."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from othello.rules import SCORE_SCALE
from players.window.drawing import canvas, fonts
from players.window.drawing.status import name_to_write
from players.window.drawing.status import spoken as spoken_player
from players.window.drawing.themes import THEMES
from players.window.game import exchange
from players.window.game.clocks import HUMAN
from players.window.game.judgements import LIMITS, RATINGS, review_results
from players.window.game.library import is_library
from players.window.input import library
from players.window.overlays import Chooser, Help, Prompt, Row
from players.window.settings import CHOICES, DEFAULT_REVIEW, REVIEWS
from players.window.state import State
from players.window.thinking import specifications
from players.window.translation import LANGUAGES, N_, _, ngettext, spoken

NO_ENGINE = N_("Two people play: P gives a side to the engine")

_TITLES = {
    "language": N_("Language"),
    "theme": N_("Theme"),
    "animation": N_("Flip animation"),
    "legal_hints": N_("Show legal moves"),
    "preview": N_("Preview of the discs a move turns"),
    "coordinates": N_("Coordinates"),
    "values": N_("Value of every move"),
    "graph": N_("Graph of the value"),
    "turned": N_("Board turned clockwise by"),
    "mirrored": N_("Board mirrored"),
    "review": N_("Review looks at each move"),
    "clock_minutes": N_("Clock for each side"),
    "alternate": N_("Change colours from game to game"),
    "ponder": N_("Engine thinks on your time"),
    "sound": N_("Sound of the discs"),
    "zoom": N_("Size of text"),
}

FOLDER_HINT = N_("Type to narrow the list, Enter opens, Escape closes")

HELP_GROUPS = (
    (
        N_("Play"),
        "new new_at_once go_on take_back go hurry swap level harder easier engine players",
    ),
    (N_("Go through the game"), "back/forward page_back page_forward first/last"),
    (N_("Lines and comments"), "undo redo line_above/line_below promote delete comment"),
    (N_("Understand"), "hint values/tab_lines review/review_by exercises insight graph"),
    (N_("In and out"), "open library tab_library save copy copy_board paste edit picture"),
    (
        N_("Window"),
        "settings theme turn_board/mirror_board sound larger smaller full_screen menu help quit",
    ),
)
HELP_PAIRS = {
    "back/forward": N_("One move back, one forward"),
    "values/tab_lines": N_("Value of every move, best lines"),
    "review/review_by": N_("Review, and how deep or long"),
    "first/last": N_("To the start, to the last move"),
    "line_above/line_below": N_("To the line above, below"),
    "turn_board/mirror_board": N_("Turn the board, mirror it"),
}
"""Commands that share a row of the help, with what it says."""
HELP_BOARD = (
    ("a1 … h8", N_("Play the square you type")),
    (N_("Tab  Shift+Tab"), N_("Next legal move, one before")),
    (N_("Shift+arrows"), N_("Move the cursor")),
    (N_("Return"), N_("Play at the cursor")),
    ("1 … 9", N_("Take up that one of the best lines")),
)
HELP_MOUSE = (
    (N_("Click"), N_("Play, or go there in list, graph")),
    (N_("Right click a move"), N_("Comment on it, delete it")),
    (N_("Wheel"), N_("Step through the game")),
    (N_("Click a player"), N_("Choose who plays that side")),
    (N_("Drop a file"), N_("Open it")),
)
HELP_EDITOR = (
    (N_("X  O  Space"), N_("Black disc, white disc, none")),
    (N_("Arrows"), N_("Move the cursor")),
    ("T", N_("Change the side to move")),
    (N_("S  Delete  I"), N_("Start, empty board, invert")),
    (N_("Return  Escape"), N_("Go on from it, or drop it")),
)


WELCOME = (
    (N_("Click a dot"), N_("Play there; you are black and begin")),
    ("L", N_("Choose how strong the engine is")),
    ("V  T", N_("See what every move is worth, or a hint")),
    (N_("Left  Right"), N_("Go through the game, R reviews it")),
    (N_("?  Ctrl+K"), N_("All keys, all commands by name")),
)
"""What a person sees at the first start."""


def _translated(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Keys with what they do, in the language of the window."""
    return [(_(keys), _(words)) for keys, words in lines]


def welcome(state: State) -> None:
    """Show the few things that one has to know."""
    state.overlay = Help(tuple(_translated(WELCOME)), _("Othello"))


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
    found = specifications.level_for(state.levels, spec)
    if found is not None:
        state.change(level=found.name)
        state.notify(f"{_(found.name)}: {_(found.meaning)}")


def open_new_game(state: State) -> None:
    """The kinds of new games."""
    engine = opponent(state)

    def rows() -> list[Row]:
        black, white = (HUMAN, engine), (engine, HUMAN)
        eight, watch = _("eight moves"), _("you watch")
        return [
            Row(_("Play black"), _("against the engine"), (black, False)),
            Row(_("Play white"), _("the engine begins"), (white, False)),
            Row(_("Play black from a random balanced opening"), eight, (black, True)),
            Row(_("Play white from a random balanced opening"), eight, (white, True)),
            Row(_("Two people"), _("at one board"), ((HUMAN, HUMAN), False)),
            Row(_("Engine against engine"), watch, ((engine, engine), False)),
            Row(_("Engine against engine, balanced opening"), watch, ((engine, engine), True)),
            Row(_("Another level …"), spoken_player(state, engine), None),
        ]

    def choose(row: Row) -> None:
        if row.value is None:
            open_levels(state, lambda: open_new_game(state))
            return
        sides, balanced = row.value
        if balanced:
            state.balanced_game(sides)
        else:
            state.new_game(sides)

    hint = _("The engine is {player}; the last line changes it")
    hint = hint.format(player=spoken_player(state, engine))
    state.overlay = Chooser(_("New game"), rows, choose, hint=hint)


def level_rows(state: State, now: str) -> list[Row]:
    """A line for each level; `now` is the specification in force."""
    return [
        Row(_(level.name), _(level.meaning), level.spec, level.spec == now)
        for level in state.levels
    ]


def open_levels(state: State, then: Callable[[], None] | None = None) -> None:
    """The levels, and what each means; `then` is called when one has been chosen."""

    def rows() -> list[Row]:
        return level_rows(state, opponent(state))

    def choose(row: Row) -> None:
        set_level(state, row.value)
        if then is not None:
            then()

    hint = _("Who you play against, from the weakest to the strongest")
    state.overlay = Chooser(_("Level"), rows, choose, hint=hint)


def open_review(state: State) -> None:
    """How far a review looks at each move; it begins with what is chosen."""

    def rows() -> list[Row]:
        now = state.settings.review
        return [Row(_(name), _review_words(*REVIEWS[name]), name, name == now) for name in REVIEWS]

    def choose(row: Row) -> None:
        state.change(review=row.value)
        state.start_review()

    hint = _("Enter begins the review; Escape stops it, what it found is kept")
    state.overlay = Chooser(_("Review: each move"), rows, choose, hint=hint)


def _review_words(depth: int, seconds: float) -> str:
    """What a review by a depth or a time takes."""
    if seconds:
        minutes = ngettext(
            "about {count} minute for a game of 60 moves",
            "about {count} minutes for a game of 60 moves",
            round(seconds),
        )
        return minutes.format(count=f"{seconds:g}")
    usual = REVIEWS[DEFAULT_REVIEW][0]
    return _("some seconds for a game") if depth <= usual else _("longer")


def setting_text(name: str, value: Any) -> str:
    """What a setting's value is called."""
    if name == "language":
        return LANGUAGES[spoken()]
    if name == "theme":
        return _(THEMES[value].title)
    if name == "zoom":
        return f"{100 * value:.0f} %"
    if name == "turned":
        return f"{value}\N{DEGREE SIGN}"
    if name == "clock_minutes":
        minutes = ngettext("{count} minute", "{count} minutes", value).format(count=value)
        return minutes if value else _("off")
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return _(str(value))


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


def set_language(state: State, language: str) -> None:
    """Let the window speak another language from now on."""
    fonts.take_language(language)
    canvas.clear_caches()
    state.change(language=language)


def open_languages(state: State) -> None:
    """The languages, each as it calls itself, and why one cannot be had here; then the settings."""

    def rows() -> list[Row]:
        return [
            Row(name, _(fonts.obstacle(code)), code, code == spoken())
            for code, name in LANGUAGES.items()
        ]

    def choose(row: Row) -> None:
        if reason := fonts.obstacle(row.value):
            state.notify(f"{row.label}: {_(reason)}")
        else:
            set_language(state, row.value)
        open_settings(state)

    state.overlay = Chooser(_("Language"), rows, choose)


def open_settings(state: State) -> None:
    """All settings; choosing one turns it to its next value, or lists the languages."""

    def choose(row: Row) -> None:
        if row.value == "language":
            open_languages(state)
        else:
            turn(state, row.value, 1)

    def rows() -> list[Row]:
        return [
            Row(_(title), setting_text(name, getattr(state.settings, name)), name)
            for name, title in _TITLES.items()
        ]

    state.overlay = Chooser(
        _("Settings"),
        rows,
        choose,
        stays=True,
        hint=_("Enter or a click changes; Escape closes"),
    )


KEY_NAMES = (
    *(N_("Ctrl"), N_("Shift"), N_("Tab"), N_("Space"), N_("Return"), N_("Enter"), N_("Backspace")),
    *(N_("Delete"), N_("Left"), N_("Right"), N_("Up"), N_("Down"), N_("Home"), N_("End")),
    *(N_("Page up"), N_("Page down")),
)
"""What keys are called that have no sign; on them stands what a language's keyboards have."""


def shown_key(key: str) -> str:
    """A key as it stands on a keyboard: "Ctrl+C"."""
    if len(key) == 1:
        return key.upper()
    return "+".join(_(part.capitalize()) for part in key.split("+"))


_NOT_LISTED = ("menu", "tab_moves", "tab_insight", "tab_features", "tab_graph", "play")
"""Commands that have buttons or other keys, and are in no list."""


def all_commands(
    commands: Iterable[Any], carry_out: Callable[[Any], None], title: str = ""
) -> Chooser:
    """Commands with their keys, under a title if not all; the chosen one is carried out."""
    rows = [
        Row(_(command.title), "  ".join(map(shown_key, command.keys)), command)
        for command in commands
        if command.name not in _NOT_LISTED
    ]
    return Chooser(
        title or _("Commands"),
        lambda: rows,
        lambda row: carry_out(row.value),
        hint=_("Type to find a command"),
    )


def show_entries(state: State, found: exchange.Found, title: str) -> None:
    """Take up the only game, or offer a list of them; say what was left out."""
    entries, gone = found.entries, exchange.left_out(found.errors)
    if len(entries) == 1:
        take_entry(state, entries[0])
        if gone:
            state.notify(gone)
        return
    games = ngettext("{title}: {count} game", "{title}: {count} games", len(entries))
    rows = [exchange.entry_row(number, entry) for number, entry in enumerate(entries, start=1)]
    state.overlay = Chooser(
        games.format(title=title, count=len(entries)),
        lambda: rows,
        lambda row: take_entry(state, row.value),
        hint=gone or _("Type a name to narrow the list"),
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
        cut = ngettext(
            "{count} of its side lines left out or cut: {why}",
            "{count} of its side lines left out or cut: {why}",
            len(faults),
        )
        state.notify(cut.format(count=len(faults), why=faults[0]))


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

    state.overlay = Chooser(
        _("Open: {folder}").format(folder=folder), rows, choose, hint=_(FOLDER_HINT)
    )


def open_save(state: State) -> None:
    """The name of the file to save the game in."""
    folder = state.folder or exchange.games_folder()

    def accept(text: str) -> str | None:
        path = Path(text)
        names = [state.live.names[side] or name_to_write(state, side) for side in (0, 1)]
        try:
            path = path.expanduser()
            asked = _("{file} exists: Enter again").format(file=path.name)
            if path.exists() and prompt.error != asked:
                return asked
            known = review_results(state.live.tree, state.live.kept)
            exchange.saved(path, state.live.tree, names, exchange.today(), known)
        except (ValueError, RuntimeError) as error:  # RuntimeError: nobody has that home folder
            return str(error)
        except OSError as error:
            return f"{path.name}: {error.strerror or error}"
        state.folder = path.parent
        state.notify(_("Saved as {file}").format(file=path))
        return None

    prompt = state.overlay = Prompt(
        _("Save the game"),
        str(folder / exchange.stamped(".ggf")),
        accept,
        _(".ggf, .othello: lines, comments, review; .csv, .json: the review; else the moves"),
    )


def ratings() -> list[tuple[str, str]]:
    """What a move of each rating loses at most."""
    best, good, inaccurate, mistake, *_blunder = RATINGS
    half, few, some, many = (f"{limit / SCORE_SCALE:g}" for limit in LIMITS)
    return [
        (
            f"{_(best)}  {_(good)}",
            _("up to {best}, up to {good} discs").format(best=half, good=few),
        ),
        (_(inaccurate), _("up to {discs}").format(discs=some)),
        (_(mistake), _("up to {discs}; a blunder more").format(discs=many)),
    ]


def help_lines(commands: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Keys with what they do, `commands` by their names; a heading has no keys."""
    lines: list[tuple[str, str]] = [("", _("On the board")), *_translated(HELP_BOARD)]
    for heading, names in HELP_GROUPS:
        lines.append(("", _(heading)))
        for name in names.split():
            found = [commands[part] for part in name.split("/")]
            keys = "  ".join(shown_key(key) for command in found for key in command.keys)
            lines.append((keys, _(HELP_PAIRS.get(name, found[0].title))))
    lines += [("", _("Review: what a move loses")), *ratings()]
    lines += [("", _("Mouse")), *_translated(HELP_MOUSE)]
    lines += [("", _("In the editor")), *_translated(HELP_EDITOR)]
    return tuple(lines)
