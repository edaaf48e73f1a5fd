"""Mutants of alpha-beta, its drivers, its table, and pruning by forward estimation."""

from mutant_lists.mutant import FORWARD, SEARCH, TABLE

FAULTS = {
    ("players/search/alphabeta.py", SEARCH): {
        "alpha-stays": "«alpha, index = max(alpha, score), index +→index +=» 1",
        "cutoff-bound-exact": "bound = outcome.bound« if searched else LOWER→»",
        "cutoff-bound-at-last-move": ", estimated, depth, ply, «index == size→not cut», search)",
        "budget-checked-late": "if depth > «1→2» and search.workspace.exhausted():",
        "root-answered-by-table": "if ply «==→<» 0:\n        return stored.move, UNSETTLED",
    },
    ("players/search/alphabeta.py", FORWARD): {
        "estimate-of-the-last-move-alone": "return latest« if alone else max(estimated, latest)→»",
        "estimate-of-a-pass-forgotten": "mark(«search.workspace.queue[ply + 1, ESTIMATED]→0», ply",
        "static-value-not-turned": "workspace.queue[ply, STATIC] = «-→»priority if known",
    },
    ("players/search/conventions.py", SEARCH): {
        "cutoff-above-for-at-least": "return score «>=→>» beta",
        "cutoff-at-least-for-above": "return score «>→>=» beta",
    },
    ("players/search/bounds.py", ("test_bounds.py", *SEARCH)): {
        "bounds-joined-to-the-lesser": "return «max→min»(first, second)",
    },
    ("players/search/alphabeta.py", TABLE): {
        "table-upper-against-beta": "cutoff.cuts(-stored.upper, -window.«alpha→beta»)",
        "table-estimates-for-alpha-beta": "low = «estimates or stored.lower_estimated == 0→True»",
    },
    ("players/search/workspace.py", (*SEARCH, "test_interest.py")): {
        "budget-one-more": "counters[NODES] «>=→>» counters[BUDGET]",
    },
    ("players/search/workspace.py", SEARCH): {
        "pass-left-out-of-line": "«    search.workspace.prepend(ply, PASS)\n→»",
        "line-of-a-move-that-failed-low": "(latest.score «>=→>» alpha or ply == 0)",
        "alarm-late": "self._end = self._now() + «→10 * »self._seconds",
        "alarm-sooner-untold": "alarm.remaining() < «self._wakes→-1»",
        "alarm-rings-for-the-next": (
            "with self._changed:\n            self._alarms.discard(«alarm→None»)"
        ),
        "alarm-of-no-time-waits": "if self._seconds > «0→-1»:",
        "alarm-after-a-fork": "«after_in_child=_WATCHER.begin→before=_thread_clock»",
    },
    ("players/search/deepening.py", SEARCH): {
        "stopped-search-believed": (
            "«if search.workspace.counters[STOPPED]:\n        return None\n    →»"
        ),
        "aspiration-believes-the-edge": "found.bound == UPPER and found.score «<=→<» window.alpha",
        "mtdf-line-of-a-failure": "upper« = result.score→, line = result.score, result.line»\n",
        "mtdf-without-end": "beta = «max(result.score, lower + 1)→result.score»",
        "deeper-than-the-game": "min(wanted, DEEPEST«, int(state.plies_left())→»)",
    },
    ("players/search/deepening.py", (*SEARCH, "test_score_range.py")): {
        "aspiration-of-the-last-ply": "results[max(0, depth - «3→2»)].score",
    },
    ("players/search/table.py", TABLE): {
        "probe-from-deeper": 'if entry["depth"] «!=→<» depth:',
        "probe-from-shallower": 'if entry["depth"] «!=→>» depth:',
        "probe-any-position": (
            '« or entry["key"] != key'
            '→»:\n            return _unknown(np.int64(NO_MOVE))\n        if entry["depth"] !='
        ),
        "store-keeps-other-depths": (
            '« or entry["depth"] != depth'
            "→»:\n"
            '            entry["used"] = 1\n'
            '            entry["key"] = key\n'
            '            entry["depth"] = depth\n'
            "            _open"
        ),
        "store-exact-as-lower": "if bound «!= LOWER→== UPPER»:\n            _reduce_upper",
        "raise-lower-too-high": '["lower"] = score«→ + 1»\n        entry["lower_estimated"] = ',
        "raise-lower-too-low": 'entry["lower"] = score«→ - 1»\n        entry["lower_estimated"] = ',
        "raise-lower-by-two": 'if score > entry["lower"] «→+ 1 »or',
        "raise-lower-drops-the-met-upper": 'if score «>→>=» entry["upper"]:',
        "raise-lower-keeps-contradiction": 'if score > entry["upper"]«→ + 1»:',
        "reduce-upper-never-proven": '"upper"]« or (score == entry["upper"] and estimated == 0)→»:',
        "table-not-cleared": 'self.entries["used"]«→[::2]» = 0\n\n\ndef new_table',
    },
    ("players/forward/rules.py", FORWARD): {
        "prune-cut-too-deep": "if depth «>=→>» self.cut_depth:",
        "prune-mirror-too-deep": "if depth «>=→>» self.mirror_depth:",
        "prune-margin-of-the-other-side": (
            "«self.highest if state.first() else -self.lowest"
            "→-self.lowest if state.first() else self.highest»"
        ),
        "prune-margin-of-a-ply-less": ".rises[np.uint64(state.stage()), np.uint64(depth«→ - 1»)])",
        "prune-learns-one-side": "first_cost = cost« if state.first() else -cost→»",
        "prune-deeper-than-measured": ">= self.falls.shape[1]:\n            return «INFINITY→0»",
    },
}
