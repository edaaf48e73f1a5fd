"""The options of `python -m othello`: what they ask of the window, and who opens it."""

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
from players.window.translation import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from players.window.thinking.adviser import Adviser

WARM_UP = "warm-up"
"""The word that asks to compile ahead, in place of a window."""

SPEAKS = {"gtp": "GTP", "nboard": "NBoard's protocol"}
"""What each protocol is called."""

EXAMPLES = """examples:
  python -m othello
  python -m othello --level child --black human
  python -m othello --white human --level "full strength"
  python -m othello --black alphabeta:depth=6 --white engine:level=4
  python -m othello --analyst nboard:name=edax
  python -m othello --position f5d6c3d3c4
  python -m othello game.ggf --theme light
  python -m othello --screenshot board.png --position f5d6c3d3c4 --state values,tab_insight
"""


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size such as 1160x740")
    return int(found[1]), int(found[2])


def _language(text: str) -> str:
    """The code of a language whose texts and signs the window has here."""
    from players.window.drawing import fonts

    offered = fonts.offered()
    if text in offered:
        return text
    wrong = f"{text!r} is none of the languages offered, {', '.join(offered)}"
    if text in LANGUAGES:
        wrong += f": {fonts.obstacle(text)}"
    raise argparse.ArgumentTypeError(wrong)


def parser_for(levels: Sequence[Level]) -> argparse.ArgumentParser:
    """The options, with the levels and what each means."""
    widest = max(len(level.name) for level in levels)
    meanings = "\n".join(f"  {level.name:<{widest}}  {level.meaning}" for level in levels)
    parser = Parser(
        prog="python -m othello",
        description="Play, watch and understand Othello in a window. Press ? there for its keys.\n"
        f"`python -m othello {WARM_UP}` compiles ahead what the first run would wait for.",
        epilog=f"levels:\n{meanings}\n\n{EXAMPLES}",
        parents=[common("players")],
    )
    add = parser.add_argument
    formats = "GGF, .othello, SGF, WTHOR, OBF or transcripts, or a folder of them"
    add("file", nargs="?", type=Path, metavar="FILE", help=f"a game to open: {formats}")
    player = "human, a level's name, or a specification as python -m tournament --help lists them"
    add("--black", metavar="PLAYER", help=player)
    add("--white", metavar="PLAYER", help="the same for white")
    names = [level.name.lower() for level in levels]
    level = "the engine's level; see below"
    add("--level", type=str.lower, choices=names, metavar="NAME", help=level)
    add("--analyst", metavar="PLAYER", help="whose values are shown (default: the engine's)")
    add("--position", metavar="TEXT", help="moves, or 64 squares and who moves")
    add("--game", type=Path, metavar="FILE", help="the same as FILE alone")
    add("--size", type=_size, metavar="WxH", help="the window's size in pixels")
    add("--theme", choices=THEME_NAMES, help="the colours")
    language = (
        f"{', '.join(LANGUAGES)}: what the window is written in, not the command line"
        " (default: as in the settings, or as the environment says; of pictures: en)"
    )
    add("--language", type=_language, metavar="CODE", help=language)
    add("--screenshot", type=Path, metavar="FILE", help="save a picture and end")
    state = "what the picture shows: ply=N, play=SQUARE, commands: values,review,help,tab_NAME"
    add("--state", default="", metavar="LIST", help=state)
    return parser


def _engine(modules: Sequence[str], analyst: str | None) -> "Adviser":
    """The players, loaded in the window's thread: it compiles them."""
    from players import registry
    from players.window.thinking.adviser import Adviser

    registry.load(modules)
    return Adviser(analyst)


def launch_of(options: argparse.Namespace, levels: Sequence[Level]) -> Launch:
    """What the options ask of the window."""
    pictured = options.screenshot is not None
    return Launch(
        load=lambda: _engine(options.players, options.analyst),
        levels=levels,
        sides=(options.black, options.white),
        level=options.level,
        position=options.position,
        game=options.game or options.file,
        size=options.size or ((1160, 740) if pictured else None),
        theme=options.theme,
        language=options.language or (ENGLISH if pictured else None),
        settings_path=None if pictured else settings_path(),
    )


def listed_levels(taken: Collection[str] = ()) -> tuple[Level, ...]:
    """A level for each of the user's and the shipped engines whose program is found, by name.

    Names that are `taken`, in whatever case, are left out. ValueError, in one line, for a list
    that cannot be read.
    """
    from players.outside.listed import listed, setup
    from players.registry import written_value

    names = {name.lower() for name in taken}
    levels = []
    engines = listed(here=False)
    for name, protocol in sorted((name, one["protocol"]) for name, one in engines.items()):
        try:
            setup(protocol, {"name": name})
        except ValueError:
            continue
        if name.lower() not in names:
            meaning = f"another program, by {SPEAKS[protocol]}"
            spec = f"{protocol}:name={written_value(name)}"
            levels.append(Level(name, meaning, spec, ranked=False))
    return tuple(levels)


def offered_levels() -> tuple[Level, ...]:
    """Our levels, and behind them the engines that are listed; a wrong list is told and left."""
    try:
        return (*LEVELS, *listed_levels([level.name for level in LEVELS]))
    except ValueError as error:
        print(f"python -m othello: {error}", file=sys.stderr)
        return LEVELS


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options and open the window, or compile ahead; return an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == [WARM_UP]:
        logging.getLogger("othello.jit").setLevel(logging.ERROR)  # warm_up says what it does
        from othello.cli.command import tolerate_broken_pipe
        from players.window import warm_up  # which compiles at its import

        return tolerate_broken_pipe(lambda: warm_up.main(words[1:]))
    levels = offered_levels()
    parser = parser_for(levels)
    options = parser.parse_args(words)
    if options.file is not None and options.game is not None:
        parser.error(f"two files to open: {options.file} and {options.game}")
    launch = launch_of(options, levels)
    if options.screenshot is not None:
        from players.window import screenshots

        words = options.state.split(",") if options.state else []
        return screenshots.take(launch, options.screenshot, words)
    from players.window import app

    return app.play(launch)
