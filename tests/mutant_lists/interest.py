"""Mutants of interest search: its budgets, its table and its iterations."""

from mutant_lists.mutant import INTEREST

FAULTS = {
    ("players/interest/kernel.py", INTEREST): {
        "interest-pass-bound": (
            "return after_pass(interest(passed, turned, swapped, ply + 1, search), ply, search)",
            "score, bound = interest(passed, turned, swapped, ply + 1, search)\n        return "
            "after_pass((score, -bound), ply, search)",
        ),
        "interest-pass-keeps-budgets": (
            "Budgets(budgets.theirs, budgets.mine, budgets.depth)",
            "Budgets(budgets.mine, budgets.theirs, budgets.depth)",
        ),
        "interest-cutoff-bound": (
            "    bound = LOWER if cut and not searched else outcome.bound",
            "    bound = outcome.bound",
        ),
        "interest-leaves-exact": ("LOWER if cut and moves != NONE else EXACT", "EXACT"),
        "interest-scout-never-again": (
            "if look == SCOUTING and alpha < score < beta and bound != EXACT:",
            "if False:",
        ),
        "interest-second-look-costs-all": (
            "below = search.tally.left_after(budgets, least if look == AS_CHEAPEST else spent)",
            "below = search.tally.left_after(budgets, spent)",
        ),
        "interest-pays-more-than-it-has": (
            "spent = min(budgets.mine, cost + search.siblings.bequest(earlier))",
            "spent = cost + search.siblings.bequest(earlier)",
        ),
        "interest-floor-too-high": (
            "return budgets.depth <= 0 or (budgets.mine < search.floor and "
            "search.horizon.ends(ply))",
            "return budgets.depth <= 0 or (budgets.mine <= search.floor and "
            "search.horizon.ends(ply))",
        ),
        "interest-wide-plies-ignore-the-depth": (
            "        return budgets.depth <= 1\n",
            "        return False\n",
        ),
        "interest-last-ply-of-the-mover": (
            "return budgets.theirs < search.floor or",
            "return budgets.mine < search.floor or",
        ),
        "interest-cheapest-not-searched": (
            "    if place == 0 or ply < search.wide:",
            "    if ply < search.wide:",
        ),
        "interest-table-lower-within": (
            "    if stored.lower >= window.beta:",
            "    if stored.lower > window.alpha:",
        ),
    },
    ("players/interest/budgets.py", INTEREST): {
        "budget-depth-stays": (
            "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)",
            "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth)",
        ),
        "budget-of-the-wrong-side": (
            "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)",
            "Budgets(budgets.mine - spent, budgets.theirs, budgets.depth - 1)",
        ),
        "budget-bequest-is-the-charge": (
            "return self.inherited * earlier // 100",
            "return self.charged * earlier // 100",
        ),
        "budget-other-side-ends": (
            "return (ply & 1) == self.parity",
            "return (ply & 1) != self.parity",
        ),
        "budget-second-look-gains-more": (
            "return saved >= self.least",
            "return saved > self.least",
        ),
    },
    ("players/interest/table.py", INTEREST): {
        "budget-table-one-budget": (
            'enough = entry["mine"] >= budgets.mine and entry["theirs"] >= budgets.theirs',
            'enough = entry["mine"] >= budgets.mine',
        ),
        "budget-table-poorer": (
            'enough = entry["mine"] >= budgets.mine and',
            'enough = entry["mine"] >= budgets.mine - 1 and',
        ),
        "budget-table-any-depth": (
            'if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:',
            'if not enough or entry["ending"] != ending:',
        ),
        "budget-table-any-ending": (
            'if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:',
            'if not enough or entry["depth"] != budgets.depth:',
        ),
        "budget-table-joins-other-budgets": (
            '        if not known or not same or entry["ending"] != ending:',
            '        if not known or entry["ending"] != ending:',
        ),
        "budget-table-keeps-contradiction": (
            '        if entry["lower"] > entry["upper"]:',
            '        if entry["lower"] > entry["upper"] + 1000:',
        ),
    },
    ("players/search/table.py", INTEREST): {
        "narrow-bounds-widen": (
            'entry["upper"] = min(entry["upper"], score)',
            'entry["upper"] = max(entry["upper"], score)',
        ),
    },
    ("players/search/deepening.py", INTEREST): {
        "interest-aspiration-believes-the-edge": (
            "elif found.bound == LOWER and found.score >= window.beta:",
            "elif found.bound == LOWER and found.score > window.beta + ASPIRATION:",
        ),
    },
    ("players/interest/deepening.py", INTEREST): {
        "interest-limit-exceeded": (
            "limit = min(most, next_limit(state, result.limit, pace, depth))",
            "limit = next_limit(state, result.limit, pace, depth)",
        ),
        "interest-lag-forgotten": (
            "budgets = Budgets(limit, max(0, limit - pace.lag), depth)",
            "budgets = Budgets(limit, limit, depth)",
        ),
    },
    ("players/interest/moves.py", INTEREST): {
        "memory-one-killer": ("            self.moves[ply, 1] = self.moves[ply, 0]\n", ""),
    },
}
