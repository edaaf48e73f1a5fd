"""Mutants of interest search: its budgets, its table and its iterations."""

from mutant_lists.mutant import INTEREST, Mutant

KERNEL = "players/interest/kernel.py"
BUDGETS = "players/interest/budgets.py"
ENTRIES = "players/interest/table.py"
PARTS = "players/interest/kernel.py"
ITERATIONS = "players/interest/deepening.py"

MUTANTS = (
    Mutant(
        "interest-pass-bound",
        KERNEL,
        "return after_pass(interest(passed, turned, swapped, ply + 1, search), ply, search)",
        "score, bound = interest(passed, turned, swapped, ply + 1, search)\n"
        "        return after_pass((score, -bound), ply, search)",
        INTEREST,
    ),
    Mutant(
        "interest-pass-keeps-budgets",
        KERNEL,
        "Budgets(budgets.theirs, budgets.mine, budgets.depth)",
        "Budgets(budgets.mine, budgets.theirs, budgets.depth)",
        INTEREST,
    ),
    Mutant(
        "interest-cutoff-bound",
        KERNEL,
        "    bound = LOWER if cut and not searched else outcome.bound",
        "    bound = outcome.bound",
        INTEREST,
    ),
    Mutant(
        "interest-leaves-exact",
        KERNEL,
        "LOWER if cut and moves != NONE else EXACT",
        "EXACT",
        INTEREST,
    ),
    Mutant(
        "interest-scout-never-again",
        KERNEL,
        "if look == SCOUTING and alpha < score < beta and bound != EXACT:",
        "if False:",
        INTEREST,
    ),
    Mutant(
        "interest-second-look-costs-all",
        KERNEL,
        "below = search.tally.left_after(budgets, least if look == AS_CHEAPEST else spent)",
        "below = search.tally.left_after(budgets, spent)",
        INTEREST,
    ),
    Mutant(
        "interest-pays-more-than-it-has",
        KERNEL,
        "spent = min(budgets.mine, cost + search.siblings.bequest(earlier))",
        "spent = cost + search.siblings.bequest(earlier)",
        INTEREST,
    ),
    Mutant(
        "budget-depth-stays",
        BUDGETS,
        "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)",
        "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth)",
        INTEREST,
    ),
    Mutant(
        "budget-of-the-wrong-side",
        BUDGETS,
        "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)",
        "Budgets(budgets.mine - spent, budgets.theirs, budgets.depth - 1)",
        INTEREST,
    ),
    Mutant(
        "budget-bequest-is-the-charge",
        BUDGETS,
        "return self.inherited * earlier // 100",
        "return self.charged * earlier // 100",
        INTEREST,
    ),
    Mutant(
        "budget-other-side-ends",
        BUDGETS,
        "return (ply & 1) == self.parity",
        "return (ply & 1) != self.parity",
        INTEREST,
    ),
    Mutant(
        "budget-second-look-gains-more",
        BUDGETS,
        "return saved >= self.least",
        "return saved > self.least",
        INTEREST,
    ),
    Mutant(
        "budget-table-one-budget",
        ENTRIES,
        'enough = entry["mine"] >= budgets.mine and entry["theirs"] >= budgets.theirs',
        'enough = entry["mine"] >= budgets.mine',
        INTEREST,
    ),
    Mutant(
        "budget-table-poorer",
        ENTRIES,
        'enough = entry["mine"] >= budgets.mine and',
        'enough = entry["mine"] >= budgets.mine - 1 and',
        INTEREST,
    ),
    Mutant(
        "budget-table-any-depth",
        ENTRIES,
        'if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:',
        'if not enough or entry["ending"] != ending:',
        INTEREST,
    ),
    Mutant(
        "budget-table-any-ending",
        ENTRIES,
        'if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:',
        'if not enough or entry["depth"] != budgets.depth:',
        INTEREST,
    ),
    Mutant(
        "budget-table-joins-other-budgets",
        ENTRIES,
        '        if not known or not same or entry["ending"] != ending:',
        '        if not known or entry["ending"] != ending:',
        INTEREST,
    ),
    Mutant(
        "budget-table-keeps-contradiction",
        ENTRIES,
        '        if entry["lower"] > entry["upper"]:',
        '        if entry["lower"] > entry["upper"] + 1000:',
        INTEREST,
    ),
    Mutant(
        "narrow-bounds-widen",
        "players/search/table.py",
        'entry["upper"] = min(entry["upper"], score)',
        'entry["upper"] = max(entry["upper"], score)',
        INTEREST,
    ),
    Mutant(
        "interest-floor-too-high",
        PARTS,
        "return budgets.depth <= 0 or (budgets.mine < search.floor and search.horizon.ends(ply))",
        "return budgets.depth <= 0 or (budgets.mine <= search.floor and search.horizon.ends(ply))",
        INTEREST,
    ),
    Mutant(
        "interest-last-ply-of-the-mover",
        PARTS,
        "return budgets.theirs < search.floor or",
        "return budgets.mine < search.floor or",
        INTEREST,
    ),
    Mutant(
        "interest-cheapest-not-searched",
        PARTS,
        "    if place == 0 or ply < search.wide:",
        "    if ply < search.wide:",
        INTEREST,
    ),
    Mutant(
        "interest-table-lower-within",
        PARTS,
        "    if stored.lower >= window.beta:",
        "    if stored.lower > window.alpha:",
        INTEREST,
    ),
    Mutant(
        "interest-aspiration-believes-the-edge",
        "players/search/deepening.py",
        "elif found.bound == LOWER and found.score >= window.beta:",
        "elif found.bound == LOWER and found.score > window.beta + ASPIRATION:",
        INTEREST,
    ),
    Mutant(
        "interest-limit-exceeded",
        ITERATIONS,
        "limit = min(most, next_limit(state, result.limit, pace))",
        "limit = next_limit(state, result.limit, pace)",
        INTEREST,
    ),
    Mutant(
        "interest-lag-forgotten",
        ITERATIONS,
        "budgets = Budgets(limit, max(0, limit - pace.lag), depth)",
        "budgets = Budgets(limit, limit, depth)",
        INTEREST,
    ),
    Mutant(
        "memory-one-killer",
        "players/interest/moves.py",
        "            self.moves[ply, 1] = self.moves[ply, 0]\n",
        "",
        INTEREST,
    ),
)
