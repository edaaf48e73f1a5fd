"""What each choice in learning patterns is worth: learned anew with one thing changed.

The base is one round of games of Bill's evaluation, labels of three plies, positions solved from
52 discs on. Every variation learns in a folder of its own, so that a stopped run goes on; then its
errors against exact results of unseen games stand beside the base's, and it plays the base.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from othello import evaluation
from othello.command_line import available_cores
from othello.evaluation.patterns.weights import save_weights
from players.cluster.choice import jobs_asked
from players.learning.batches import pool
from players.learning.patterns.plan import FIRST_DISCS, Plan, Round
from players.learning.patterns.rounds import keep_plan, learn
from players.learning.patterns.samples import GamesRecipe
from tournament.contests.contest import RequestError
from tournament.experiments.patterns.errors import Sample, solved_samples
from tournament.experiments.patterns.evaluators import values_in_discs
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import count, of_trials, option
from tournament.experiments.runner.contests import SEARCH_ONLY, Pairing
from tournament.experiments.runner.output import measured_ratio, say_time

GAMES, POSITIONS, EMPTIES = 10_000, 300, (12, 16, 20)
ERROR_COLUMNS = " | ".join(f"error at {number} {{ratio_{number}:.1f}}" for number in EMPTIES)
SEED = 14
"""Of the games that learning plays."""
DEPTH = 4
"""Plies of both players' searches."""
BASE = "base"
CORNERS = ("corner of 9", "corner of 10", "corner 2x5")
EDGES = ("edge and X-squares", "edge block")
ROWS = ("second row", "third row", "fourth row")
DIAGONALS = tuple(f"diagonal of {squares}" for squares in (8, 7, 6, 5, 4))
MOBILITY = ("own moves", "opp moves", "own moves alone", "opp moves alone")
POTENTIAL = ("own potential", "opp potential")
OTHER_COUNTS = ("corner moves", "X-square moves", "odd quadrants", "discs")


class Variation(NamedTuple):
    """What is changed: the kind of choice, what it is called, and the plan for so many games."""

    kind: str
    name: str
    plan: Callable[[int], Plan]


def _one_round(**changed: Any) -> Callable[[int], Plan]:
    """A plan of one round in which this is changed, of the round or of the plan."""
    of_round = {key: value for key, value in changed.items() if key in Round._fields}
    of_plan = {key: value for key, value in changed.items() if key not in of_round}

    def plan(games: int) -> Plan:
        one = Round(games, least=3, exact=52)._replace(**of_round)
        return Plan((one,), seed=SEED, **{"judged": 0, **of_plan})

    return plan


