"""Exact results of positions: python -m othello solve FFO.obf.

`main` imports modules that compile at import, so that Ctrl-C ends the first run in one line too.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from othello.cli.command import INTERRUPTED, run
from othello.cli.output import as_document, redraw
from othello.cli.parser import Parser, common, natural, seconds, whole
from othello.formats.reading import READABLE, read_and_report

COMMAND = "python -m othello solve"
WRONG, UNPROVEN = 1, 3
MOST_THREADS = 256
EXAMPLES = """\
  python -m othello solve fforum-40-49.obf --threads 2
  python -m othello solve "f5d6c3d3c4f4..." --seconds 10
  python -m othello solve "XXXOXXXX...-OOOOOOO- X" --all --json
  python -m othello solve hard-20.obf --json-lines > results.jsonl
  python -m othello solve games.ggf --first 10

Scores are discs for the side to move, empties to the winner. The side to move is the one named with
a board, even if it must pass, and otherwise the one whose turn it is after the moves. Positions are
the last ones of each game. Scores and results in a file are compared. Exit code 1: a score in the
file differs; 3: not all are proven.
"""


def _parser() -> argparse.ArgumentParser:
    positions = {"type": natural, "help": "only the first N positions (default: all)"}
    parser = Parser(
        prog=COMMAND,
        description="Solve positions: prove their results under perfect play.",
        examples=EXAMPLES,
        parents=[common("json", first=positions)],
    )
    add = parser.add_argument
    add("source", help=f"a board, a transcript, a file or a folder ({READABLE})")
    lines = "write a JSON document per position, as soon as it is solved"
    add("--json-lines", action="store_true", help=lines)
    add("--all", action="store_true", help="prove the value of every move")
    threads = "search threads (default: %(default)s)"
    add("--threads", type=whole(1, MOST_THREADS), default=1, metavar="N", help=threads)
    table = "hash table size in MB (default: %(default)s)"
    add("--table", type=float, default=64, metavar="MB", help=table)
    most = "most CPU seconds per search; an unproven position gets its proven range"
    add("--seconds", type=seconds, help=most)
    return parser


def _result_text(result: dict[str, Any]) -> str:
    proven = result["proven"]
    score = f"{result['score']:+d}" if proven else f"{result['lower']:+d} to {result['upper']:+d}"
    verdict = {None: "", True: "  agrees", False: "  WRONG: the file says "}[result["agrees"]]
    if result["agrees"] is False:
        verdict += f"{result['expected']:+g}"
    line = result["line"][:40] if proven else "not proven"
    return f"{score:>10}  {result['nodes']:>13,} nodes {result['seconds']:>9.2f} s  {line}{verdict}"


def _print(result: dict[str, Any], options: argparse.Namespace) -> None:
    """Print a result as it comes, and below it those of its moves, unless `--json` waits for all.

    With `--json-lines` it is a document in a line.
    """
    if options.json_lines:
        print(as_document("solutions", _content([result]), indent=None), flush=True)
    if options.json or options.json_lines:
        return
    passes = f"  for {result['side']}; {result['passes']} passes" if result["passes"] else ""
    print(f"{result['name']:>6} {_result_text(result)}{passes}", flush=True)
    for move in result.get("moves", ()):
        print(f"{move['move']:>6} {_result_text(move)}", flush=True)


def _content(results: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "positions": results,
        "wrong": sum(False in _each(result, "agrees") for result in results),
        "nodes": sum(result["nodes"] for result in results),
        "seconds": round(sum(result["seconds"] for result in results), 3),
    }


def _each(result: dict[str, Any], key: str) -> list[Any]:
    """A field of a position and of its solved moves."""
    return [part[key] for part in (result, *result.get("moves", ()))]


def _report(results: list[dict[str, Any]], options: argparse.Namespace) -> int:
    """Print the totals, or with `--json` all results; return the exit code."""
    content = _content(results)
    if options.json:
        print(as_document("solutions", content))
    elif not options.json_lines:
        nodes, seconds = content["nodes"], content["seconds"]
        compared = any(result["expected"] is not None for result in results)
        verdict = f"{content['wrong']} wrong" if compared else "no scores to compare"
        print(f"{len(results)} positions, {verdict}, {nodes:,} nodes, {seconds:.2f} s")
    if content["wrong"]:
        return WRONG
    return 0 if all(all(_each(result, "proven")) for result in results) else UNPROVEN


def _solve(options: argparse.Namespace) -> int:
    if options.json and options.json_lines:
        raise ValueError("--json and --json-lines exclude each other")
    import numpy as np

    from players.engine.endgame import Solver
    from players.engine.request import Request
    from players.study.solve import problems_of, solve_all

    problems = read_and_report(
        COMMAND, lambda on_error: problems_of(options.source, options.first, on_error)
    )
    show: Callable[[str], object] = partial(redraw, sys.stderr) if sys.stderr.isatty() else len
    solver = Solver(options.threads, options.table)
    request = Request(seconds=options.seconds, stop=np.zeros(1, np.int64))
    results = []
    try:
        for result in solve_all(problems, request, solver, show, options.all):
            results.append(result)
            show("")
            _print(result, options)
    finally:
        show("")
    code = _report(results, options)
    if request.stop[0]:
        print(f"{COMMAND}: interrupted; proven results are above", file=sys.stderr)
        return INTERRUPTED
    return code


def main(arguments: list[str] | None = None) -> int:
    """Solve; exit code 1: a score differs, 2: bad input, 3: not all proven, 130: Ctrl-C."""
    return run(COMMAND, lambda: _solve(_parser().parse_args(arguments)))
