"""Published tables and figures, repeated: one value per experiment, one runner."""

import importlib
from collections.abc import Mapping, Sequence

from tournament.experiments.claims import CLAIMS, RUNS, Claim, Figure, Run
from tournament.experiments.runner import Experiment

EXPERIMENTS: dict[str, str] = {
    "table1": "zhang1995.table1",
    "figure1a": "zhang1995.figure1",
    "figure2": "zhang1995.table1",
    "figure3a": "zhang1995.figure3",
    "figure3b": "zhang1995.figure3",
    "wthor": "bill",
    "tree-shape": "tree_shape",
    "interest-table": "interest_table",
    "interest-phases": "interest_phases",
    "score-range": "score_range",
    "engine-moves": "best_moves",
    "korf1996": "korf1996",
    "matches": "matches",
    "searches": "equal_time",
}
"""Module in this folder of each experiment, by the experiment's name."""

OWN: dict[str, Experiment] = {}
"""Registered experiments of other modules, by name."""


def register(
    experiment: Experiment, runs: Mapping[str, Run] | None = None, claims: Sequence[Claim] = ()
) -> None:
    """Register an experiment, its runs by name, and claims about their results.

    Raise ValueError if a name is taken, or a claim has an unknown run or a bad rule.
    """
    runs = runs or {}
    names = {claim.name for claim in CLAIMS}
    same = {experiment.name} & {*EXPERIMENTS, *OWN} or RUNS.keys() & runs.keys()
    if same := same or names & {claim.name for claim in claims}:
        raise ValueError(f"this name is taken: {min(same)}")
    if unknown := {claim.run for claim in claims} - runs.keys():
        raise ValueError(f"a claim has an unknown run: {min(unknown)}")
    if unknown := {run.experiment for run in runs.values()} - {*EXPERIMENTS, *OWN, experiment.name}:
        raise ValueError(f"a run has an unknown experiment: {min(unknown)}")
    for claim in claims:
        claim.judge(Figure(0, 0, 0))
    OWN[experiment.name] = experiment
    RUNS.update(runs)
    CLAIMS.extend(claims)


def find_experiment(name: str) -> Experiment:
    """Return the experiment of a name in OWN or EXPERIMENTS; LookupError if its module lacks it."""
    if name in OWN:
        return OWN[name]
    module = importlib.import_module(f"{__name__}.{EXPERIMENTS[name]}")
    for value in vars(module).values():
        if isinstance(value, Experiment) and value.name == name:
            return value
    raise LookupError(f"{module.__name__} has no Experiment whose name is {name!r}")
