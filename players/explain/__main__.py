"""The tree of one small search, as text and in pictures: python -m players.explain "f5d6c3".

What is shown are the kernels' own searches. They are watched while they run as
plain Python, so this command turns numba off before anything imports it.
"""

import argparse
import os

from othello.cli.command import leave, run
from othello.cli.output import as_document
from othello.cli.parser import MOST_COUNTED, Parser, common, whole

COMMAND = "python -m players.explain"
MOST_VISITS = 20_000
"""A minute's work where nothing is compiled."""
MOST_DRAWN = 500
EXAMPLES = """\
  python -m players.explain "f5d6c3" --depth 3 --player alphabeta
  python -m players.explain "f5d6c3" --player forward:delta=0.05 --depth 4 --out tree.svg
  python -m players.explain "f5d6c3" --player interest:limit=1.5 --out tree.svg
  python -m players.explain --tree branching=3,depth=4,seed=1 --depth 4 --player alphabeta

players:
  alphabeta, forward and interest, with the options of python -m tournament --help
"""


ANY_WHOLE = whole(-MOST_COUNTED)
"""A whole number; which ones make sense is said where they are used."""


def command_parser() -> argparse.ArgumentParser:
    """What the command understands."""
    out = "draw the whole tree there (.svg)"
    parser = Parser(
        prog=COMMAND,
        description="The tree of one small search: at each visit of a position its window,\n"
        "the value returned, the kind of node, and what was pruned and why.",
        examples=EXAMPLES,
        parents=[common("json", out={"help": out})],
    )
    what = parser.add_mutually_exclusive_group(required=True)
    game = 'a transcript such as "f5d6c3", "" for the start, or 64 squares and who moves'
    what.add_argument("game", nargs="?", help=game)
    tree = "a random tree in place of a game: branching=3,depth=4,seed=0,uniform=false"
    what.add_argument("--tree", metavar="OPTIONS", help=tree)
    add = parser.add_argument
    add("--player", default="alphabeta", metavar="SPEC", help="who searches (%(default)s)")
    depth = "plies at most (the player's own limits if it has some, else 3)"
    add("--depth", type=ANY_WHOLE, help=depth)
    most = f"visits to draw; what is left out is said in its place ({MOST_DRAWN})"
    add("--most-nodes", type=ANY_WHOLE, default=MOST_DRAWN, metavar="N", help=most)
    results = "leave out the true results, which the endgame solver finds of late positions"
    add("--no-results", action="store_true", help=results)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Explain one search; return an exit code."""
    return run(COMMAND, lambda: _explain(command_parser().parse_args(arguments)))


def _explain(options: argparse.Namespace) -> int:
    """Record, draw and write what the options ask for."""
    from othello.files import check_place, replace_file
    from players.explain import request as explain_request
    from players.explain import svg, text
    from players.explain.picture import picture_of, with_true_results
    from players.explain.recorder import record

    if options.most_nodes < 1:
        raise ValueError(f"--most-nodes must be 1 or more, not {options.most_nodes}")
    if options.out is not None:
        if options.out.suffix.lower() != ".svg":
            raise ValueError(f"{options.out}: its name must end in .svg")
        check_place(options.out)
    if options.tree is not None:
        request = explain_request.of_tree(options.tree, options.player, options.depth)
    else:
        request = explain_request.of_position(options.game, options.player, options.depth)
    recording = record(request.player, request.state, request.limits, MOST_VISITS)
    picture = picture_of(request, recording, options.most_nodes)
    if options.tree is None and not options.no_results:
        picture = with_true_results(picture)
    if options.out is not None:
        replace_file(options.out, svg.svg_of(picture).encode())
    if options.json:
        print(as_document("search-tree", text.data_of(picture)))
    else:
        print(text.text_of(picture))
    return 0


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    leave(main)
