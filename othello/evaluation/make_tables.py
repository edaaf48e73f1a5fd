"""Make the tables of Bill's features: python -m othello.evaluation.make_tables."""

import sys
from pathlib import Path

from othello.command_line import until_closed
from othello.evaluation.edge_stability import edge_stability_table
from othello.evaluation.lines import LINE_FEATURES, line_table
from othello.evaluation.tables import TABLES, save
from othello.files import is_shipped
from othello.parser import Parser, common

COMMAND = "python -m othello.evaluation.make_tables"


def main(arguments: list[str] | None = None) -> int:
    """Make the tables and write them; return an exit code."""
    out = "where to write (default: %(default)s in the current folder)"
    parser = Parser(
        prog=COMMAND,
        description="Make the tables of edge stability and of the lines' features. They follow\n"
        "from the constants in the sources alone: no seed, no data.",
        parents=[common(out={"default": Path(TABLES), "help": out})],
    )
    options = parser.parse_args(arguments)
    if options.out is parser.get_default("out") and is_shipped(options.out):
        print(f"{COMMAND}: {TABLES} is a file of the project here: name --out", file=sys.stderr)
        return 2
    arrays = {"edges": edge_stability_table(), "lines": line_table()}
    about = {
        "command": COMMAND,
        "edges": "edge stability by state of an edge and its X-squares, thousandths of the best",
        "lines": "packed features of every state of every kind of line: "
        + ", ".join(feature.__name__ for feature in LINE_FEATURES),
    }
    try:
        save(options.out, about, arrays)
    except OSError as error:
        print(f"{COMMAND}: {options.out}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{options.out}: {len(arrays['edges'])} edges, {len(arrays['lines'])} lines")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
