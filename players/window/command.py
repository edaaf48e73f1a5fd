"""The options of `python -m othello`."""

import argparse
import logging
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from othello.cli.parser import Parser, common
from players.levels import LEVELS, Level
from players.window.launch import Launch
from players.window.settings import THEME_NAMES, settings_path
from players.window.translation import ENGLISH

if TYPE_CHECKING:
    from players.window.thinking.player_cache import Adviser

WARM_UP = "warm-up"
"""The argument that compiles ahead instead of opening a window."""

PROTOCOL_NAMES = {"gtp": "GTP", "nboard": "NBoard's protocol"}
"""The protocols with their names."""

EXAMPLES = """examples:
  python -m othello
  python -m othello --white child
  python -m othello --white human --black "full strength"
  python -m othello --black alphabeta:depth=6 --white engine:level=4
  python -m othello --position f5d6c3d3c4
  python -m othello game.ggf --theme light
  python -m othello --screenshot board.png --position f5d6c3d3c4 --state values,tab_insight
"""


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1160x740")
    return int(match[1]), int(match[2])


def parser_for(levels: Sequence[Level]) -> argparse.ArgumentParser:
    """The parser of the options, which lists the levels."""
    widest = max(len(level.name) for level in levels)
    meanings = "\n".join(f"  {level.name:<{widest}}  {level.meaning}" for level in levels)
    parser = Parser(
        prog="python -m othello",
        description="Play, watch and understand Othello in a window. Press ? there for the keys.\n"
        f"`python -m othello {WARM_UP}` compiles everything before the first game.",
        epilog=f"levels:\n{meanings}\n\n{EXAMPLES}",
        parents=[common("players")],
    )
    add = parser.add_argument
    formats = "GGF, .othello, SGF, WTHOR, OBF or transcripts, or a folder of them"
    add("file", nargs="?", type=Path, metavar="FILE", help=f"a game to open: {formats}")
    player = "human, a level, or a specification: see python -m tournament --help"
    add("--black", metavar="PLAYER", help=player)
    add("--white", metavar="PLAYER", help="the same for white")
    add("--position", metavar="TEXT", help="moves, or 64 squares and the side to move")
    add("--size", type=_size, metavar="WxH", help="the window's size in pixels")
    add("--theme", choices=THEME_NAMES, help="the colours")
    add("--screenshot", type=Path, metavar="FILE", help="save a picture and exit")
    state = "the picture's content: ply=N, play=SQUARE, or commands: values,review,help,tab_NAME"
    add("--state", default="", metavar="LIST", help=state)
    return parser


def _engine(modules: Sequence[str]) -> "Adviser":
    """Make the engine; for its thread, because it compiles."""
    from players import registry
    from players.window.thinking.player_cache import Adviser

    registry.load(modules)
    return Adviser()


def launch_from(options: argparse.Namespace, levels: Sequence[Level]) -> Launch:
    """The launch that the options describe."""
    pictured = options.screenshot is not None
    return Launch(
        load=lambda: _engine(options.players),
        levels=levels,
        sides=(options.black, options.white),
        position=options.position,
        game=options.file,
        size=options.size or ((1160, 740) if pictured else None),
        theme=options.theme,
        language=ENGLISH if pictured else None,
        settings_path=None if pictured else settings_path(),
    )


def listed_levels(taken: Collection[str] = ()) -> tuple[Level, ...]:
    """Levels for the listed engines whose programs are installed, sorted by name.

    The names `taken` are left out. ValueError, in one line, for a list that cannot be read.
    """
    from players.outside.listed import listed, setup
    from players.registry import value_in_spec

    names = {name.lower() for name in taken}
    levels = []
    engines = listed(local=False)
    for name, protocol in sorted((name, one["protocol"]) for name, one in engines.items()):
        try:
            setup(protocol, {"name": name})
        except ValueError:
            continue
        if name.lower() not in names:
            meaning = f"another program, by {PROTOCOL_NAMES[protocol]}"
            spec = f"{protocol}:name={value_in_spec(name)}"
            levels.append(Level(name, meaning, spec))
    return tuple(levels)


def all_levels() -> tuple[Level, ...]:
    """Our levels and those of the listed engines; a faulty list is reported and ignored."""
    try:
        return (*LEVELS, *listed_levels([level.name for level in LEVELS]))
    except ValueError as error:
        print(f"python -m othello: {error}", file=sys.stderr)
        return LEVELS


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window or compile ahead; return an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == [WARM_UP]:
        logging.getLogger("othello.jit").setLevel(logging.ERROR)  # warm_up prints its own progress
        from othello.cli.command import tolerate_broken_pipe
        from players.window import warm_up  # compiles at its import

        return tolerate_broken_pipe(lambda: warm_up.main(words[1:]))
    levels = all_levels()
    parser = parser_for(levels)
    options = parser.parse_args(words)
    launch = launch_from(options, levels)
    if options.screenshot is not None:
        from players.window import screenshots

        words = options.state.split(",") if options.state else []
        return screenshots.take(launch, options.screenshot, words)
    from players.window import app

    return app.play(launch)
