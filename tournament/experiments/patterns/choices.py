"""What each choice in learning patterns is worth: learned anew with one thing changed.

The base is one round of games of Bill's evaluation, labels of three plies, positions solved from
52 discs on. Every variation learns in a folder of its own, so that a stopped run goes on; then its
errors against exact results of unseen games stand beside the base's, and it plays the base.
"""

from collections.abc import Callable, Container, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from othello import evaluation
from othello.command_line import available_cores
from othello.evaluation.patterns.weights import save_weights
from players.learning.patterns.plan import FIRST_DISCS, Plan, Round
from players.learning.patterns.rounds import keep_plan, learn
from players.learning.patterns.samples import GamesRecipe
from players.workers.choice import jobs_asked, pool_of
from players.workers.pool import Pool
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
WITHOUT = {
    "corners": CORNERS,
    "corner of 9": CORNERS[:1],
    "corner of 10": CORNERS[1:2],
    "corner 2x5": CORNERS[2:],
    "edges": ("edge and X-squares", "edge block"),
    "edge block": ("edge block",),
    "rows": ("second row", "third row", "fourth row"),
    "diagonals": tuple(f"diagonal of {squares}" for squares in (8, 7, 6, 5, 4)),
    "moves": ("own moves", "opp moves", "own moves alone", "opp moves alone"),
    "potential moves": ("own potential", "opp potential"),
    "other counts": ("corner moves", "X-square moves", "odd quadrants", "discs"),
}
"""What is left out, by what that is called."""
CHANGED: dict[str, dict[str, dict[str, Any]]] = {
    BASE: {BASE: {}},
    "patterns": {f"without {name}": {"without": names} for name, names in WITHOUT.items()},
    "stages": {
        "one": {"first_discs": (0,)},
        "of 8 discs": {"first_discs": FIRST_DISCS[::2]},
        "of 2 discs": {"first_discs": (0, *range(12, 64, 2))},
    },
    "labels": {
        "results": {"least": 0},
        **{f"depth {depth}": {"least": depth} for depth in (2, 4, 6)},
        **{f"solved from {discs} discs": {"exact": discs} for discs in (56, 48)},
    },
    "sweep": {"two rounds": {"rounds": 2}, "two rounds, not swept": {"rounds": 2, "swept": False}},
    "scale": {"put to scale": {"judged": 300}},
    "ridge": {"5": {"ridge": 5.0}, "100": {"ridge": 100.0}},
    "games": {
        "a tenth": {"share": Fraction(1, 10)},
        "a third": {"share": Fraction(1, 3)},
        "three times": {"share": Fraction(3)},
    },
}
"""By kind of choice and by name, what is changed: of the round, of the plan, how many rounds there
are, or the share of the base's games."""
PLAYED = ("win_rate", "low", "high")
WORK = "of games, labels and weights (default: %(default)s)"
KINDS = tuple(kind for kind in CHANGED if kind != BASE)


class Variation(NamedTuple):
    """One of CHANGED, and its plan."""

    kind: str
    name: str
    plan: Plan


def plan_of(games: int, changed: Mapping[str, Any]) -> Plan:
    """The base's plan for so many games with what is changed; the least files hold so few games."""
    of_plan: dict[str, Any] = {"judged": 0, **changed}
    rounds, share = of_plan.pop("rounds", 1), of_plan.pop("share", None)
    one = Round(games, least=3, exact=52)
    if share is not None:
        fewer, play = max(1, int(games * share)), GamesRecipe()
        one = one._replace(games=fewer, play=play._replace(batch=min(play.batch, fewer)))
    of_round = {key: of_plan.pop(key) for key in Round._fields if key in of_plan}
    return Plan((one._replace(**of_round),) * rounds, seed=SEED, **of_plan)


def variations(games: int, kinds: Container[str] = CHANGED) -> list[Variation]:
    """The base, which comes first, and every variation of some kinds."""
    return [
        Variation(kind, name, plan_of(games, changed))
        for kind, by_name in CHANGED.items()
        if kind == BASE or kind in kinds
        for name, changed in by_name.items()
    ]


