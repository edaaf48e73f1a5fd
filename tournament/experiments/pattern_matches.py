"""The pattern evaluation against Bill's: alpha-beta at equal depth and at equal CPU time."""

from typing import Any

from othello.cli.errors import UserError
from othello.cli.parser import plies
from tournament.experiments.runner import (
    MODERN_PLAYERS,
    SEARCH_ONLY,
    Experiment,
    Pairing,
    Runner,
    spec,
)
from tournament.experiments.runner.arguments import move_seconds, of_matches, option
from tournament.experiments.runner.output import WIN_COLUMNS, Table

TIMED = MODERN_PLAYERS["alpha-beta"]
DEPTH_LABEL, MILLISECONDS_LABEL = "depth {:g}", "{:g} ms"
"""Formats of the kinds of limits."""


def pairing(player: str, text: str, a: str, b: str) -> Pairing:
    """Return the match of two evaluators in one player."""
    first, second = (spec(player, SEARCH_ONLY, f"evaluator={name}") for name in (a, b))
    return Pairing(text, first, second, {"limit_text": text})


def measure(run: Runner) -> dict[str, Any]:
    """Return all matches."""
    options = run.options
    sides = options.evaluator, options.against
    pairings = [
        pairing(f"alphabeta:depth={depth}", DEPTH_LABEL.format(depth), *sides)
        for depth in options.depths
    ]
    pairings += [
        pairing(f"{TIMED},seconds={limit:g}", MILLISECONDS_LABEL.format(1000 * limit), *sides)
        for limit in options.seconds
    ]
    if not pairings:
        raise UserError("no match: name --depths or --seconds")
    return {"rows": run.play(pairings)}


EXPERIMENT = Experiment(
    name="pattern-matches",
    summary="the pattern evaluation plays Bill's, at equal depth and at equal CPU time",
    options=(
        option("--evaluator NAME", "A's, such as patterns@FILE", default="patterns"),
        option("--against NAME", "B's (default: %(default)s)", default="bill"),
        option("--depths N...", "plies (default: %(default)s)", plies, (2, 4, 6), nargs="*"),
        move_seconds((0.005, 0.02), nargs="*"),
        of_matches("classes"),
    ),
    measure=measure,
    tables=Table(
        f"limit {{limit_text}} | {WIN_COLUMNS}",
        "A: {evaluator}, B: {against}",
        "pairs won by A with their 95 % interval over the classes of openings, game points, and"
        " what B spent over what A spent; nobody solves the end of the game",
    ),
    echoed=("evaluator", "against"),
)
