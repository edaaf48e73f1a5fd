"""The options of `python -m othello`."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from othello.cli.parser import Parser, common
from players.levels import LEVELS
from players.window.settings import THEME_NAMES, Launch, settings_path
from players.window.translation import ENGLISH

if TYPE_CHECKING:
    from players.window.thinking.player_cache import Adviser

EXAMPLES = """examples:
  python -m othello
  python -m othello --white child
  python -m othello --white human --black "full strength"
  python -m othello --black alphabeta:depth=6 --white engine:level=4
  python -m othello --position f5d6c3d3c4
  python -m othello game.ggf --theme light
  python -m othello --screenshot board.png --position f5d6c3d3c4 --state values
"""


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1160x740")
    return int(match[1]), int(match[2])


def parser(commands: Mapping[str, str]) -> argparse.ArgumentParser:
    """Return the parser of the options.

    The help lists the levels and the other commands: a summary by name.
    """
    widest = max(len(level.name) for level in LEVELS)
    meanings = "\n".join(f"  {level.name:<{widest}}  {level.meaning}" for level in LEVELS)
    others = "\n".join(f"  {name:<{widest}}  {summary}" for name, summary in commands.items())
    made = Parser(
        prog="python -m othello",
        description="Play, watch and understand Othello in a window. Press ? there for the keys.\n"
        "`python -m othello COMMAND --help` explains another command.",
        epilog=f"commands:\n{others}\n\nlevels:\n{meanings}\n\n{EXAMPLES}",
        parents=[common("players")],
    )
    add = made.add_argument
    formats = "GGF, .othello, SGF, WTHOR, OBF or transcripts, or a folder of them"
    add("file", nargs="?", type=Path, metavar="FILE", help=f"a game to open: {formats}")
    player = "human, a level, or a specification of a player: see python -m tournament --help"
    add("--black", metavar="PLAYER", help=player)
    add("--white", metavar="PLAYER", help="as --black")
    add(
        "--position",
        metavar="TEXT",
        help="start position: moves, or 64 squares and the side to move",
    )
    add("--size", type=_size, metavar="WxH", help="window size in pixels")
    add("--theme", choices=THEME_NAMES, help="colour theme")
    add("--screenshot", type=Path, metavar="FILE", help="save a picture of the window and exit")
    state = "content of the picture: ply=N,play=SQUARE,values,review,help,tab_NAME"
    add("--state", default="", metavar="LIST", help=state)
    return made


def _engine(modules: Sequence[str]) -> "Adviser":
    """Make the engine; for its thread, because it compiles."""
    from players import registry
    from players.window.thinking.player_cache import Adviser

    registry.load(modules)
    return Adviser()


def main(words: Sequence[str], commands: Mapping[str, str]) -> int:
    """Open the window or save a picture of it; return an exit code."""
    options = parser(commands).parse_args(words)
    pictured = options.screenshot is not None
    launch = Launch(
        load=lambda: _engine(options.players),
        sides=(options.black, options.white),
        position=options.position,
        game=options.file,
        size=options.size or ((1160, 740) if pictured else None),
        theme=options.theme,
        language=ENGLISH if pictured else None,
        settings_path=None if pictured else settings_path(),
    )
    if pictured:
        from players.window import screenshots

        contents = options.state.split(",") if options.state else []
        return screenshots.take(launch, options.screenshot, contents)
    from players.window import app

    return app.App(launch).run()
