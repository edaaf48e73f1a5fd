"""How often a search with few nodes chooses the move of a deep full-width one.

Alpha-beta, forward estimation and interest search with equal numbers of nodes, on positions
of games from the 244 openings. The weights of interest search were learned from nodes of
other games, with 4 to 14 random first plies and others strewn in: none of the 32,100 nodes
behind the shipped weights is one of these positions or an image of one.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from othello.openings import four_move_openings
from othello.parser import natural
from tournament.experiments.rollason2014 import agreement_trials as trials
from tournament.experiments.rollason2014.agreement_trials import AgreementSettings, distinct
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import evaluator_option, of_trials, option
from tournament.experiments.runner.contests import MODERN_PLAYERS, SEARCH_ONLY
from tournament.statistics.pairs import class_bootstrap, effective_number

YARDSTICK = "alpha-beta"
"""The player that the others are compared with."""
PLAYERS = MODERN_PLAYERS
DEEP = "alphabeta:driver=pvs,table=20"
"""The full-width search, but for its depth and its evaluation."""
BUDGETS = (250, 500, 1000, 2000, 4000, 8000, 16000)
DEPTH = 10
"""A second for three positions, the searches that are judged included."""


def differences() -> dict[str, str]:
    """By the names of all paired differences from alpha-beta's the player of each."""
    return {f"{name} - {YARDSTICK}": name for name in PLAYERS if name != YARDSTICK}


def estimate(values: np.ndarray, classes: Sequence[int]) -> tuple[float, float, float]:
    """The mean in percent of values from -1 to 1, and its 95 % interval over classes of openings.

    nan of nothing.
    """
    if len(values) == 0:
        return math.nan, math.nan, math.nan
    shares = ((values + 1) / 2).tolist()  # the bootstrap takes scores from 0 to 1
    low, high = (100 * (2 * end - 1) for end in class_bootstrap(shares, classes))
    return 100 * float(values.mean()), low, high


def rows_of(used: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number of nodes: agreement, and its paired differences from alpha-beta's.

    In percent, with intervals under "... low" and "... high".
    """
    right = np.array([result["right"] for result in used], dtype=np.float64)
    right = right.reshape(len(used), len(PLAYERS), len(BUDGETS))
    classes = [result["board_class"] for result in used]
    rows = []
    for column, nodes in enumerate(BUDGETS):
        values = dict(zip(PLAYERS, right[:, :, column].T, strict=True))
        apart = {key: values[name] - values[YARDSTICK] for key, name in differences().items()}
        row: dict[str, Any] = {"nodes": nodes}
        for name, value in {**values, **apart}.items():
            row[name], row[f"{name} low"], row[f"{name} high"] = estimate(value, classes)
        rows.append(row)
    return rows


def columns(names: Iterable[str], form: str) -> str:
    """The nodes, and each name with its interval."""
    shown = (
        f"{name} % {{{name}:{form}}} | from {{{name} low:{form}}} | to {{{name} high:{form}}}"
        for name in names
    )
    return " | ".join(("nodes {nodes:,d}", *shown))


def tables(found: Found) -> list[Table]:
    """Agreement, and below it the paired differences."""
    return [
        Table(
            columns(PLAYERS, ".1f"),
            "{summary}, evaluation {evaluator}",
            "share of {positions} different positions in which the move is that of depth {depth}",
        ),
        Table(
            columns(differences(), "+.1f"),
            "position by position",
            "95 % intervals over classes of openings, which weigh as much as"
            " {effective_number:.1f} independent ones",
        ),
    ]


def draw(found: Found) -> list[plots.Panel]:
    """Agreement, and the paired differences, against nodes."""
    rows = found["rows"]
    shown = ({name: name for name in names} for names in (PLAYERS, differences()))
    agreed, less = (plots.curves_of(rows, "nodes", keys, ("{} low", "{} high")) for keys in shown)
    less = [one._replace(color=one.color + 1) for one in less]  # each in its player's
    axes = {"xlabel": "nodes", "xscale": "log"}
    return [
        plots.Panel(agreed, {**axes, "ylabel": "move of the deep search, %"}),
        plots.Panel(less, {**axes, "ylabel": "difference, %"}),
    ]


def settings_of(evaluator: str, depth: int) -> AgreementSettings:
    """What is asked of the players with an evaluator; SpecError for a bad one."""
    shared = f"evaluator={evaluator}", SEARCH_ONLY
    players = tuple(contests.spec(player, *shared) for player in PLAYERS.values())
    return AgreementSettings(players, BUDGETS, contests.spec(DEEP, f"depth={depth}", *shared))


def measure(run: Runner) -> dict[str, Any]:
    """How often each player with each number of nodes agrees."""
    depth = run.options.depth
    used = distinct(run.trials(trials.agree, settings_of(run.options.evaluator, depth)))
    number = effective_number([found["board_class"] for found in used])
    rows = rows_of(used)
    return {"depth": depth, "positions": len(used), "effective_number": number, "rows": rows}


EXPERIMENT = Experiment(
    name="interest-agreement",
    paper="Rollason 2014",
    summary="agreement with a deep full-width search at equal nodes: a curve",
    size=Size(5, 60, "--depth 5 --trials 20"),
    examples="--json; --plot interest-agreement.png; --trials 40 --depth 6 --evaluator patterns",
    options=(
        of_trials(len(trials.AGREEMENT_PLIES) * len(four_move_openings())),
        evaluator_option("of all searches"),
        option("--depth", "of the deep search (%(default)s)", natural, DEPTH),
    ),
    measure=measure,
    tables=tables,
    asked=("evaluator",),
    draw=draw,
)
