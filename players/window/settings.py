"""The settings: what the window keeps in a file between two starts."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from othello.files import APPLICATION, replace_file
from othello.formats.reading import open_bytes
from players.window import disk
from players.window.translation import LANGUAGES, N_, _

MOST_RECENT = 8
"""Files and folders opened of late that are kept."""
THEME_NAMES = ("dark", "light", "safe")
"""The names of the themes; `drawing.themes` has their colours."""
ANIMATIONS = {N_("off"): 0.0, N_("fast"): 0.16, N_("normal"): 0.32, N_("slow"): 0.7}
"""Seconds that a flip takes, by the name of its speed."""
CLOCK_MINUTES = (0, 1, 3, 5, 10, 25)
INCREMENTS = (0, 1, 2, 3, 5, 10)
"""Seconds that a clock gets after each move."""
ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5)

REVIEWS = {
    N_("8 plies"): (8, 0.0),
    N_("12 plies"): (12, 0.0),
    N_("16 plies"): (16, 0.0),
    N_("20 plies"): (20, 0.0),
    N_("1 second"): (0, 1.0),
    N_("3 seconds"): (0, 3.0),
    N_("10 seconds"): (0, 10.0),
}
"""How far a review looks at each move, in plies or in seconds, by what it is called."""
DEFAULT_REVIEW = "12 plies"

CHOICES: dict[str, tuple[Any, ...]] = {
    "theme": THEME_NAMES,
    "animation": tuple(ANIMATIONS),
    "clock_minutes": CLOCK_MINUTES,
    "increment": INCREMENTS,
    "zoom": ZOOMS,
    "review": tuple(REVIEWS),
    "language": ("", *LANGUAGES),
}


@dataclass(frozen=True)
class Settings:
    """A person's choices; `level` is the one last played against, `library` the one open last.

    `increment` is in seconds, the names are those of two people who play each other; `recent` are
    the paths of what was opened or saved of late, the latest first. `language` is a code, "" for
    what the environment asks for.
    """

    theme: str = "dark"
    animation: str = "normal"
    legal_hints: bool = True
    preview: bool = True
    coordinates: bool = True
    values: bool = False
    sound: bool = False
    clock_minutes: int = 0
    increment: int = 0
    black_name: str = ""
    white_name: str = ""
    zoom: float = 1.0
    alternate: bool = False
    ponder: bool = False
    review: str = DEFAULT_REVIEW
    level: str = ""
    library: str = ""
    recent: tuple[str, ...] = ()
    language: str = ""
    width: int = 1160
    height: int = 740
    maximised: bool = False


def settings_path() -> Path:
    """The file that keeps the settings."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / "window.json"


def _usable(name: str, value: Any, default: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name] and isinstance(value, bool) == isinstance(default, bool)
    if name in ("width", "height"):
        return type(value) is int and 200 <= value <= 10000
    if name == "recent":
        return isinstance(value, list) and all(isinstance(path, str) for path in value)
    return type(value) is type(default)


def load_settings(path: Path) -> Settings:
    """The settings in a file; defaults for what is missing, unreadable or makes no sense."""
    try:
        with open_bytes(path) as file:
            kept = json.loads(file.read())
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(kept, dict):
        return Settings()
    defaults = asdict(Settings())
    known = {name: value for name, value in kept.items() if name in defaults}
    usable = {name: v for name, v in known.items() if _usable(name, v, defaults[name])}
    return Settings(**usable | {"recent": tuple(usable.get("recent", ()))[:MOST_RECENT]})


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content)


def save_settings(path: Path, settings: Settings) -> str | None:
    """Keep the settings in a file; the reason, in one line, if it cannot be written."""
    try:
        disk.ask(lambda: _write(path, json.dumps(asdict(settings), indent=1).encode()))
    except OSError as error:
        return _("Can't save settings: {reason}").format(reason=error.strerror or error)
    return None
