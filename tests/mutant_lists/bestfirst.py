"""Mutants of the searches that keep their tree."""

from mutant_lists.mutant import BEST_FIRST, UCT, Mutant, mutants_of

TREE = "players/bestfirst/tree.py"
KERNEL = "players/bestfirst/kernel.py"
LEAVES = "players/bestfirst/leaves.py"
MEETINGS = "players/bestfirst/meetings.py"
GROWING = "players/bestfirst/growing.py"

UCT_FAULTS = {
    ("players/bestfirst/uct.py", UCT): {
        "uct-last-of-equals": ("if bound > most:", "if bound >= most:"),
        "uct-reward-of-the-mover": ("mean = -nodes[slot]", "mean = nodes[slot]"),
        "uct-reward-unturned": ("            reward = -reward\n", ""),
        "uct-passes-generate": (
            'if move != PASS and nodes[node]["visits"] == 0:',
            'if nodes[node]["visits"] == 0:',
        ),
        "uct-generates-anew": (
            'if move != PASS and nodes[node]["visits"] == 0:',
            "if move != PASS:",
        ),
        "uct-width-of-one-visit-more": (
            'math.log(nodes[node]["visits"])',
            'math.log(nodes[node]["visits"] + 1)',
        ),
        "uct-game-ends-at-a-pass": (
            "if moves == NONE and state.passed().legal() != NONE:",
            "if False:",
        ),
        "uct-plays-the-most-rewarded": (
            'key=lambda slot: int(nodes[slot]["visits"])',
            'key=lambda slot: -float(nodes[slot]["rewards"])',
        ),
        "uct-folds-what-it-visits": (
            'counters[NODES] += 1\n            nodes[node]["stamp"] = tree.counts[VISITS]\n',
            "counters[NODES] += 1\n",
        ),
    }
}

MUTANTS = (
    Mutant(
        "estimate-taken-for-proof",
        LEAVES,
        "not may_estimate(self.search) and state",
        "state",
        BEST_FIRST,
    ),
    Mutant(
        "leaves-one-ply-less",
        LEAVES,
        "min(self.depth, state.plies_left())",
        "min(self.depth, state.plies_left() - 1)",
        BEST_FIRST,
    ),
    Mutant(
        "leaf-cut-short-is-kept",
        KERNEL,
        "    if search.workspace.counters[STOPPED] != 0:\n        return False\n",
        "",
        BEST_FIRST,
    ),
    Mutant(
        "fold-keeps-too-much",
        TREE,
        'or kept[parent]["stamp"] < oldest:',
        'or kept[parent]["stamp"] < oldest - 1:',
        BEST_FIRST,
    ),
    Mutant(
        "fold-forgets-aliases",
        TREE,
        "                join_slot(filled, moved[node], kept)",
        '                kept[filled]["same"] = moved[node]',
        BEST_FIRST,
    ),
    Mutant(
        "fold-forgets-positions",
        TREE,
        "            meetings.note_node(slot, nodes)",
        "            pass",
        BEST_FIRST,
    ),
    Mutant(
        "first-of-equals",
        KERNEL,
        'if -child["value"] > most and search.ending',
        'if -child["value"] >= most and search.ending',
        BEST_FIRST,
    ),
    Mutant(
        "completion-follows-what-cannot-matter",
        KERNEL,
        'return child["lower"] < child["upper"] and -child["lower"] > lower',
        'return child["lower"] < child["upper"]',
        BEST_FIRST,
    ),
    Mutant(
        "proof-lost-by-folding",
        KERNEL,
        'max(lower, nodes[node]["lower"]), min(upper, nodes[node]["upper"])',
        "lower, upper",
        BEST_FIRST,
    ),
    Mutant(
        "other-parents-untold",
        KERNEL,
        '                slot = np.int64(nodes[slot]["next"])',
        "                slot = np.int64(NO_NODE)",
        BEST_FIRST,
    ),
    Mutant(
        "back-up-ends-early",
        KERNEL,
        'or lower != before["lower"] or upper',
        "or upper",
        BEST_FIRST,
    ),
    Mutant(
        "keys-that-share-a-place",
        MEETINGS,
        'if nodes[node]["key"] == key:',
        "if True:",
        BEST_FIRST,
    ),
    Mutant(
        "proven-too-soon",
        GROWING,
        "_worth(tree, best)[1] >= max(",
        "_worth(tree, best)[0] >= max(",
        BEST_FIRST,
    ),
    Mutant(
        "limits-forgotten",
        GROWING,
        "NO_BUDGET if limits.nodes is None else limits.nodes",
        "NO_BUDGET",
        BEST_FIRST,
    ),
    Mutant(
        "meetings-of-the-search-before",
        MEETINGS,
        "        self.base[0] += most_nodes\n",
        "",
        BEST_FIRST,
    ),
    Mutant(
        "bases-without-end",
        MEETINGS,
        "            self.places[:] = 0\n",
        "",
        BEST_FIRST,
    ),
    Mutant(
        "moves-cut-short-are-met",
        GROWING,
        "plant(state, search)  # what was cut short",
        "pass  # what was cut short",
        BEST_FIRST,
    ),
    *mutants_of(UCT_FAULTS),
)
