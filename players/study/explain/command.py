"""The tree of one small search, as text and in pictures: python -m othello explain "f5d6c3".

It shows the kernels' own search, recorded while they run as plain Python: the command switches
numba off before anything imports it.
"""

import argparse

from othello.cli.command import run
from othello.cli.parser import MOST_COUNTED, Parser, common, whole

COMMAND = "python -m othello explain"
MOST_VISITS = 5000
"""Most visits of all searches: ten seconds of work where nothing is compiled."""
EXAMPLES = """\
  python -m othello explain "f5d6c3" --depth 3 --player alphabeta
  python -m othello explain "f5d6c3" --player forward:delta=0.05 --depth 4 --out tree.svg
  python -m othello explain "f5d6c3" --player interest:limit=1.5 --out tree.svg

players:
  alphabeta, forward and interest, with the options of python -m tournament --help
"""
ANY_WHOLE = whole(-MOST_COUNTED)


def command_parser() -> argparse.ArgumentParser:
    """Parser of the command line."""
    parser = Parser(
        prog=COMMAND,
        description="The tree of one small search: at each visit of a position its window,\n"
        "the value returned, the kind of node, and what was pruned and why.",
        examples=EXAMPLES,
        parents=[common(out={"help": "write a picture of the whole tree to this file (.svg)"})],
    )
    add = parser.add_argument
    game = 'a transcript such as "f5d6c3", "" for the start, or 64 squares and the side to move'
    add("game", help=game)
    player = "player that searches (default: %(default)s)"
    add("--player", default="alphabeta", metavar="SPEC", help=player)
    depth = "search depth in plies (default: the player's own limits, or 3)"
    add("--depth", type=ANY_WHOLE, help=depth)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Explain one search; return an exit code."""
    return run(COMMAND, lambda: _explain(command_parser().parse_args(arguments)))


def _explain(options: argparse.Namespace) -> int:
    from othello.files import check_writable, replace_file
    from players.study.explain.drawing import picture_of, request_of, svg_of, text_of
    from players.study.explain.recorder import record

    if options.out is not None:
        if options.out.suffix.lower() != ".svg":
            raise ValueError(f"{options.out}: its name must end in .svg")
        check_writable(options.out)
    request = request_of(options.game, options.player, options.depth)
    recording = record(request.player, request.state, request.limits, MOST_VISITS)
    picture = picture_of(request, recording)
    if options.out is not None:
        replace_file(options.out, svg_of(picture).encode())
    print(text_of(picture))
    return 0
