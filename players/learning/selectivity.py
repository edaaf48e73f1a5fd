"""Learn the engine's cuts: python -m players.learning.selectivity measures and fits.

The lead of depth d is the mean of its values less the static values, a polynomial in the
number of discs. A deep value less a shallow one, less the difference of their leads, has a
standard deviation that is log-linear in both depths and the discs. It is robust: a normal
distribution with it has the same share within one and within one and a half deviations.

Source: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello", for the pairs by stage and depth.
"""

import itertools
from typing import Any, NamedTuple

import numpy as np

from othello.cli.parser import whole
from players.engine import search_memory
from players.learning.pipeline import DEFAULT, Learner, Run, join, run_as_program
from players.learning.selectivity_samples import BATCH, NOT_SOLVED, VALUES, Recipe, Samples

FIRST_POSITIONS = 4
"""Number of positions that `first_sha256` covers."""
HELD_OUT = 5
"""Every fifth batch is held out of the fit."""
NORMAL = {1.0: 0.6827, 1.5: 0.8664, 2.0: 0.9545}
"""Shares of a normal distribution within these numbers of standard deviations."""
FITTED = (1.0, 1.5)
"""Deviations at which the measured shares equal those of the normal distribution."""
FEWEST = 40
"""Fewest positions for a standard deviation."""
STAGE, END_STAGE = 4, 2
"""Disc counts, and empty squares before the end, that are measured together."""
TOO_FEW = "too few positions to fit to; ask for more"
MOST_SHALLOW = 8
"""Deepest search that is compared with results."""
DEEPEST_CUT = 16
"""Deepest search whose deviation is extrapolated; deeper ones have the same."""
RESULT = 64
"""Stands for the depth of results."""
INT16 = np.iinfo(np.int16)
FIRST_END = search_memory.MidgameSettings().solver_empties + 1
"""Fewest empty squares with cuts by results: with fewer the solver takes over."""


SHARES, END_SHARES = (0.3, 0.5), (0.15, 0.3, 0.45)
"""Depths of the shallower searches as shares of the deep one's, and for searches to the end."""
FIRST_DEPTH = 3
"""Least depth with cuts."""
GATE = 0.0
"""Deviations by which the static value may miss the bound."""


class Model(NamedTuple):
    """The fitted model, in hundredths of a disc.

    leads: float64[depth + 1, 3], coefficients by powers of discs / 64, the square first; end_lead:
    float64[3], for results. spread, end_spread: weights of `_terms`. end_most: most empty squares
    with results.
    """

    leads: np.ndarray
    end_lead: np.ndarray
    spread: np.ndarray
    end_spread: np.ndarray
    end_most: int

    def lead(self, depth: int, discs: Any) -> Any:
        """Return the mean value of this depth, or RESULT, less the static value.

        Depths that were not measured take the lead of the deepest of their parity.
        """
        deepest = len(self.leads) - 1
        if RESULT > depth > deepest:
            depth = deepest - (depth - deepest) % 2
        coefficients = self.end_lead if depth == RESULT else self.leads[depth]
        return np.polyval(coefficients, np.asarray(discs) / 64)

    def bias(self, deep: int, shallow: int, discs: Any) -> Any:
        """Return the mean of the deeper value less the shallower one.

        For results it is constant from `end_most` empty squares on.
        """
        if deep == RESULT:
            discs = np.maximum(discs, 64 - self.end_most)
        return self.lead(deep, discs) - self.lead(shallow, discs)

    def sigma(self, deep: int, shallow: int, discs: Any) -> Any:
        """Return the standard deviation of the deeper value less the shallower one."""
        if deep == RESULT:
            discs = np.maximum(discs, 64 - self.end_most)
            return np.exp(_terms(deep, shallow, discs) @ self.end_spread)
        deep = max(min(deep, DEEPEST_CUT), shallow + 1)
        return np.exp(_terms(deep, shallow, discs) @ self.spread)


