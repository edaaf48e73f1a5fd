"""Published tables and figures, played again: one module each.

A module has `SUMMARY`, a line; `add_arguments(parser)`; and `run(options)`,
which returns an exit code.
"""

EXPERIMENTS: dict[str, str] = {
    "table1": "tournament.experiments.table1",
    "tree-shape": "tournament.experiments.tree_shape",
}
"""The modules of the experiments by name."""
