"""Mutants of what learns: labels, fits, seeds, and runs that go on where they were."""

from mutant_lists.mutant import (
    LEARN_BILL,
    LEARN_BOOK,
    LEARN_CUTS,
    LEARN_EDGES,
    LEARN_PATTERNS,
    LEARN_REFIT,
    RUNS,
    Mutant,
)

KERNELS = "players/learning/patterns/kernels.py"
FIT = "players/learning/patterns/fit.py"
SAMPLES = "players/learning/patterns/samples.py"
BATCHES = "players/learning/batches.py"
BILLS = "players/learning/bill/fit.py"
CUTS = "players/learning/selectivity/fit.py"
GROWTH = "players/learning/book/growth.py"
REFIT_SAMPLES = "players/learning/refit/samples.py"
REFIT_FIT = "players/learning/refit/fit.py"
EDGE_SAMPLES = "players/learning/edge_costs/samples.py"

OF_PATTERNS = (
    (
        "label-of-play-for-one-side",
        KERNELS,
        "own, opp, sign = opp, own, -sign\n                continue",
        "own, opp = opp, own\n                continue",
    ),
    ("label-never-a-ply-later", KERNELS, "least + 2) + later", "least + 2)"),
    ("label-noise-of-one-sign", KERNELS, "total - 2 * 65535", "total - 65535"),
    ("label-position-a-disc-early", KERNELS, "if 4 + ply == discs", "if 3 + ply == discs"),
    ("label-exact-pass-not-turned", KERNELS, "return -exact(opp", "return exact(opp"),
    ("label-searched-from-more-discs", SAMPLES, "discs >= recipe.exact", "discs > recipe.exact"),
    (
        "label-seed-of-every-batch",
        SAMPLES,
        "seeded(seed, number, recipe.first)",
        "seeded(seed, recipe.first)",
    ),
    ("games-seed-of-every-run", SAMPLES, "seeded(seed, number),", "seeded(number),"),
    ("fit-without-ridge", FIT, "image = ridge * direction", "image = 0 * direction"),
    (
        "fit-forgets-the-prior",
        FIT,
        "weights = prior.astype(np.float64)",
        "weights = 0 * prior.astype(np.float64)",
    ),
    ("fit-forgets-directions", FIT, "scaled + following / product * direction", "scaled"),
)
OF_REFIT = (
    ("refit-search-of-one-parity", REFIT_SAMPLES, "below(self._chance, 2)", "0"),
    ("refit-label-not-turned", REFIT_SAMPLES, "value = -value", "value = +value"),
    ("refit-narrow-window", REFIT_SAMPLES, "if value <= low or value >= high:", "if value <= low:"),
    ("refit-beside-has-the-games-value", REFIT_SAMPLES, "self._label(beside, value)[0]", "value"),
    ("refit-far-counts-as-much", REFIT_FIT, "importance *= (CLOSE", "importance *= 1 + 0 * (CLOSE"),
    ("refit-on-what-is-held-out", REFIT_FIT, "~self._held_out & (outside", "(outside"),
    ("refit-neighbours-count-alike", REFIT_FIT, "FADING ** np.maximum", "1 ** np.maximum"),
)
OF_RUNS = (
    ("batches-told-by-files", BATCHES, "there += batch.games", "there += 1"),
    (
        "batches-of-any-evaluator",
        BATCHES,
        "digest_of_evaluator(recipe.evaluator)",
        "recipe.evaluator",
    ),
    (
        "batches-made-again",
        BATCHES,
        "batch for batch in batches if not batch.path.exists()]",
        "batch for batch in batches]",
    ),
)
OF_BILL = (
    (
        "bill-result-of-black",
        BILLS,
        "return size, mover * position.final(), True",
        "return size, position.final(), True",
    ),
    ("bill-discs-one-more", BILLS, "np.arange(4, 4 + ", "np.arange(5, 5 + "),
    ("bill-products-once", BILLS, "(1 if i == j else 2)", "1"),
    ("bill-pool-of-one-side", BILLS, "number + width + 1", "number + width"),
    (
        "bill-ridge-turned",
        BILLS,
        "tries * chance) - ridge * found",
        "tries * chance) + ridge * found",
    ),
)
OF_CUTS = (
    ("selectivity-lead-of-any-parity", CUTS, "deepest - (depth - deepest) % 2", "deepest"),
    (
        "selectivity-end-bias-turned",
        CUTS,
        "return lead_of(model, RESULT, discs) - lead",
        "return lead_of(model, RESULT, discs) + lead",
    ),
    ("selectivity-one-share", CUTS, "FITTED = (1.0, 1.5)", "FITTED = (1.0, 2.0)"),
)
OF_BOOKS = (
    (
        "book-deepens-bad-moves",
        GROWTH,
        "max(values) - recipe.margin",
        "min(values) - recipe.margin",
    ),
    ("book-value-of-the-other-side", GROWTH, "sign * value(child, depth)", "value(child, depth)"),
    (
        "book-searches-kept-positions",
        GROWTH,
        "if key not in self._kept",
        "if key not in self.graph.moves",
    ),
    ("book-keeps-a-torn-line", GROWTH, "stream.truncate(whole)", "stream.truncate(len(content))"),
)
OF_EDGES = (
    (
        "edge-costs-of-both-parities",
        EDGE_SAMPLES,
        "(discs - stage) % 2 == 0",
        "(discs - stage) % 1 == 0",
    ),
    (
        "edge-costs-error-of-a-ply-less",
        EDGE_SAMPLES,
        "value - values[0] for",
        "value - values[1] for",
    ),
    (
        "edge-costs-one-seed",
        EDGE_SAMPLES,
        'f"{recipe.seed} {first + row}"',
        'f"{recipe.seed} {row}"',
    ),
)

MUTANTS = (
    *(Mutant(*fault, LEARN_PATTERNS) for fault in OF_PATTERNS),
    *(Mutant(*fault, LEARN_REFIT) for fault in OF_REFIT),
    *(Mutant(*fault, RUNS) for fault in OF_RUNS),
    *(Mutant(*fault, LEARN_BILL) for fault in OF_BILL),
    *(Mutant(*fault, LEARN_CUTS) for fault in OF_CUTS),
    *(Mutant(*fault, LEARN_BOOK) for fault in OF_BOOKS),
    *(Mutant(*fault, LEARN_EDGES) for fault in OF_EDGES),
)
