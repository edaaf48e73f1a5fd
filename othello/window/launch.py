"""What the command line asks for, and the desk that it makes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from othello.window.engine import HUMAN, Engine, Level
from othello.window.settings import Settings
from othello.window.thinking import Thinker

if TYPE_CHECKING:
    from othello.window.desk import Desk


@dataclass(frozen=True)
class Launch:
    """How the window starts; None where the settings decide.

    `load` makes the engine and may take its time. `sides` are specifications or
    HUMAN. `settings_path` is None where nothing is to be kept.
    """

    load: Callable[[], Engine]
    levels: Sequence[Level]
    default_level: str
    sides: tuple[str | None, str | None] = (None, None)
    level: str | None = None
    position: str | None = None
    game: Path | None = None
    size: tuple[int, int] | None = None
    theme: str | None = None
    settings_path: Path | None = None

    def spec_of(self, player: str) -> str:
        """The specification of a level's name; any other text as it is."""
        named = {level.name.lower(): level.spec for level in self.levels}
        return named.get(player.lower(), player)

    def level_spec(self, settings: Settings) -> str:
        """The engine to play against: as asked for, as last time, or the usual one."""
        specs = {level.name: level.spec for level in self.levels}
        kept = specs.get(settings.level, specs[self.default_level])
        return self.spec_of(self.level) if self.level else kept

    def players(self, settings: Settings) -> tuple[str, str]:
        """Who plays black and white: a person plays black unless something else is asked for."""
        black, white = (spec and self.spec_of(spec) for spec in self.sides)
        engine = self.level_spec(settings)
        if black is None:
            black = engine if white == HUMAN else HUMAN
        return black, white or engine

    def named_players(self) -> list[str]:
        """The specifications that the user typed."""
        typed = [*self.sides, self.level]
        return [self.spec_of(spec) for spec in typed if spec and spec != HUMAN]


def load_rules() -> None:
    """Load what a game needs: for the thread that compiles."""
    from othello.game import Game
    from othello.jit import let_words_wrap
    from othello.openings import opening_name
    from othello.window import controls, look  # noqa: F401

    let_words_wrap()
    opening_name(Game())


def make_desk(launch: Launch, settings: Settings, thinker: Thinker) -> "Desk":
    """The desk with the game that was asked for; ValueError, in a line, if there is none."""
    from othello.game import Game
    from othello.jit import let_words_wrap
    from othello.window import exchange, file_menus
    from othello.window.desk import Desk

    let_words_wrap()
    sides = launch.players(settings)
    desk = Desk(settings, launch.settings_path, thinker, launch.levels, sides)
    if launch.position is not None:
        text = launch.position
        moves = set(text.lower()) & set("abcdefgh")
        desk.session.start(Game.from_transcript(text) if moves else Game.from_board(text))
    if launch.game is not None:
        try:
            entries = exchange.opened(launch.game)
        except OSError as error:
            raise ValueError(f"{launch.game}: {error.strerror or error}") from None
        desk.folder = launch.game.resolve().parent
        file_menus.show_entries(desk, entries, launch.game.name)
        if launch.sides != (None, None):
            desk.session.sides = list(sides)
    return desk
