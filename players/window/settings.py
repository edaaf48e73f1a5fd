"""The settings, which a file keeps between two starts, and the options of one start."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs

from othello.files import APPLICATION
from othello.formats.reading import open_bytes
from players.levels import DEFAULT_LEVEL, HUMAN, LEVELS
from players.window import timed_files
from players.window.translation import LANGUAGES, N_, _

MOST_RECENT = 8
"""The number of recent files and folders."""
THEME_NAMES = ("dark", "light", "safe")
"""The themes, whose colours are in `drawing.themes`."""
ANIMATIONS = {N_("off"): 0.0, N_("fast"): 0.16, N_("normal"): 0.32, N_("slow"): 0.7}
"""The speeds of a flip, in seconds."""
REVIEWS = {N_("8 plies"): 8, N_("12 plies"): 12, N_("16 plies"): 16, N_("20 plies"): 20}
"""The depths of a review, in plies."""
DEFAULT_REVIEW = "12 plies"

CHOICES: dict[str, tuple[Any, ...]] = {
    "theme": THEME_NAMES,
    "animation": tuple(ANIMATIONS),
    "clock_minutes": (0, 1, 3, 5, 10, 25),
    "increment": (0, 1, 2, 3, 5, 10),
    "zoom": (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0),
    "review": tuple(REVIEWS),
    "language": ("", *LANGUAGES),
}


@dataclass(frozen=True)
class Settings:
    """A person's choices.

    `increment` is in seconds. `black_name` and `white_name` are those of two people. `level` is the
    last one played, `replies` the opponent's specification in training of openings, "" for popular
    moves. `recent` holds the paths of recent files, the latest first. `language` is a code, "" for
    that of the environment. `both_sides`: mistakes of the opponent are practised, too. `spoken`:
    title and standard output say what is new.
    """

    theme: str = "dark"
    animation: str = "normal"
    legal_hints: bool = True
    sound: bool = False
    values: bool = False
    clock_minutes: int = 0
    increment: int = 0
    black_name: str = ""
    white_name: str = ""
    zoom: float = 1.0
    review: str = DEFAULT_REVIEW
    both_sides: bool = False
    spoken: bool = False
    level: str = ""
    replies: str = ""
    recent: tuple[str, ...] = ()
    language: str = ""
    width: int = 1160
    height: int = 740


def settings_path() -> Path:
    """The path of the settings file."""
    return Path(platformdirs.user_config_dir(APPLICATION, appauthor=False)) / "window.json"


def _is_valid(name: str, value: Any, default: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name] and isinstance(value, bool) == isinstance(default, bool)
    if name in ("width", "height"):
        return type(value) is int and 200 <= value <= 10000
    if name == "recent":
        return isinstance(value, list) and all(isinstance(path, str) for path in value)
    return type(value) is type(default)


def load_settings(path: Path) -> Settings:
    """Read the settings of a file; defaults replace missing and invalid values."""
    try:
        with open_bytes(path) as file:
            content = dict(json.loads(file.read()))
    except (OSError, ValueError, TypeError, RecursionError):
        return Settings()
    defaults = asdict(Settings())
    found = ((name, value) for name, value in content.items() if name in defaults)
    valid = {name: value for name, value in found if _is_valid(name, value, defaults[name])}
    return Settings(**valid | {"recent": tuple(valid.get("recent", ()))[:MOST_RECENT]})


def save_settings(path: Path, settings: Settings) -> str | None:
    """Write the settings to a file; return the reason, in one line, if that fails."""
    try:
        timed_files.write(path, json.dumps(asdict(settings), indent=1).encode())
    except OSError as error:
        return _("Can't save settings: {reason}").format(reason=error.strerror or error)
    return None


@dataclass(frozen=True)
class Launch:
    """The options of the window; None leaves the choice to the settings.

    `load` makes the engine, an Adviser, which may take long. `sides` are specifications or HUMAN.
    Without a `settings_path` nothing is saved.
    """

    load: Callable[[], Any]
    sides: tuple[str | None, str | None] = (None, None)
    position: str | None = None
    game: Path | None = None
    size: tuple[int, int] | None = None
    theme: str | None = None
    language: str | None = None
    settings_path: Path | None = None

    def players(self, settings: Settings) -> tuple[str, str]:
        """The players of black and white; by default a person plays black, against the last level.

        A side is the name of a level or a specification.
        """
        specs = {level.name: level.spec for level in LEVELS}
        named = {name.lower(): spec for name, spec in specs.items()}
        black, white = (spec and named.get(spec.lower(), spec) for spec in self.sides)
        engine = specs.get(settings.level, specs[DEFAULT_LEVEL])
        if black is None:
            black = engine if white == HUMAN else HUMAN
        return black, white or engine
