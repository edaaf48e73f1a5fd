"""Published tables and figures, repeated: one value per experiment, one runner."""

import importlib

from tournament.experiments.runner import Experiment

EXPERIMENTS: dict[str, str] = {
    "table1": "zhang1995.table1",
    "figure1a": "zhang1995.figure1",
    "figure2": "zhang1995.table1",
    "figure3a": "zhang1995.figure3",
    "figure3b": "zhang1995.figure3",
    "bill-matches": "bill",
    "wthor": "bill",
    "tree-shape": "tree_shape",
    "interest-table": "interest_table",
    "interest-phases": "interest_phases",
    "score-range": "score_range",
    "pattern-matches": "pattern_matches",
    "engine-moves": "best_moves",
    "korf1996": "korf1996",
    "searches": "equal_time",
}
"""Module in this folder of each experiment, by the experiment's name."""


def find_experiment(name: str) -> Experiment:
    """Return the experiment of a name in EXPERIMENTS; LookupError if its module lacks it."""
    module = importlib.import_module(f"{__name__}.{EXPERIMENTS[name]}")
    for value in vars(module).values():
        if isinstance(value, Experiment) and value.name == name:
            return value
    raise LookupError(f"{module.__name__} has no Experiment whose name is {name!r}")
