"""Published tables and figures, played again: one module each.

A module has `SUMMARY`, a line; `add_arguments(parser)`; and `run(options)`,
which returns an exit code. `EXAMPLES`, a sequence of whole command lines for its
help, is optional.
"""

EXPERIMENTS: dict[str, str] = {
    "table1": "tournament.experiments.zhang1995.table1",
    "figure1a": "tournament.experiments.zhang1995.figure1a",
    "figure1b": "tournament.experiments.zhang1995.figure1b",
    "figure2": "tournament.experiments.zhang1995.figure2",
    "figure3a": "tournament.experiments.zhang1995.figure3a",
    "figure3b": "tournament.experiments.zhang1995.figure3b",
    "forward-settings": "tournament.experiments.laboratory.forward_settings",
    "forward-equal-time": "tournament.experiments.laboratory.forward_equal_time",
    "online-learning": "tournament.experiments.zhang1995.online_learning",
    "bill-matches": "tournament.experiments.bill.matches",
    "bill-ablation": "tournament.experiments.bill.ablation",
    "wthor": "tournament.experiments.bill.wthor",
    "tree-shape": "tournament.experiments.laboratory.tree_shape",
    "interest-table": "tournament.experiments.rollason2014.table",
    "interest-ablation": "tournament.experiments.rollason2014.ablation",
    "interest-agreement": "tournament.experiments.rollason2014.agreement",
    "score-range": "tournament.experiments.muller2007.score_range",
    "range-audit": "tournament.experiments.muller2007.range_audit",
    "pollution": "tournament.experiments.muller2007.pollution",
    "pollution-matches": "tournament.experiments.muller2007.pollution_matches",
    "endgame-techniques": "tournament.experiments.laboratory.endgame_techniques",
    "endgame-cost": "tournament.experiments.laboratory.endgame_cost",
    "round-robin": "tournament.experiments.laboratory.round_robin",
    "solve-equal-time": "tournament.experiments.laboratory.solve_equal_time",
    "pattern-matches": "tournament.experiments.patterns.matches",
    "pattern-errors": "tournament.experiments.patterns.errors",
    "best-moves": "tournament.experiments.patterns.best_moves",
    "parity": "tournament.experiments.patterns.parity",
    "coverage": "tournament.experiments.laboratory.coverage",
    "engine-techniques": "tournament.experiments.engine.techniques",
    "engine-matches": "tournament.experiments.engine.matches",
    "engine-switches": "tournament.experiments.engine.switches",
    "engine-growth": "tournament.experiments.engine.growth",
    "engine-depths": "tournament.experiments.engine.depths",
    "engine-threads": "tournament.experiments.engine.threads",
    "engine-moves": "tournament.experiments.engine.moves",
    "pattern-choices": "tournament.experiments.patterns.choices",
}
"""The modules of the experiments by name."""
