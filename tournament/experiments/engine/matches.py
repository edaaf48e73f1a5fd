"""The engine at equal CPU time: against other searches, without a technique, with twice the time.

The other searches play with what makes them strongest, principal variation search and a table,
each with either evaluation; all solve the end of the game. A limit in seconds makes every game
depend on the machine and on its load.
"""

from collections.abc import Sequence
from itertools import product

from othello.spelling import known_are
from players.engine.midgame_memory import MIDGAME_OFF
from tournament.contests.contest import RequestError
from tournament.experiments.runner import Experiment, Found, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluators_option,
    move_seconds,
    of_matches,
    option,
    plot,
)

SWITCHES = {name.replace(" ", "-"): name for name in MIDGAME_OFF}
"""The techniques by what specifications and options call them."""


def _pairing(name: str, limit: float, a: float, opponent: str, *options: str) -> contests.Pairing:
    """The engine with `a` seconds against another player with the limit and some options."""
    b = contests.spec(opponent, f"seconds={limit:g}", *options)
    told = {"milliseconds": 1000 * limit}
    return contests.Pairing(name, contests.spec("engine", f"seconds={a:g}"), b, told)


def pairings(limits: Sequence[float], evaluators: Sequence[str]) -> list[contests.Pairing]:
    """The engine against each search; SpecError for an evaluator that one cannot use."""
    return [
        _pairing(f"{name}, {evaluator}", limit, limit, player, f"evaluator={evaluator}")
        for limit, evaluator, (name, player) in product(
            limits, evaluators, contests.MODERN_PLAYERS.items()
        )
    ]


def chosen(names: Sequence[str] | None) -> list[str]:
    """The keys of SWITCHES of these names, with blanks or hyphens, None for all.

    RequestError for an unknown one.
    """
    found = {name.replace(" ", "-"): name for name in names or SWITCHES}
    for switch, name in found.items():
        if switch not in SWITCHES:
            raise RequestError(f"unknown technique {name!r}{known_are(name, SWITCHES)}")
    return list(found)


def switched(limits: Sequence[float], switches: Sequence[str]) -> list[contests.Pairing]:
    """With each technique, A, against without it, so that every Elo is what the technique gains."""
    return [
        _pairing(SWITCHES[switch], limit, limit, "engine", f"off={switch}")
        for limit, switch in product(limits, switches)
    ]


def doubled(limits: Sequence[float]) -> list[contests.Pairing]:
    """Twice each limit against that limit, from the shortest on."""
    return [
        _pairing(f"{2000 * limit:g} ms against {1000 * limit:g} ms", limit, 2 * limit, "engine")
        for limit in sorted(set(limits))
    ]


def draw_growth(found: Found) -> list[plots.Panel]:
    """Elo a doubling against the time that is doubled, where it is finite."""
    rows = found["rows"]
    finite = [row for row in rows if None not in (row["elo"], row["elo_low"], row["elo_high"])]
    line = plots.curve("engine", finite, "milliseconds", "elo", plots.OWN_ENDS)
    axes = {"xlabel": "ms a move, doubled", "ylabel": "Elo gained", "xscale": "log"}
    ticks = plots.named_ticks("x", [row["milliseconds"] for row in rows])
    return [plots.Panel([line], {**axes, **ticks})]


EXPERIMENT = Experiment(
    name="engine-matches",
    summary="the engine plays the other searches at equal CPU time, with either evaluation",
    size=Size(90, 240, "--seconds 0.002 --openings 4"),
    examples="; --seconds 0.05 0.5 --openings 30; --evaluators patterns --openings all; --json",
    options=(
        of_matches("classes"),
        move_seconds((0.05,)),
        evaluators_option("of the others", ("patterns", "bill")),
    ),
    measure=lambda run: {"rows": run.play(pairings(run.options.seconds, run.options.evaluators))},
    tables=Table(
        f"engine against {{name}} | ms {{milliseconds:g}} | {contests.WIN_COLUMNS}",
        "{summary}",
        "pairs won by the engine, A, with their 95 % interval over the classes of openings, game"
        " points, and what the other spent over what it spent; nodes of the two are not of a kind",
    ),
)
SWITCHED = Experiment(
    name="engine-switches",
    summary="what each technique of the engine gains in games at equal CPU time",
    size=Size(60, 150, "--seconds 0.002 --openings 4"),
    examples="; --only cuts nested-cuts --seconds 0.05; --openings classes; --json",
    options=(
        of_matches(),
        move_seconds((0.02,)),
        option("--only NAME...", "these techniques (default: all of them)"),
    ),
    measure=lambda run: {
        "rows": run.play(switched(run.options.seconds, chosen(run.options.only)), gain=True)
    },
    tables=Table(
        f"technique {{name}} | ms {{milliseconds:g}} | {contests.GAIN_COLUMNS}",
        "{summary}",
        f"A with the technique against B without; {contests.GAIN_CAPTION}",
    ),
)
GROWTH = Experiment(
    name="engine-growth",
    summary="how much stronger the engine is with twice the CPU time for a move",
    size=Size(90, 360, "--seconds 0.001 0.002 --openings 6"),
    examples="--plot engine-growth.png; --seconds 0.01 0.02 0.04 --openings all; --json",
    options=(of_matches("classes"), move_seconds((0.01, 0.02, 0.04, 0.08, 0.16, 0.32)), plot()),
    measure=lambda run: {"rows": run.play(doubled(run.options.seconds), gain=True)},
    tables=Table(
        f"B's ms {{milliseconds:g}} | {contests.GAIN_COLUMNS}",
        "{summary}",
        f"A has twice the time of B for a move; {contests.GAIN_CAPTION}",
    ),
    draw=draw_growth,
)