def _terms(deep: int, shallow: int, discs: Any) -> np.ndarray:
    """Return the terms of the logarithm of a standard deviation: float64[..., 10], results 4."""
    t = np.asarray(discs) / 64
    one, log_shallow = np.ones(t.shape), np.full(t.shape, np.log(shallow + 1))
    if deep == RESULT:
        empties = 64 - np.asarray(discs)
        apart = np.log(np.maximum(empties - shallow, 1))
        return np.stack([one, np.log(empties), log_shallow, apart], axis=-1)
    log_deep = np.full(t.shape, np.log(deep))
    apart, static = one * np.log(deep - shallow), one * (shallow == 0)
    powers = (one, t, t**2, t**3, t * log_deep, t * log_shallow)
    return np.stack([*powers, log_deep, log_shallow, apart, static], axis=-1)


def measured_sigma(errors: np.ndarray) -> float:
    """Return the robust standard deviation of errors around 0, at least 1."""
    size = np.abs(errors)
    sigmas = [np.quantile(size, NORMAL[deviations]) / deviations for deviations in FITTED]
    return max(1.0, float(np.mean(sigmas)))


def _measured(*columns: np.ndarray) -> np.ndarray:
    """Return a mask of the rows in which no value is missing."""
    return np.all([column != NOT_SOLVED for column in columns], axis=0)


