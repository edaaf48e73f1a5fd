"""The pattern evaluation against Bill's, at equal depth and at equal CPU time.

No player solves the end of the game. Forward estimation plays only if both evaluators have edge
costs. A limit in seconds makes every game depend on the machine and its load.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from othello import evaluation
from othello.cli.errors import UserError
from othello.cli.parser import natural
from othello.evaluation import FROM_FILE
from othello.fingerprint import digest
from players.registry import SpecError
from tournament.experiments.runner import Experiment, Runner, Size, Table, contests
from tournament.experiments.runner.arguments import move_seconds, of_matches, option
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing

ALPHABETA_NAME, FORWARD = "alphabeta", "forward"
PLAYERS = {player.partition(":")[0]: player for player in contests.MODERN_PLAYERS.values()}
"""Both players at equal CPU time."""
DEPTH_LABEL, MILLISECONDS_LABEL = "depth {:g}", "{:g} ms"
"""Formats of the kinds of limits."""


class Compared(NamedTuple):
    """An evaluator by name; `digest` is that of the file of weights in the name."""

    name: str
    digest: str

    @property
    def label(self) -> str:
        """The name for a table, without the file's folder."""
        base, at, path = self.name.partition(FROM_FILE)
        return f"{base}{at}{Path(path).name}"


def compared(names: Sequence[str]) -> list[Compared]:
    """Return the evaluators of these names, each once; UserError for a bad name."""
    evaluators = []
    for name in dict.fromkeys(names):
        path = name.partition(FROM_FILE)[2]
        try:
            evaluation.named(name)
            content = digest(Path(path).read_bytes()) if path else ""
        except (ValueError, OSError) as error:
            raise UserError(f"evaluator {name}: {error}") from None
        evaluators.append(Compared(name, content))
    return evaluators


class Sides(NamedTuple):
    """The evaluators of A and of B; `costs`: A's edge costs for forward, "" for shipped ones."""

    a: str
    b: str
    costs: str = ""


def pairing(sides: Sides, player: str, limit: float, kind: str) -> Pairing:
    """Return the match with one limit; SpecError if forward lacks edge costs.

    At equal depth both are plain alpha-beta.
    """
    limited = f"{PLAYERS[player]},{SEARCH_ONLY},seconds={limit / 1000:g}"
    if kind == DEPTH_LABEL:
        limited = f"alphabeta:depth={limit:g},{SEARCH_ONLY}"
    costs = f"costs={sides.costs}" if sides.costs and player == FORWARD else ""
    a = contests.spec(limited, f"evaluator={sides.a}", costs)
    b = contests.spec(limited, f"evaluator={sides.b}")
    text = kind.format(limit)
    extra = {"player": player, "limit": limit, "kind": kind, "limit_text": text}
    return Pairing(f"{player}, {text}", a, b, extra)


def matches(
    sides: Sides, depths: Sequence[int], limits: Sequence[float]
) -> tuple[list[Pairing], str | None]:
    """Return every match, and the reason if forward estimation cannot play.

    SpecError for given costs that do not fit.
    """
    times = [1000 * limit for limit in limits]
    pairings = [pairing(sides, ALPHABETA_NAME, depth, DEPTH_LABEL) for depth in depths]
    pairings += [pairing(sides, ALPHABETA_NAME, time, MILLISECONDS_LABEL) for time in times]
    try:
        return pairings + [
            pairing(sides, FORWARD, time, MILLISECONDS_LABEL) for time in times
        ], None
    except SpecError as error:
        if sides.costs:
            raise
        return pairings, str(error).partition(": ")[2]


def measure(run: Runner) -> dict[str, Any]:
    """Return all matches."""
    options = run.options
    a, b = compared([options.evaluator]), compared([options.against])
    sides = Sides(options.evaluator, options.against, options.costs)
    pairings, left_out = matches(sides, options.depths, options.seconds)
    if not pairings:
        raise UserError("no match: name --depths or --seconds")
    rows = run.play(pairings)
    note = f"; forward is left out: {left_out}" if left_out else ""
    notes = {"left_out": left_out, "title": f"A: {a[0].label}, B: {b[0].label}", "note": note}
    return {**sides._asdict(), "rows": rows, **notes}


EXPERIMENT = Experiment(
    name="pattern-matches",
    summary="the pattern evaluation plays Bill's, at equal depth and at equal CPU time",
    size=Size(30, 120, "--depths 2 4 --seconds 0.002 --openings 6"),
    examples="--openings 24 --depths 2 4; --seconds 0.005 0.02 --costs costs.npz;"
    " --evaluator patterns@mine.npz; --json",
    options=(
        option("--evaluator NAME", "A's, such as patterns@FILE", default="patterns"),
        option("--against NAME", "B's (default: %(default)s)", default="bill"),
        option("--costs FILE", "edge costs of A's evaluator, for forward", default=""),
        option("--depths N...", "plies (default: %(default)s)", natural, (2, 4, 6, 8), nargs="*"),
        move_seconds((0.005, 0.02), nargs="*"),
        of_matches(),
    ),
    measure=measure,
    tables=Table(
        f"both are {{player}} | limit {{limit_text}} | {WIN_COLUMNS}",
        "{title}",
        "pairs won by A with their 95 % interval over the classes of openings, game points, and"
        " what B spent over what A spent; nobody solves the end of the game{note}",
    ),
    unprinted=("title", "note"),
)
