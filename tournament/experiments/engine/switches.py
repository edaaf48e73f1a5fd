"""The engine against itself with a technique switched off, at equal CPU time.

A has the technique and B has not, so that every Elo is what the technique gains. A limit in
seconds makes every game depend on the machine and on its load.
"""

from typing import Any, NamedTuple

from players.engine.midgame_memory import MIDGAME_OFF
from tournament.contests.contest import RequestError
from tournament.experiments.runner import arguments, contests
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Column, Table


class Switch(NamedTuple):
    """A technique by its name."""

    name: str

    def pairing(self, limit: float) -> Pairing:
        """With the technique against without, at one limit in seconds."""
        plain = contests.spec("engine", f"seconds={limit:g}")
        switched = contests.spec(plain, f"off={_hyphened(self.name)}")
        return Pairing(self.name, plain, switched, {"milliseconds": 1000 * limit})


SWITCHES = tuple(map(Switch, MIDGAME_OFF))


def _hyphened(name: str) -> str:
    """A name as specifications and options write it."""
    return name.replace(" ", "-")


def chosen(names: list[str] | None) -> list[Switch]:
    """The techniques of these names, with blanks or hyphens, None for all; RequestError if none."""
    known = {_hyphened(switch.name): switch for switch in SWITCHES}
    if names is None:
        return list(SWITCHES)
    for name in names:
        if _hyphened(name) not in known:
            raise RequestError(f"unknown technique {name!r}; known are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(map(_hyphened, names))]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches of each technique at each limit."""
    switches, limits = chosen(run.options.only), run.options.seconds
    pairings = [switch.pairing(limit) for limit in limits for switch in switches]
    return {"rows": run.play(pairings, gain=True)}


EXPERIMENT = Experiment(
    name="engine-switches",
    summary="what each technique of the engine gains in games at equal CPU time",
    size=Size(60, 150, "--seconds 0.002 --openings 4"),
    examples=("", "--only cuts enhanced-cutoff --seconds 0.05", "--openings classes", "--json"),
    options=(
        arguments.of_matches(),
        arguments.move_seconds((0.02,)),
        arguments.option(
            "--only", nargs="+", metavar="NAME", help="these techniques (default: all of them)"
        ),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("technique", "name"),
                Column("ms", "milliseconds", "{:g}"),
                *GAIN_COLUMNS,
            ),
            "{summary}",
            f"A with the technique against B without; {GAIN_CAPTION}",
        ),
    ),
)
