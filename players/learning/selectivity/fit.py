"""The engine's cuts, fitted to the values of positions by searches of every depth.

The lead of depth d is the mean of its values less the static values, a polynomial in the
number of discs. A deep value less a shallow one, less the difference of their leads, has a
standard deviation that is log-linear in both depths and the discs. It is robust: a normal
distribution with it has the same share within one and within one and a half deviations.

Source: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello", for the pairs by stage and depth.
"""

from typing import Any, NamedTuple

import numpy as np

from players.engine.search_memory import DEPTH_ROWS, EMPTIES, NO_SEARCH, PROBCUT_PAIRS, TO_THE_END
from players.learning.selectivity.samples import NOT_SOLVED, Samples

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
FIRST_END = 13
"""Fewest empty squares with cuts by results: the solver searches all below."""


class CutChoice(NamedTuple):
    """Pairs of searches by which the engine may cut.

    shares: depths of the shallower searches, in this order, as shares of the deep one's;
    end_shares: the same for searches to the end. Both depths have the same parity. first: least
    depth with cuts. gate: deviations by which the static value may miss the bound.
    """

    shares: tuple[float, ...] = (0.3, 0.5)
    end_shares: tuple[float, ...] = (0.4,)
    first: int = 3
    gate: float = 0.0


class Model(NamedTuple):
    """The fitted model, in hundredths of a disc.

    leads: float64[depth + 1, 3], coefficients by powers of discs / 64, the square first; end_lead:
    float64[3], for results. spread, end_spread: weights of `_terms` and `_end_terms`. end_most:
    most empty squares with results.
    """

    leads: np.ndarray
    end_lead: np.ndarray
    spread: np.ndarray
    end_spread: np.ndarray
    end_most: int


def _terms(deep: Any, shallow: Any, discs: Any) -> np.ndarray:
    """Return the terms of the logarithm of a standard deviation: float64[..., 10]."""
    deep, shallow, t = np.broadcast_arrays(deep, shallow, np.asarray(discs) / 64)
    one, log_deep, log_shallow = np.ones(t.shape), np.log(deep), np.log(shallow + 1)
    apart, static = np.log(deep - shallow), 1.0 * (shallow == 0)
    powers = (one, t, t**2, t**3, t * log_deep, t * log_shallow)
    return np.stack([*powers, log_deep, log_shallow, apart, static], axis=-1)


def _end_terms(empties: Any, shallow: Any) -> np.ndarray:
    """Return the terms for results, `empties` empty squares before the end: float64[..., 4]."""
    empties, shallow = np.broadcast_arrays(empties, shallow)
    apart = np.log(np.maximum(empties - shallow, 1))
    return np.stack([np.ones(apart.shape), np.log(empties), np.log(shallow + 1), apart], axis=-1)


def lead_of(model: Model, depth: int, discs: Any) -> Any:
    """Return the mean value of this depth, or RESULT, less the static value.

    Depths that were not measured take the lead of the deepest of their parity.
    """
    if depth == RESULT:
        return np.polyval(model.end_lead, np.asarray(discs) / 64)
    deepest = len(model.leads) - 1
    depth = depth if depth <= deepest else deepest - (depth - deepest) % 2
    return np.polyval(model.leads[depth], np.asarray(discs) / 64)


def sigma_of(model: Model, deep: Any, shallow: Any, discs: Any) -> Any:
    """Return the standard deviation of the deeper value less the shallower one."""
    deep = np.maximum(np.minimum(deep, DEEPEST_CUT), np.asarray(shallow) + 1)
    return np.exp(_terms(deep, shallow, discs) @ model.spread)


def end_bias_of(model: Model, empties: int, shallow: int) -> Any:
    """Return the mean of the result less the shallow value; constant from `end_most` squares on."""
    discs = 64 - min(empties, model.end_most)
    return lead_of(model, RESULT, discs) - lead_of(model, shallow, discs)


def end_sigma_of(model: Model, empties: Any, shallow: Any) -> Any:
    """Return the standard deviation of the result less the shallow value."""
    return np.exp(_end_terms(np.minimum(empties, model.end_most), shallow) @ model.end_spread)


def measured_sigma(errors: np.ndarray) -> float:
    """Return the robust standard deviation of errors around 0, at least 1."""
    size = np.abs(errors)
    sigmas = [np.quantile(size, NORMAL[deviations]) / deviations for deviations in FITTED]
    return max(1.0, float(np.mean(sigmas)))


def _measured(*columns: np.ndarray) -> np.ndarray:
    """Return a mask of the rows in which no value is missing."""
    return np.all([column != NOT_SOLVED for column in columns], axis=0)


def _pairs(depth: int) -> list[tuple[int, int]]:
    """Return the measured pairs: depths of equal parity, or any depth and the static value."""
    return [
        (deep, shallow)
        for deep in range(1, depth + 1)
        for shallow in range(deep)
        if shallow == 0 or (deep - shallow) % 2 == 0
    ]


