"""Published tables and figures, played again: a file for those that share steps, one runner."""

import importlib

from tournament.experiments.runner import Experiment

EXPERIMENTS: dict[str, str] = {
    "table1": "zhang1995.table1",
    "figure1a": "zhang1995.figure1",
    "figure1b": "zhang1995.figure1",
    "figure2": "zhang1995.figure2",
    "figure3a": "zhang1995.figure3a",
    "figure3b": "zhang1995.figure3b",
    "forward-equal-time": "laboratory.forward",
    "online-learning": "zhang1995.online_learning",
    "bill-matches": "bill.matches",
    "wthor": "bill.wthor",
    "tree-shape": "laboratory.tree_shape",
    "interest-table": "rollason2014.table",
    "score-range": "muller2007.score_range",
    "round-robin": "laboratory.equal_time",
    "pattern-matches": "patterns.matches",
    "best-moves": "patterns.best_moves",
    "engine-moves": "patterns.best_moves",
    "korf1996": "korf1996.matches",
    "searches": "searches.rated",
}
"""The module in this folder that has each experiment, by its name, which its value says too."""


def find_experiment(name: str) -> Experiment:
    """The experiment of a name in EXPERIMENTS; LookupError where its module has none of it."""
    module = importlib.import_module(f"{__name__}.{EXPERIMENTS[name]}")
    for value in vars(module).values():
        if isinstance(value, Experiment) and value.name == name:
            return value
    raise LookupError(f"{module.__name__} has no Experiment whose name is {name!r}")