def learned(
    variation: Variation, folder: Path, workers: Pool, before: Callable[[], object] = bool
) -> Path:
    """The file of weights that a variation learns; what is there already is not made again.

    `before` is called before learning begins.
    """
    kind, name, plan = variation
    work = folder / f"{kind} {name}".replace(" ", "-").replace(",", "")
    keep_plan(plan, work)
    path = work / "weights.npz"
    if not path.exists():
        before()
        _, weights = learn(plan, work, workers, f"{kind}, {name}")
        save_weights(path, {"plan": plan._asdict()}, weights, plan.first_discs)
    return path


def errors(path: Path, base: Path, samples: Mapping[int, Sample]) -> dict[str, float]:
    """The squared error in percent of the base's, by empty squares, and its largest error."""
    evaluators = [evaluation.named(f"patterns@{file}") for file in (path, base)]
    told, worst = {}, 0.0
    for empties, (own, opp, result) in samples.items():
        squared = ((values_in_discs(one, own, opp) - result) ** 2 for one in evaluators)
        ratio = measured_ratio(*squared)
        told[f"ratio_{empties}"] = 100 * ratio.mean
        worst = max(worst, 100 * ratio.standard_error)
    return {**told, "ratio_error": worst}


def draw(found: Found) -> list[plots.Panel]:
    """The learning curve: error and pairs won against the number of games."""
    mine = [row for row in found["rows"] if row["kind"] in (BASE, "games")]
    mine.sort(key=lambda row: row["games"])
    played = [row for row in mine if row["win_rate"] is not None]
    keys = {f"{empties} empty squares": f"ratio_{empties}" for empties in EMPTIES}
    errors = plots.curves_of(mine, "games", keys, "ratio_error")
    won = plots.curve("against the base", played, "games", "win_rate")
    axes = {"xlabel": "games", "xscale": "log"}
    return [
        plots.Panel(errors, {**axes, "ylabel": "squared error, % of the base's"}),
        plots.Panel([won], {**axes, "ylabel": "pairs won against the base, %"}),
    ]


def measure(run: Runner) -> dict[str, Any]:
    """Learn every variation, measure its errors, and let it play the base."""
    options = run.options
    asked = variations(options.games, options.only or CHANGED)
    try:
        with pool_of(jobs_asked(options) or available_cores()) as workers:
            say = partial(say_time, options)
            files = [learned(one, options.work, workers, say) for one in asked]
    except (ValueError, OSError) as error:
        raise RequestError(str(error)) from None
    samples = solved_samples(run, EMPTIES)
    rows: list[dict[str, Any]] = []
    for one, path in zip(asked, files, strict=True):
        games = sum(-(-each.games // each.play.batch) * each.play.batch for each in one.plan.rounds)
        row = {"kind": one.kind, "name": one.name, "games": games}
        rows.append({**row, **errors(path, files[0], samples), **dict.fromkeys(PLAYED)})
    plain = f"alphabeta:depth={DEPTH},{SEARCH_ONLY}"
    base, *players = (contests.spec(plain, f"evaluator=patterns@{path}") for path in files)
    names = (row["name"] for row in rows[1:])
    pairings = [Pairing(name, player, base) for name, player in zip(names, players, strict=True)]
    for row, told in zip(rows[1:], run.play(pairings), strict=True):
        row.update({key: told[key] for key in (*PLAYED, "match")})
    return {"rows": rows}


EXPERIMENT = Experiment(
    name="pattern-choices",
    summary="what each choice in learning patterns is worth: sets, stages, labels and games",
    size=Size(20, 60, "--only games --games 1000 --openings 6 --trials 20"),
    examples="; --only games --plot learning-curve.png; --games 2000 --openings 20 --trials 20;"
    " --json",
    options=(
        count("--games", GAMES, "of the base"),
        option("--only KIND...", f"of {', '.join(KINDS)}", choices=KINDS),
        option("--work FOLDER", WORK, Path, Path("pattern-choices.work")),
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