def _games(numerator: int, denominator: int) -> Callable[[int], Plan]:
    """The base's plan with such a part of its games; the least files hold so few."""

    def plan(games: int) -> Plan:
        fewer = max(1, games * numerator // denominator)
        play = GamesRecipe()
        return _one_round(play=play._replace(batch=min(play.batch, fewer)))(fewer)

    return plan


def _rounds(count: int, **of_plan: Any) -> Callable[[int], Plan]:
    """The base's plan with its games in each of so many rounds."""
    return lambda games: Plan(
        (Round(games, least=3, exact=52),) * count, seed=SEED, judged=0, **of_plan
    )


VARIATIONS = (
    Variation(BASE, BASE, _one_round()),
    *(
        Variation("patterns", f"without {name}", _one_round(without=names))
        for name, names in (
            ("corners", CORNERS),
            ("corner of 9", CORNERS[:1]),
            ("corner of 10", CORNERS[1:2]),
            ("corner 2x5", CORNERS[2:]),
            ("edges", EDGES),
            ("edge block", EDGES[1:]),
            ("rows", ROWS),
            ("diagonals", DIAGONALS),
            ("moves", MOBILITY),
            ("potential moves", POTENTIAL),
            ("other counts", OTHER_COUNTS),
        )
    ),
    Variation("stages", "one", _one_round(first_discs=(0,))),
    Variation("stages", "of 8 discs", _one_round(first_discs=FIRST_DISCS[::2])),
    Variation("stages", "of 2 discs", _one_round(first_discs=(0, *range(12, 64, 2)))),
    Variation("labels", "results", _one_round(least=0)),
    Variation("labels", "depth 2", _one_round(least=2)),
    Variation("labels", "depth 4", _one_round(least=4)),
    Variation("labels", "depth 6", _one_round(least=6)),
    Variation("labels", "solved from 56 discs", _one_round(exact=56)),
    Variation("labels", "solved from 48 discs", _one_round(exact=48)),
    Variation("sweep", "two rounds", _rounds(2)),
    Variation("sweep", "two rounds, not swept", _rounds(2, swept=False)),
    Variation("scale", "put to scale", _one_round(judged=300)),
    Variation("ridge", "5", _one_round(ridge=5.0)),
    Variation("ridge", "100", _one_round(ridge=100.0)),
    Variation("games", "a tenth", _games(1, 10)),
    Variation("games", "a third", _games(1, 3)),
    Variation("games", "three times", _games(3, 1)),
)
KINDS = tuple(dict.fromkeys(variation.kind for variation in VARIATIONS))


def learned(
    variation: Variation,
    games: int,
    folder: Path,
    executor: Executor,
    before: Callable[[], object] = bool,
) -> Path:
    """The file of weights that a variation learns; what is there already is not made again.

    `before` is called before learning begins.
    """
    plan = variation.plan(games)
    work = folder / f"{variation.kind} {variation.name}".replace(" ", "-").replace(",", "")
    keep_plan(plan, work)
    path = work / "weights.npz"
    if path.exists():
        return path
    before()
    _, weights = learn(plan, work, executor, f"{variation.kind}, {variation.name}")
    save_weights(path, {"plan": plan._asdict()}, weights, plan.first_discs)
    return path


def errors(path: Path, base: Path, samples: Mapping[int, Sample]) -> dict[str, float]:
    """The squared error in percent of the base's, by empty squares, and its largest error."""
    told, worst = {}, 0.0
    for empties, sample in samples.items():
        mine, first = (
            (values_in_discs(evaluation.named(f"patterns@{file}"), sample.own, sample.opp)
             - sample.result) ** 2
            for file in (path, base)
        )  # fmt: skip
        ratio = measured_ratio(mine, first)
        told[f"ratio_{empties}"] = 100 * ratio.mean
        worst = max(worst, 100 * ratio.standard_error)
    return {**told, "ratio_error": worst}


def pairing(name: str, path: Path, base: Path) -> Pairing:
    """The match of a variation against the base."""
    plain = f"alphabeta:depth={DEPTH},{SEARCH_ONLY}"
    a, b = (contests.spec(plain, f"evaluator=patterns@{file}") for file in (path, base))
    return Pairing(name, a, b)


def draw(found: Found) -> list[plots.Panel]:
    """The learning curve: error and pairs won against the number of games."""
    mine = sorted(
        (row for row in found["rows"] if row["kind"] in (BASE, "games")),
        key=lambda row: row["games"],
    )
    errors = [
        plots.curve(
            f"{empties} empty squares", mine, "games", f"ratio_{empties}", "ratio_error", color
        )
        for color, empties in enumerate(EMPTIES)
    ]
    played = [row for row in mine if row["win_rate"] is not None]
    won = plots.curve("against the base", played, "games", "win_rate")
    axes = {"xlabel": "games", "xscale": "log"}
    return [
        plots.Panel(errors, {**axes, "ylabel": "squared error, % of the base's"}),
        plots.Panel([won], {**axes, "ylabel": "pairs won against the base, %"}),
    ]


def learn_all(asked: Sequence[Variation], options: argparse.Namespace) -> list[Path]:
    """The files of weights that all variations learn; RequestError where that cannot be."""
    try:
        with pool(jobs_asked(options) or available_cores()) as executor:
            return [
                learned(one, options.games, options.work, executor, lambda: say_time(options))
                for one in asked
            ]
    except (ValueError, OSError) as error:
        raise RequestError(str(error)) from None


def games_of(plan: Plan) -> int:
    """How many games a plan learns from: whole batches."""
    return sum(-(-part.games // part.play.batch) * part.play.batch for part in plan.rounds)


def measure(run: Runner) -> dict[str, Any]:
    """Learn every variation, measure its errors, and let it play the base."""
    options = run.options
    kinds = {BASE, *(options.only or KINDS)}
    asked = [variation for variation in VARIATIONS if variation.kind in kinds]
    files = learn_all(asked, options)
    base = files[0]
    samples = solved_samples(run, EMPTIES)
    rows: list[dict[str, Any]] = [
        {
            "kind": one.kind,
            "name": one.name,
            "games": games_of(one.plan(options.games)),
            **errors(path, base, samples),
            **dict.fromkeys(("win_rate", "low", "high")),
        }
        for one, path in zip(asked, files, strict=True)
    ]
    pairings = [pairing(one.name, path, base) for one, path in zip(asked, files, strict=True)]
    for row, told in zip(rows[1:], run.play(pairings[1:]), strict=True):
        row.update({key: told[key] for key in ("win_rate", "low", "high", "match")})
    return {"rows": rows}


EXPERIMENT = Experiment(
    name="pattern-choices",
    summary="what each choice in learning patterns is worth: sets, stages, labels and games",
    size=Size(20, 60, "--only games --games 1000 --openings 6 --trials 20"),
    examples="; --only games --plot learning-curve.png; --games 2000 --openings 20 --trials 20;"
    " --json",
    options=(
        count("--games", GAMES, "of the base"),
        option("--only KIND...", f"of {', '.join(KINDS[1:])}", choices=KINDS[1:]),
        option(
            "--work FOLDER",
            "of games, labels and weights (default: %(default)s)",
            Path,
            Path("pattern-choices.work"),
        ),
        option("--openings N", "so many for each match (default: all 244)"),
        of_trials(POSITIONS),
    ),
    measure=measure,
    tables=Table(
        f"choice {{kind}} | changed {{name}} | {ERROR_COLUMNS} | +- {{ratio_error:.1f}}"
        " | pairs won % {win_rate:.1f} | from {low:.1f} | to {high:.1f}",
        "Learned from {games:,} games of the base",
        "error: squared, against exact results with so many empty squares, the base's being 100,"
        f" +- at most; pairs won against the base, both alpha-beta of depth {DEPTH} without a"
        " solver",
    ),
    asked=("trials",),
    draw=draw,
    drawing_title="Patterns learned from more games",
)
