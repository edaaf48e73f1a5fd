"""Mutants of the searches that keep their tree."""

from mutant_lists.mutant import BEST_FIRST

FAULTS = {
    ("players/bestfirst/kernel.py", BEST_FIRST): {
        "leaf-cut-short-is-kept": (
            "«    if search.workspace.counters[STOPPED] != 0:\n        return False\n→»"
        ),
        "completion-follows-what-cannot-matter": '< child["upper"]« and -child["lower"] > lower→»',
        "other-parents-untold": 'slot = np.int64(«nodes[slot]["next"]→NO_NODE»)',
        "back-up-ends-early": 'or «lower != before["lower"] or →»upper',
    },
}
