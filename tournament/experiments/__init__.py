"""Published tables and figures, played again: one module each.

A module has `SUMMARY`, a line; `add_arguments(parser)`; and `run(options)`,
which returns an exit code. `EXAMPLES`, a sequence of whole command lines for its
help, is optional.
"""

EXPERIMENTS: dict[str, str] = {
    "table1": "tournament.experiments.table1",
    "figure1a": "tournament.experiments.figure1a",
    "figure1b": "tournament.experiments.figure1b",
    "figure2": "tournament.experiments.figure2",
    "figure3a": "tournament.experiments.figure3a",
    "figure3b": "tournament.experiments.figure3b",
    "forward-settings": "tournament.experiments.forward_settings",
    "forward-equal-time": "tournament.experiments.forward_equal_time",
    "online-learning": "tournament.experiments.online_learning",
    "bill-matches": "tournament.experiments.bill_matches",
    "bill-ablation": "tournament.experiments.bill_ablation",
    "wthor": "tournament.experiments.wthor",
    "tree-shape": "tournament.experiments.tree_shape",
    "interest-table": "tournament.experiments.interest_table",
    "interest-ablation": "tournament.experiments.interest_ablation",
    "interest-agreement": "tournament.experiments.interest_agreement",
    "score-range": "tournament.experiments.score_range",
    "range-audit": "tournament.experiments.range_audit",
    "pollution": "tournament.experiments.pollution",
    "pollution-matches": "tournament.experiments.pollution_matches",
    "round-robin": "tournament.experiments.round_robin",
}
"""The modules of the experiments by name."""
