"""The pattern evaluation against Bill's: alpha-beta at equal depth and at equal CPU time."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from othello.cli.errors import UserError
from othello.cli.parser import plies
from tournament.experiments.runner import SEARCH_ONLY, Experiment, Pairing, Runner, spec
from tournament.experiments.runner.arguments import move_seconds, of_matches, option
from tournament.experiments.runner.output import WIN_COLUMNS, Table

TIMED = "alphabeta:driver=pvs,table=18"


class Limit(NamedTuple):
    """A limit of a move: the option of players, a text, and the number of plies or milliseconds."""

    option: str
    text: str
    number: float


def limits(seconds: Iterable[float], depths: Iterable[int]) -> list[Limit]:
    """Return limits of CPU time and of depth, each once, the lowest first."""
    times = [(f"seconds={one:g}", f"{1000 * one:g} ms", 1000 * one) for one in sorted({*seconds})]
    plies = [(f"depth={one}", f"depth {one}", one) for one in sorted({*depths})]
    return [Limit(*one) for one in (*times, *plies)]


def measure(run: Runner) -> dict[str, Any]:
    """Return all matches."""
    options, pairings = run.options, []
    names = options.evaluator, options.against
    for limit in limits((), options.depths) + limits(options.seconds, ()):
        player = TIMED if limit.option.startswith("seconds") else "alphabeta"
        a, b = (spec(player, limit.option, SEARCH_ONLY, f"evaluator={name}") for name in names)
        pairings.append(Pairing(limit.text, a, b, {"limit_text": limit.text}))
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
