"""The lists that open over the board: new game, levels, players, settings, files, commands."""

from collections.abc import Iterable
from typing import Any

from othello.window.commands_help import shown_key
from othello.window.desk import Desk
from othello.window.engine import HUMAN
from othello.window.overlays import Chooser, Row
from othello.window.settings import CHOICES
from othello.window.themes import THEMES


def opponent(desk: Desk) -> str:
    """The engine that plays now, or that would: the weaker one stands first, if both are."""
    engines = [spec for spec in desk.session.sides if spec != HUMAN]
    return engines[0] if engines else _kept_level(desk)


def _kept_level(desk: Desk) -> str:
    """The level that was last played against, or the one in the middle."""
    specs = {level.name: level.spec for level in desk.levels}
    return specs.get(desk.settings.level, desk.levels[len(desk.levels) // 2 - 1].spec)


def next_sides(desk: Desk) -> tuple[str, str]:
    """Who plays the next game: as now, or with colours changed if they alternate."""
    black, white = desk.session.sides
    if desk.settings.alternate and (black == HUMAN) != (white == HUMAN):
        return white, black
    return black, white


def set_level(desk: Desk, spec: str) -> None:
    """Let a player take the place of the engine, or of white if two people play."""
    sides = desk.session.sides
    places = [side for side in (0, 1) if sides[side] != HUMAN] or [1]
    for side in places:
        sides[side] = spec
        desk.session.names[side] = ""
    _keep_level(desk, spec)
    desk.still()


def _keep_level(desk: Desk, spec: str) -> None:
    found = next((level for level in desk.levels if level.spec == spec), None)
    if found is not None:
        desk.change(level=found.name)
        desk.notify(f"{found.name}: {found.meaning}")


def open_new_game(desk: Desk) -> None:
    """The kinds of new games."""
    engine = opponent(desk)

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
            desk.balanced_game(sides)
        else:
            desk.new_game(sides)

    desk.overlay = Chooser("New game", rows, choose, hint="L changes the level, P the players")


def open_levels(desk: Desk) -> None:
    """The levels, and what each means."""

    def rows() -> list[Row]:
        now = opponent(desk)
        return [
            Row(level.name, level.meaning, level.spec, level.spec == now) for level in desk.levels
        ]

    hint = "Who you play against, from the weakest to the strongest"
    desk.overlay = Chooser("Level", rows, lambda row: set_level(desk, row.value), hint=hint)


def open_players(desk: Desk) -> None:
    """Whose player is to be changed."""

    def rows() -> list[Row]:
        return [Row(name, desk.session.sides[side], side) for side, name in enumerate(_SIDES)]

    hint = "Whose player is to be another one?"
    desk.overlay = Chooser("Players", rows, lambda row: open_player(desk, row.value), hint=hint)


_SIDES = ("Black", "White")


def open_player(desk: Desk, side: int) -> None:
    """Who may play one side."""

    def rows() -> list[Row]:
        now = desk.session.sides[side]
        people = [Row("Human", "plays by hand", HUMAN, now == HUMAN)]
        engines = [
            Row(level.name, level.meaning, level.spec, level.spec == now) for level in desk.levels
        ]
        return people + engines

    def choose(row: Row) -> None:
        desk.session.sides[side] = row.value
        desk.session.names[side] = ""
        desk.still()
        if row.value != HUMAN:
            _keep_level(desk, row.value)

    hint = "A person, or a level of the engine"
    desk.overlay = Chooser(f"{_SIDES[side]} is played by", rows, choose, hint=hint)


_TITLES = {
    "theme": "Theme",
    "animation": "Flip animation",
    "legal_hints": "Show legal moves",
    "preview": "Preview of the discs a move turns",
    "coordinates": "Coordinates",
    "values": "Value of every move",
    "graph": "Graph of the value",
    "clock_minutes": "Clock for each side",
    "alternate": "Change colours from game to game",
    "sound": "Sound of the discs",
    "zoom": "Size of text",
}


def setting_text(name: str, value: Any) -> str:
    """What a setting's value is called."""
    if name == "theme":
        return THEMES[value].title
    if name == "zoom":
        return f"{100 * value:.0f} %"
    if name == "clock_minutes":
        return f"{value} minutes" if value else "off"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def turn(desk: Desk, name: str, by: int) -> None:
    """Change a setting to the next of its values."""
    values = CHOICES.get(name, (False, True))
    value = values[(values.index(getattr(desk.settings, name)) + by) % len(values)]
    desk.change(**{name: value})
    if name == "values":
        desk.interests.values = value
    elif name == "graph":
        desk.interests.graph = value
    elif name == "clock_minutes":
        desk.session.set_clock(value)
    elif name == "sound":
        if not value:
            desk.sound.off()
        elif fault := desk.sound.on():
            desk.notify(fault)


def open_settings(desk: Desk) -> None:
    """All settings; choosing one turns it to its next value."""

    def rows() -> list[Row]:
        return [
            Row(title, setting_text(name, getattr(desk.settings, name)), name)
            for name, title in _TITLES.items()
        ]

    desk.overlay = Chooser(
        "Settings",
        rows,
        lambda row: turn(desk, row.value, 1),
        stays=True,
        hint="Enter or a click changes; Escape closes",
    )


def all_commands(desk: Desk, commands: Iterable[Any]) -> Chooser:
    """Every command with its keys."""
    rows = [
        Row(command.title, "  ".join(map(shown_key, command.keys)), command)
        for command in commands
        if command.name not in ("menu", "tab_moves", "tab_insight", "play")
    ]
    return Chooser(
        "Commands", lambda: rows, lambda row: row.value.run(desk), hint="Type to find a command"
    )
