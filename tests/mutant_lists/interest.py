"""Mutants of interest search: its budgets, its table and its iterations."""

from mutant_lists.mutant import INTEREST

FAULTS = {
    ("players/interest/kernel.py", INTEREST): {
        "interest-pass-keeps-budgets": "budgets.«theirs, budgets.mine→mine, budgets.theirs», ",
        "interest-cutoff-bound": "bound = «LOWER if cut and not searched else →»outcome.bound",
        "interest-leaves-exact": "«LOWER if cut and moves != NONE else →»EXACT",
        "interest-last-ply-of-the-mover": "return budgets.«theirs→mine» < search.floor or",
        "interest-table-lower-within": "if stored.lower «>= window.beta→> window.alpha»:",
    },
    ("players/interest/budgets.py", INTEREST): {
        "budget-depth-stays": "Budgets(budgets.theirs, budgets.mine - spent, budgets.depth« - 1→»)",
        "budget-of-the-wrong-side": ".«theirs, budgets.mine - spent→mine - spent, budgets.theirs»,",
        "budget-other-side-ends": "return (ply & 1) «==→!=» self.parity",
    },
    ("players/interest/table.py", INTEREST): {
        "budget-table-one-budget": '"] >= budgets.mine« and entry["theirs"] >= budgets.theirs→»',
        "budget-table-poorer": 'enough = entry["mine"] >= budgets.mine «→- 1 »and',
        "budget-table-any-depth": 'or entry["«depth"] != budgets.depth or entry["→»ending"] != ',
        "budget-table-any-ending": '["depth"] != budgets.depth« or entry["ending"] != ending→»:',
        "budget-table-joins-other-budgets": 'if not known or «not same or →»entry["ending"] != ',
        "budget-table-keeps-contradiction": 'if entry["lower"] > entry["upper"]«→ + 1000»:',
    },
    ("players/search/table.py", INTEREST): {
        "narrow-bounds-widen": 'entry["upper"] = «min→max»(entry["upper"], score)',
    },
    ("players/search/deepening.py", INTEREST): {
        "interest-aspiration-believes-the-edge": "«>= window.beta→> window.beta + ASPIRATION»:",
    },
    ("players/interest/moves.py", INTEREST): {
        "memory-one-killer": "«            self.moves[ply, 1] = self.moves[ply, 0]\n→»",
    },
}
