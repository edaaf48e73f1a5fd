"""Published tables and figures, played again: an experiment a file, the runner for all of them."""

import importlib

from tournament.experiments.runner.experiment import Experiment

EXPERIMENTS: dict[str, str] = {
    "table1": "zhang1995.table1",
    "figure1a": "zhang1995.figure1a",
    "figure1b": "zhang1995.figure1b",
    "figure2": "zhang1995.figure2",
    "figure3a": "zhang1995.figure3a",
    "figure3b": "zhang1995.figure3b",
    "forward-settings": "laboratory.forward_settings",
    "forward-equal-time": "laboratory.forward_equal_time",
    "online-learning": "zhang1995.online_learning",
    "bill-matches": "bill.matches",
    "bill-ablation": "bill.ablation",
    "wthor": "bill.wthor",
    "tree-shape": "laboratory.tree_shape",
    "interest-table": "rollason2014.table",
    "interest-ablation": "rollason2014.ablation",
    "interest-agreement": "rollason2014.agreement",
    "score-range": "muller2007.score_range",
    "range-audit": "muller2007.range_audit",
    "pollution": "muller2007.pollution",
    "pollution-matches": "muller2007.pollution_matches",
    "endgame-techniques": "laboratory.endgame_techniques",
    "endgame-cost": "laboratory.endgame_cost",
    "round-robin": "laboratory.round_robin",
    "solve-equal-time": "laboratory.solve_equal_time",
    "pattern-matches": "patterns.matches",
    "pattern-errors": "patterns.errors",
    "best-moves": "patterns.best_moves",
    "parity": "patterns.parity",
    "coverage": "laboratory.coverage",
    "engine-techniques": "engine.techniques",
    "engine-matches": "engine.matches",
    "engine-switches": "engine.switches",
    "engine-growth": "engine.growth",
    "engine-depths": "engine.depths",
    "engine-threads": "engine.threads",
    "engine-moves": "engine.moves",
    "pattern-choices": "patterns.choices",
}
"""By the name of each experiment the module in this folder whose EXPERIMENT it is."""


def find_experiment(name: str) -> Experiment:
    """The experiment of a name in EXPERIMENTS."""
    found: Experiment = importlib.import_module(f"{__name__}.{EXPERIMENTS[name]}").EXPERIMENT
    return found
