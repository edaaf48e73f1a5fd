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
    "forward-settings": "laboratory.forward",
    "forward-equal-time": "laboratory.forward",
    "online-learning": "zhang1995.online_learning",
    "bill-matches": "bill.matches",
    "bill-ablation": "bill.matches",
    "wthor": "bill.wthor",
    "tree-shape": "laboratory.tree_shape",
    "interest-table": "rollason2014.table",
    "interest-ablation": "rollason2014.table",
    "interest-agreement": "rollason2014.agreement",
    "score-range": "muller2007.score_range",
    "range-audit": "muller2007.range_audit",
    "pollution": "muller2007.pollution",
    "pollution-matches": "muller2007.pollution",
    "endgame-techniques": "laboratory.endgame",
    "endgame-cost": "laboratory.endgame",
    "round-robin": "laboratory.equal_time",
    "solve-equal-time": "laboratory.equal_time",
    "pattern-matches": "patterns.matches",
    "pattern-errors": "patterns.errors",
    "best-moves": "patterns.best_moves",
    "parity": "patterns.parity",
    "coverage": "laboratory.coverage",
    "engine-techniques": "engine.searches",
    "engine-matches": "engine.matches",
    "engine-switches": "engine.matches",
    "engine-growth": "engine.matches",
    "engine-depths": "engine.searches",
    "engine-threads": "engine.searches",
    "engine-moves": "patterns.best_moves",
    "pattern-choices": "patterns.choices",
    "korf1996-trees": "korf1996.trees",
    "korf1996": "korf1996.matches",
    "searches": "searches.rated",
    "searches-growth": "searches.rated",
    "searches-errors": "searches.errors",
    "searches-values": "searches.values",
    "searches-cuts": "searches.cuts",
    "probcut-series": "searches.probcut_series",
}
"""The module in this folder that has each experiment, by its name, which its value says too."""


def find_experiment(name: str) -> Experiment:
    """The experiment of a name in EXPERIMENTS; LookupError where its module has none of it."""
    module = importlib.import_module(f"{__name__}.{EXPERIMENTS[name]}")
    for value in vars(module).values():
        if isinstance(value, Experiment) and value.name == name:
            return value
    raise LookupError(f"{module.__name__} has no Experiment whose name is {name!r}")
