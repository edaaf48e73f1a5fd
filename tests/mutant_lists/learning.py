"""Mutants of what learns: labels, fits, seeds, and runs that go on where they were."""

from mutant_lists.mutant import (
    LEARN_BILL,
    LEARN_BOOK,
    LEARN_CUTS,
    LEARN_EDGES,
    LEARN_HUMAN,
    LEARN_INTEREST,
    LEARN_PATTERNS,
    PROBCUT,
    RUNS,
)

FAULTS = {
    ("players/learning/patterns/kernels.py", LEARN_PATTERNS): {
        "label-noise-of-one-sign": "total - «2 * →»65535",
        "label-position-a-disc-early": "if «4→3» + ply == discs",
    },
    ("players/learning/patterns/games.py", LEARN_PATTERNS): {
        "games-seed-of-every-run": "seeded(«seed, →»number),",
    },
    ("players/learning/patterns/regression.py", LEARN_PATTERNS): {
        "fit-without-ridge": "image = «ridge→0» * direction",
        "fit-forgets-the-prior": "weights = «→0 * »prior.astype(np.float64)",
        "fit-forgets-directions": "scaled« + following / product * direction→»",
    },
    ("players/learning/patterns/labels.py", LEARN_PATTERNS): {
        "refit-search-of-one-parity": "depth« + below(self._chance, 2)→»",
        "refit-label-not-turned": "value = «-→+»value",
        "refit-narrow-window": "if value <= low« or value >= high→»:",
        "refit-beside-has-the-games-value": "value, _ = «self._label→guess, lambda *_: 0; _»",
        "refit-only-random-moves": "or «below(self._chance, 2) == 0→True»:",
    },
    ("players/learning/patterns/fit.py", LEARN_PATTERNS): {
        "refit-far-counts-as-much": "importance *= «→1 + 0 * »(NEAR",
        "refit-on-what-is-held-out": "«~self._held_out & →»(outside",
        "refit-neighbours-count-alike": "«FADING→1» ** np.maximum",
    },
    ("players/learning/batches.py", RUNS): {
        "batches-told-by-files": "there += «batch.games→1»",
        "batches-of-any-evaluator": "«digest_of_evaluator(recipe.evaluator)→recipe.evaluator»",
        "batches-made-again": "batch for batch in batches« if not batch.path.exists()→»]",
    },
    ("players/learning/bill/fit.py", LEARN_BILL): {
        "bill-result-of-black": "return size, «mover * →»position.final(), True",
        "bill-discs-one-more": "np.arange(«4, 4→5, 5» + ",
        "bill-products-once": "«(1 if i == j else 2)→1»",
        "bill-pool-of-one-side": "number + width« + 1→»",
        "bill-ridge-turned": "tries * chance) «-→+» ridge * found",
    },
    ("players/learning/selectivity/fit.py", LEARN_CUTS): {
        "selectivity-lead-of-any-parity": "deepest« - (depth - deepest) % 2→»",
        "selectivity-end-bias-turned": "return lead_of(model, RESULT, discs) «-→+» lead",
        "selectivity-one-share": "FITTED = (1.0, «1.5→2.0»)",
    },
    ("players/learning/book/growth.py", LEARN_BOOK): {
        "book-deepens-bad-moves": "«max→min»(values) - recipe.margin",
        "book-value-of-the-other-side": "«sign * →»value(child, depth)",
        "book-searches-kept-positions": "if key not in self.«_kept→graph.moves»",
        "book-keeps-a-torn-line": "stream.truncate(«whole→len(content)»)",
    },
    ("players/learning/edge_costs/samples.py", LEARN_EDGES): {
        "edge-costs-of-both-parities": "(discs - stage) % «2→1» == 0",
        "edge-costs-error-of-a-ply-less": "value - values[«0→1»] for",
        "edge-costs-one-seed": 'f"{recipe.seed} {«first + →»row}"',
        "edge-costs-to-the-end": "«min(deepest, position.plies_left() - 1)→deepest»",
        "edge-costs-of-few-neighbours": "«max(REACH, sorted_distances[:FEWEST][-1])→REACH»",
        "edge-costs-none-deepest": "recipe.deep« if number else recipe.deepest→»",
    },
    ("players/learning/edge_costs/samples.py", PROBCUT): {
        "edge-costs-pairs-turned": "«errors - shallow→shallow - errors»",
        "edge-costs-pairs-of-nothing": "more[:, :« plies + →»1] = 0",
    },
    ("players/learning/human_errors/ratings.py", LEARN_HUMAN): {
        "ratings-without-credit": "«CREDITED * (0.5 - credit) + →»np",
        "ratings-of-programs": '[«"(" not in name and →»name.strip()',
        "ratings-any-mean": "strengths« - strengths.mean()→»",
    },
    ("players/learning/human_errors/samples.py", LEARN_HUMAN): {
        "people-of-one-class": "members[«chance.integers(len(members))→0»]",
        "people-rare-apart": "rare = «min(RARE, len(order) - 1)→0»",
        "people-forced-choose": "if len(legal) > «1→0»:",
        "people-of-blacks-rating": "game, 0« if black else 1→»]",
        "people-twice-drawn": "found«.pick(batch == batch[first][same])→»",
        "people-ends-looked-at-as-far": "«empties if empties <= solved else →»depth",
    },
    ("players/learning/human_errors/fit.py", LEARN_HUMAN): {
        "people-lose-beside-the-first": "«np.maximum.reduceat(values, starts)→values[starts]»[",
        "people-chances-of-all": "np.exp(appeal)« / total[self.decision]→»",
    },
    ("players/learning/interest/fit.py", LEARN_INTEREST): {
        "interest-chances-of-none": "«choices.there→True», choices.terms @ weights, «NO_UTILITY→0»",
        "interest-fit-to-what-is-held-out": "choices.pick(«~→»held_out)",
        "interest-bins-apart": "OVERLAP = «3→0»",
        "interest-left-out-stays": "«if term not in left_out→»]",
    },
}
