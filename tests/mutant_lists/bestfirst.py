"""Mutants of the searches that keep their tree."""

from mutant_lists.mutant import BEST_FIRST, UCT

FAULTS = {
    ("players/bestfirst/leaves.py", BEST_FIRST): {
        "estimate-taken-for-proof": "«not may_estimate(self.search) and →»state",
        "leaves-one-ply-less": "min(self.depth, state.plies_left()«→ - 1»)",
    },
    ("players/bestfirst/kernel.py", BEST_FIRST): {
        "leaf-cut-short-is-kept": (
            "«    if search.workspace.counters[STOPPED] != 0:\n        return False\n→»"
        ),
        "first-of-equals": 'if -child["value"] «>→>=» most and search.ending',
        "completion-follows-what-cannot-matter": '< child["upper"]« and -child["lower"] > lower→»',
        "proof-lost-by-folding": (
            '«max(lower, nodes[node]["lower"]), min(upper, nodes[node]["upper"])→lower, upper»'
        ),
        "other-parents-untold": 'slot = np.int64(«nodes[slot]["next"]→NO_NODE»)',
        "back-up-ends-early": 'or «lower != before["lower"] or →»upper',
    },
    ("players/bestfirst/tree.py", BEST_FIRST): {
        "fold-keeps-too-much": 'or kept[parent]["stamp"] < oldest«→ - 1»:',
        "fold-forgets-aliases": (
            '«join_slot(filled, moved[node], kept)→kept[filled]["same"] = moved[node]»'
        ),
        "fold-forgets-positions": "«meetings.note_node(slot, nodes)→pass»",
    },
    ("players/bestfirst/meetings.py", BEST_FIRST): {
        "keys-that-share-a-place": 'if «nodes[node]["key"] == key→True»:',
        "meetings-of-the-search-before": "«        self.base[0] += most_nodes\n→»",
        "bases-without-end": "«            self.places[:] = 0\n→»",
    },
    ("players/bestfirst/growing.py", BEST_FIRST): {
        "proven-too-soon": "_worth(tree, best)[«1→0»] >= max(",
        "limits-forgotten": "NO_BUDGET« if limits.nodes is None else limits.nodes→»",
        "moves-cut-short-are-met": "«plant(state, search)→pass»  # what was cut short",
    },
    ("players/bestfirst/uct.py", UCT): {
        "uct-last-of-equals": "if bound «>→>=» most:",
        "uct-reward-of-the-mover": "mean = «-→»nodes[slot]",
        "uct-reward-unturned": "«            reward = -reward\n→»",
        "uct-passes-generate": 'if «move != PASS and →»nodes[node]["visits"] == 0:',
        "uct-generates-anew": 'if move != PASS« and nodes[node]["visits"] == 0→»:',
        "uct-width-of-one-visit-more": 'math.log(nodes[node]["visits"]«→ + 1»)',
        "uct-game-ends-at-a-pass": "if «moves == NONE and state.passed().legal() != NONE→False»:",
        "uct-plays-the-most-rewarded": ': «int(nodes[slot]["visits→-float(nodes[slot]["rewards»"])',
        "uct-folds-what-it-visits": '«\n            nodes[node]["stamp"] = tree.counts[VISITS]→»\n',
    },
}