def _polynomial(discs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the least-squares parabola of values by discs / 64; outliers are clipped."""
    centre, spread = np.median(values), 3 * measured_sigma(values - np.median(values))
    return np.polyfit(discs / 64, np.clip(values, centre - spread, centre + spread), 2)


def fit_model(samples: Samples) -> Model:
    """Return the model of all samples; ValueError if there are too few."""
    values, discs = samples.values.astype(float), samples.discs
    depth = values.shape[1] - 1
    leads = np.zeros((depth + 1, 3))
    solved = _measured(samples.results) & (discs <= 64 - FIRST_END)
    if solved.sum() < FEWEST or _measured(values[:, depth]).sum() < FEWEST:
        raise ValueError(TOO_FEW)
    for deep in range(1, depth + 1):
        rows = _measured(values[:, deep])
        leads[deep] = _polynomial(discs[rows], values[rows, deep] - values[rows, 0])
    end_lead = _polynomial(discs[solved], samples.results[solved] - values[solved, 0])
    end_most = int(64 - discs[solved].min())
    model = Model(leads, end_lead, np.zeros(10), np.zeros(4), end_most)
    cells = [cell for cell in _cells(model, samples) if cell.errors.size >= FEWEST]
    return model._replace(
        spread=_log_linear([cell for cell in cells if cell.deep != RESULT]),
        end_spread=_log_linear([cell for cell in cells if cell.deep == RESULT]),
    )


class CutCell(NamedTuple):
    """Errors of one pair of searches at one stage, after the difference of their leads.

    errors: float64[n]. discs: int64[n], of each position.
    """

    deep: int
    shallow: int
    errors: np.ndarray
    discs: np.ndarray


def _log_linear(cells: list[CutCell]) -> np.ndarray:
    """Return the weights of `_terms` that best predict the log deviations of cells.

    ValueError for too few cells.
    """
    terms = [_terms(cell.deep, cell.shallow, cell.discs.mean()) for cell in cells]
    if not cells or len(cells) < terms[0].size:
        raise ValueError(TOO_FEW)
    weight = np.sqrt([cell.errors.size for cell in cells])
    sigmas = [measured_sigma(cell.errors) for cell in cells]
    rows, logs = np.array(terms) * weight[:, None], np.log(sigmas) * weight
    return np.linalg.lstsq(rows, logs, rcond=None)[0]


def _cells(model: Model, samples: Samples) -> list[CutCell]:
    """Return the errors of searches by stages of STAGE discs, and of results by END_STAGE.

    The pairs are depths of equal parity, any depth and the static value, and results and the first
    depths.
    """
    depth = samples.values.shape[1] - 1
    pairs = [
        (deep, shallow)
        for deep in range(1, depth + 1)
        for shallow in range(deep)
        if shallow == 0 or (deep - shallow) % 2 == 0
    ]
    end_pairs = [(RESULT, shallow) for shallow in range(min(MOST_SHALLOW, depth) + 1)]
    end_stages = range(64 - model.end_most, 65 - FIRST_END, END_STAGE)
    cells = []
    for stages, measured in ((range(0, 64, STAGE), pairs), (end_stages, end_pairs)):
        for first, (deep, shallow) in itertools.product(stages, measured):
            deeper = samples.results if deep == RESULT else samples.values[:, deep]
            stage = (samples.discs >= first) & (samples.discs < first + stages.step)
            rows = stage & _measured(deeper, samples.values[:, shallow])
            discs = samples.discs[rows]
            errors = deeper[rows].astype(float) - samples.values[rows, shallow]
            if rows.any():
                errors -= model.bias(deep, shallow, discs)
                cells.append(CutCell(deep, shallow, errors, discs))
    return cells


def shares_within(model: Model, samples: Samples) -> dict[str, float]:
    """Return the shares of all errors within some deviations of the model."""
    parts = [
        np.abs(errors) / model.sigma(deep, shallow, discs)
        for deep, shallow, errors, discs in _cells(model, samples)
    ]
    errors = np.concatenate(parts)
    return {str(number): round(float((errors <= number).mean()), 4) for number in NORMAL}


def shallower(depth: int, shares: tuple[float, ...]) -> list[int]:
    """Return the depths for cuts at `depth`: of the same parity, at least 1."""
    depths = []
    for share in shares:
        shallow = max(int(share * depth + 1e-9), 1)
        shallow += (depth - shallow) % 2 * (-1 if shallow > 1 else 1)
        if 0 < shallow < depth and shallow not in depths:
            depths.append(shallow)
    return depths


def cuts_of(model: Model) -> dict[str, np.ndarray]:
    """Return the cut arrays, int16[EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS], by name."""
    shape = (search_memory.EMPTIES, search_memory.DEPTH_ROWS, search_memory.PROBCUT_PAIRS)
    cuts = {name: np.zeros(shape, np.int16) for name in ("sigma", "bias", "lead", "gate")}
    cuts["shallow"] = np.full(shape, search_memory.NO_SEARCH, np.int16)
    for empties in range(1, search_memory.EMPTIES):
        for depth in range(FIRST_DEPTH, min(search_memory.DEPTH_ROWS, empties)):
            _fill(cuts, model, empties, depth)
        if empties >= FIRST_END:
            _fill(cuts, model, empties, search_memory.TO_THE_END)
    return cuts


def _fill(cuts: dict[str, np.ndarray], model: Model, empties: int, depth: int) -> None:
    """Write the pairs for a number of empty squares and a depth."""
    discs, end = 64 - empties, depth == search_memory.TO_THE_END
    deep = RESULT if end else depth
    depths = shallower(empties, END_SHARES) if end else shallower(depth, SHARES)
    for pair, shallow in enumerate(depths[: search_memory.PROBCUT_PAIRS]):
        entries = {
            "shallow": shallow,
            "lead": model.lead(shallow, discs),
            "gate": GATE * model.sigma(shallow, 0, discs),
            "sigma": model.sigma(deep, shallow, discs),
            "bias": model.bias(deep, shallow, discs),
        }
        for name, value in entries.items():  # far from the samples a value may overflow
            cuts[name][empties, depth, pair] = np.clip(np.rint(value), INT16.min, INT16.max)


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the cuts, and notes about the model and the range of its measurements."""
    columns, batch = join(VALUES.collect(run), *Samples._fields)
    samples, held_out = Samples(*columns), batch % HELD_OUT == 0
    model = fit_model(samples.pick(~held_out))
    notes = {
        "cuts": {"shares": SHARES, "end_shares": END_SHARES, "first": FIRST_DEPTH, "gate": GATE},
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "first_sha256": VALUES.digest_of_first(run, FIRST_POSITIONS),
        "within": shares_within(model, samples.pick(held_out)),
    }
    return cuts_of(model), notes


LEARNER = Learner(
    "positions",
    Recipe,
    learn,
    search_memory.PROBCUT_FILE,
    """\
Learn how well shallow searches of the engine predict deep ones. Positions of the program's
own games are searched to every depth without cuts, and solved near the end. Bias and spread
of the differences are fitted, and checked on other positions.""",
    """\
  {command} --positions 1600 --depth 6 --out mine.npz
  {command} --jobs 2 --out mine.npz""",
)
LEARNER.add_total(HELD_OUT * BATCH, 4400, f"positions to measure, in batches of {BATCH}")
LEARNER.parser.add_argument(
    "--depth", type=whole(4, 14), help=f"plies of the deepest search {DEFAULT}"
)

if __name__ == "__main__":
    run_as_program("selectivity")
