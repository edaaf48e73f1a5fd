"""Make the tables of Bill's features: python -m othello.evaluation.make_tables."""

from pathlib import Path

from othello.cli.command import exit_with, run
from othello.cli.errors import UserError
from othello.cli.parser import Parser, common
from othello.evaluation.edge_stability import edge_stability_table
from othello.evaluation.lines import LINE_FEATURES, line_table
from othello.evaluation.tables import TABLES, save
from othello.files import is_shipped

COMMAND = "python -m othello.evaluation.make_tables"
DEFAULT = Path(TABLES)


def _make(out: Path) -> int:
    """Make the tables and write them to `out`; return the exit code."""
    if out is DEFAULT and is_shipped(out):
        raise UserError(f"{TABLES} is a file of the project here: name another with --out")
    arrays = {"edges": edge_stability_table(), "lines": line_table()}
    about = {
        "command": COMMAND,
        "edges": "edge stability by state of an edge and its X-squares, thousandths of the best",
        "lines": "packed features of every state of every kind of line: "
        + ", ".join(feature.__name__ for feature in LINE_FEATURES),
    }
    save(out, about, arrays)
    print(f"{out}: {len(arrays['edges'])} edges, {len(arrays['lines'])} lines")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Make the tables and write them; return the exit code."""
    where = "where to write (default: %(default)s in the current folder)"
    parser = Parser(
        prog=COMMAND,
        description="Make the tables of edge stability and of the lines' features. They depend\n"
        "only on constants in the sources: no seed, no data.",
        parents=[common(out={"default": DEFAULT, "help": where})],
    )
    options = parser.parse_args(arguments)
    return run(COMMAND, lambda: _make(options.out))


if __name__ == "__main__":
    exit_with(main)
