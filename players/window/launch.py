"""The start of the window: its options, and the state that it begins with."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from players.levels import DEFAULT_LEVEL, LEVELS
from players.window.game.clocks import HUMAN
from players.window.settings import Settings

if TYPE_CHECKING:
    from players.window.state import State
    from players.window.thinking.engine_thread import EngineThread
    from players.window.thinking.player_cache import Adviser


@dataclass(frozen=True)
class Launch:
    """The options of the window; None leaves the choice to the settings.

    `load` makes the engine, which may take long. `sides` are specifications or HUMAN. Without a
    `settings_path` nothing is saved.
    """

    load: Callable[[], "Adviser"]
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


def load_rules() -> None:
    """Import and compile the rules; for the engine's thread."""
    from othello.game import Game
    from othello.jit import ignore_overflow
    from othello.openings import opening_name
    from players.window import events  # noqa: F401

    ignore_overflow()
    opening_name(Game())


def make_state(launch: Launch, settings: Settings, engine_thread: "EngineThread") -> "State":
    """Make the state with the game of the options; ValueError, in one line, if it has none."""
    from othello.game import Game
    from othello.jit import ignore_overflow
    from players.window import open_games
    from players.window.state import State

    ignore_overflow()
    sides = launch.players(settings)
    state = State(settings, launch.settings_path, engine_thread, sides)
    if launch.position is not None:
        text = launch.position
        moves = set(text.lower()) & set("abcdefgh")
        state.live.start(Game.from_transcript(text) if moves else Game.from_board(text))
    if launch.game is None:
        last = state.files.autosave.latest() if launch.position is None else None
        state.files.offered = last if last is not None and not last.ended else None
    else:
        try:
            open_games.take_up(state, launch.game)
        except OSError as error:
            raise ValueError(f"{launch.game}: {error.strerror or error}") from None
        if launch.sides != (None, None):
            state.live.sides = list(sides)
    return state