def _polynomial(discs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the least-squares parabola of values by discs / 64; outliers are clipped."""
    centre, spread = np.median(values), 3 * measured_sigma(values - np.median(values))
    return np.polyfit(discs / 64, np.clip(values, centre - spread, centre + spread), 2)


def _log_linear(cells: list["CutCell"], terms: list[np.ndarray]) -> np.ndarray:
    """Return the weights of terms, a row per cell, that best predict the log deviations.

    ValueError for too few cells.
    """
    if not cells or len(cells) < terms[0].size:
        raise ValueError(TOO_FEW)
    weight = np.sqrt([cell.errors.size for cell in cells])
    sigmas = [measured_sigma(cell.errors) for cell in cells]
    rows, logs = np.array(terms) * weight[:, None], np.log(sigmas) * weight
    return np.linalg.lstsq(rows, logs, rcond=None)[0]


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
    spread = _log_linear(
        cells, [_terms(cell.deep, cell.shallow, cell.discs.mean()) for cell in cells]
    )
    ends = [cell for cell in _end_cells(model, samples) if cell.errors.size >= FEWEST]
    terms = [_end_terms(64 - cell.discs.mean(), cell.shallow) for cell in ends]
    return model._replace(spread=spread, end_spread=_log_linear(ends, terms))


class CutCell(NamedTuple):
    """Errors of one pair of searches at one stage, after the difference of their leads.

    errors: float64[n]. discs: int64[n], of each position.
    """

    deep: int
    shallow: int
    errors: np.ndarray
    discs: np.ndarray


def _cells_of(
    model: Model, samples: Samples, stages: range, pairs: list[tuple[int, int]]
) -> list[CutCell]:
    """Return the errors of every pair, stage by stage; `stages` are the first disc counts."""
    cells = []
    for first in stages:
        stage = (samples.discs >= first) & (samples.discs < first + stages.step)
        for deep, shallow in pairs:
            deeper = samples.results if deep == RESULT else samples.values[:, deep]
            rows = stage & _measured(deeper, samples.values[:, shallow])
            discs = samples.discs[rows]
            bias = lead_of(model, deep, discs) - lead_of(model, shallow, discs)
            errors = deeper[rows].astype(float) - samples.values[rows, shallow] - bias
            if rows.any():
                cells.append(CutCell(deep, shallow, errors, discs))
    return cells


def _cells(model: Model, samples: Samples) -> list[CutCell]:
    """Return the errors of every pair of searches by stages of STAGE discs."""
    return _cells_of(model, samples, range(0, 64, STAGE), _pairs(samples.values.shape[1] - 1))


def _end_cells(model: Model, samples: Samples) -> list[CutCell]:
    """Return the errors of results by stages of END_STAGE empty squares."""
    shallower = range(min(MOST_SHALLOW, samples.values.shape[1] - 1) + 1)
    stages = range(64 - model.end_most, 65 - FIRST_END, END_STAGE)
    return _cells_of(model, samples, stages, [(RESULT, shallow) for shallow in shallower])


def shares_within(model: Model, samples: Samples) -> dict[str, float]:
    """Return the shares of all errors within some deviations of the model."""
    parts = [
        np.abs(cell.errors) / sigma_of(model, cell.deep, cell.shallow, cell.discs)
        for cell in _cells(model, samples)
    ]
    parts += [
        np.abs(cell.errors) / end_sigma_of(model, 64 - cell.discs, cell.shallow)
        for cell in _end_cells(model, samples)
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


def cuts_of(model: Model, choice: CutChoice) -> dict[str, np.ndarray]:
    """Return the cut arrays, int16[EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS], by name."""
    shape = (EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS)
    cuts = {name: np.zeros(shape, np.int16) for name in ("sigma", "bias", "lead", "gate")}
    cuts["shallow"] = np.full(shape, NO_SEARCH, np.int16)
    for empties in range(1, EMPTIES):
        for depth in range(1, min(DEPTH_ROWS, empties)):
            _fill(cuts, model, choice, empties, depth)
        _fill(cuts, model, choice, empties, TO_THE_END)
    return cuts


def _fill(
    cuts: dict[str, np.ndarray], model: Model, choice: CutChoice, empties: int, depth: int
) -> None:
    """Write the pairs for a number of empty squares and a depth."""
    discs, end = 64 - empties, depth == TO_THE_END
    depths = shallower(empties, choice.end_shares) if end else shallower(depth, choice.shares)
    searched = empties >= FIRST_END if end else depth >= choice.first
    for pair, shallow in enumerate(depths[:PROBCUT_PAIRS] if searched else []):
        lead = lead_of(model, shallow, discs)
        entries = {"shallow": shallow, "lead": lead}
        entries["gate"] = choice.gate * sigma_of(model, shallow, 0, discs)
        if end:
            entries["sigma"] = end_sigma_of(model, empties, shallow)
            entries["bias"] = end_bias_of(model, empties, shallow)
        else:
            entries["sigma"] = sigma_of(model, depth, shallow, discs)
            entries["bias"] = lead_of(model, depth, discs) - lead
        for name, value in entries.items():  # far from the samples a value may overflow
            cuts[name][empties, depth, pair] = np.clip(np.rint(value), INT16.min, INT16.max)
