"""How far a shallower search is to be trusted, fitted to values of every depth; the engine's cuts.

What a search of depth d says more than the evaluation alone is on average the lead of d, a
polynomial in the number of discs. What a deep search says more than a shallow one, less the
difference of their leads, is spread by a standard deviation that is log-linear in the two depths
and the discs. It is robust: that of the normal law which has as many positions within one and
within one and a half deviations.

Source: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello", for the pairs by stage and depth.
"""

from typing import Any, NamedTuple

import numpy as np

from players.engine.thread_data import DEPTH_ROWS, EMPTIES, NO_SEARCH, PROBCUT_PAIRS, TO_THE_END
from players.learning.selectivity.samples import NOT_SOLVED, Samples

HELD_OUT = 5
"""One batch in so many is kept from the fit."""
NORMAL = {1.0: 0.6827, 1.5: 0.8664, 2.0: 0.9545}
"""The share that lies within so many standard deviations, by the normal law."""
FITTED = (1.0, 1.5)
"""The deviations at which the shares are those of the normal law."""
FEWEST = 40
"""The fewest positions that a standard deviation is measured on."""
STAGE, END_STAGE = 4, 2
"""Numbers of discs, and of empty squares before the end, that are measured together."""
SHOWN_STAGE = 8
TOO_FEW = "too few positions to fit to; ask for more"
MOST_SHALLOW = 8
"""The deepest search that is compared with results."""
DEEPEST_CUT = 16
"""The deepest search whose deviation is extrapolated; those of deeper ones are taken as equal."""
RESULT = 64
"""Stands for the depth of results."""
INT16 = np.iinfo(np.int16)
FIRST_END = 13
"""The fewest empty squares at which results are looked at: the solver takes over with fewer."""


class CutChoice(NamedTuple):
    """Which pairs of searches the engine may cut by.

    shares: of the deep search's depth, one for each shallower search that is asked, in this order;
    end_shares: the same in searches to the end, whose depth are the empty squares. The shallower
    depth has the parity of the deeper. first: the least depth that is cut. gate: how many
    deviations the evaluation may lie on the wrong side of the bound that a search is to show.
    """

    shares: tuple[float, ...] = (0.3, 0.5)
    end_shares: tuple[float, ...] = (0.4,)
    first: int = 3
    gate: float = 0.0


class Model(NamedTuple):
    """What is fitted, all in hundredths of a disc.

    leads: float64[depth + 1, 3], powers of discs / 64 from the square down; end_lead: float64[3],
    the same for the result. spread, end_spread: weights of the logarithms of standard deviations,
    see `_terms` and `_end_terms`. end_most: the most empty squares with results.
    """

    leads: np.ndarray
    end_lead: np.ndarray
    spread: np.ndarray
    end_spread: np.ndarray
    end_most: int


def _terms(deep: Any, shallow: Any, discs: Any) -> np.ndarray:
    """What the logarithm of a standard deviation is made of: float64[..., 10]."""
    deep, shallow, t = np.broadcast_arrays(deep, shallow, np.asarray(discs) / 64)
    one, log_deep, log_shallow = np.ones(t.shape), np.log(deep), np.log(shallow + 1)
    apart, static = np.log(deep - shallow), 1.0 * (shallow == 0)
    powers = (one, t, t**2, t**3, t * log_deep, t * log_shallow)
    return np.stack([*powers, log_deep, log_shallow, apart, static], axis=-1)


def _end_terms(empties: Any, shallow: Any) -> np.ndarray:
    """The same of a result, `empties` empty squares before it: float64[..., 4]."""
    empties, shallow = np.broadcast_arrays(empties, shallow)
    apart = np.log(np.maximum(empties - shallow, 1))
    return np.stack([np.ones(apart.shape), np.log(empties), np.log(shallow + 1), apart], axis=-1)


def lead_of(model: Model, depth: int, discs: Any) -> Any:
    """What a search of this depth, or RESULT, says more than the evaluation, on average.

    Deeper ones than were measured have the lead of the deepest of their parity.
    """
    if depth == RESULT:
        return np.polyval(model.end_lead, np.asarray(discs) / 64)
    deepest = len(model.leads) - 1
    depth = depth if depth <= deepest else deepest - (depth - deepest) % 2
    return np.polyval(model.leads[depth], np.asarray(discs) / 64)


def sigma_of(model: Model, deep: Any, shallow: Any, discs: Any) -> Any:
    """The standard deviation of what the deeper search says more."""
    deep = np.maximum(np.minimum(deep, DEEPEST_CUT), np.asarray(shallow) + 1)
    return np.exp(_terms(deep, shallow, discs) @ model.spread)


def end_bias_of(model: Model, empties: int, shallow: int) -> Any:
    """What the result is more than the search says; of more than `end_most` squares as there."""
    discs = 64 - min(empties, model.end_most)
    return lead_of(model, RESULT, discs) - lead_of(model, shallow, discs)


def end_sigma_of(model: Model, empties: Any, shallow: Any) -> Any:
    """The standard deviation of that."""
    return np.exp(_end_terms(np.minimum(empties, model.end_most), shallow) @ model.end_spread)


def measured_sigma(errors: np.ndarray) -> float:
    """The robust standard deviation of errors around 0, at least one hundredth."""
    size = np.abs(errors)
    found = [np.quantile(size, NORMAL[deviations]) / deviations for deviations in FITTED]
    return max(1.0, float(np.mean(found)))


def _known(*columns: np.ndarray) -> np.ndarray:
    """The rows in which none of the values is missing."""
    return np.all([column != NOT_SOLVED for column in columns], axis=0)


def _pairs(depth: int) -> list[tuple[int, int]]:
    """The pairs that are measured: deeper and shallower of equal parity, or the evaluation."""
    return [
        (deep, shallow)
        for deep in range(1, depth + 1)
        for shallow in range(deep)
        if shallow == 0 or (deep - shallow) % 2 == 0
    ]


def _polynomial(discs: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The square of least error through values by discs / 64, its outliers drawn in."""
    centre, spread = np.median(values), 3 * measured_sigma(values - np.median(values))
    return np.polyfit(discs / 64, np.clip(values, centre - spread, centre + spread), 2)


def _log_linear(cells: list["CutCell"], terms: list[np.ndarray]) -> np.ndarray:
    """The weights of terms, a row for each cell, that foretell the logarithms of deviations best.

    ValueError for too few cells.
    """
    if not cells or len(cells) < terms[0].size:
        raise ValueError(TOO_FEW)
    weight = np.sqrt([cell.errors.size for cell in cells])
    sigmas = [measured_sigma(cell.errors) for cell in cells]
    return np.linalg.lstsq(np.array(terms) * weight[:, None], np.log(sigmas) * weight, rcond=None)[
        0
    ]


def fit_model(samples: Samples) -> Model:
    """The model of all samples; ValueError if there are too few."""
    values, discs = samples.values.astype(float), samples.discs
    depth = values.shape[1] - 1
    leads = np.zeros((depth + 1, 3))
    solved = _known(samples.results) & (discs <= 64 - FIRST_END)
    if solved.sum() < FEWEST or _known(values[:, depth]).sum() < FEWEST:
        raise ValueError(TOO_FEW)
    for deep in range(1, depth + 1):
        rows = _known(values[:, deep])
        leads[deep] = _polynomial(discs[rows], values[rows, deep] - values[rows, 0])
    end_lead = _polynomial(discs[solved], samples.results[solved] - values[solved, 0])
    end_most = int(64 - discs[solved].min())
    model = Model(leads, end_lead, np.zeros(10), np.zeros(4), end_most)

    cells = [cell for cell in _cells(model, samples, STAGE) if cell.errors.size >= FEWEST]
    spread = _log_linear(
        cells, [_terms(cell.deep, cell.shallow, cell.discs.mean()) for cell in cells]
    )
    ends = [cell for cell in _end_cells(model, samples, END_STAGE) if cell.errors.size >= FEWEST]
    terms = [_end_terms(64 - cell.discs.mean(), cell.shallow) for cell in ends]
    return model._replace(spread=spread, end_spread=_log_linear(ends, terms))


class CutCell(NamedTuple):
    """What a deep search, or RESULT, says more than a shallow one and their leads, at a stage.

    first: the fewest discs of the stage. errors: float64[n]. discs: int64[n], of each position.
    """

    first: int
    deep: int
    shallow: int
    errors: np.ndarray
    discs: np.ndarray


def _cells_of(
    model: Model, samples: Samples, stages: range, pairs: list[tuple[int, int]]
) -> list[CutCell]:
    """The errors of every pair by stages, which begin with these discs, stage by stage."""
    cells = []
    for first in stages:
        stage = (samples.discs >= first) & (samples.discs < first + stages.step)
        for deep, shallow in pairs:
            deeper = samples.results if deep == RESULT else samples.values[:, deep]
            rows = stage & _known(deeper, samples.values[:, shallow])
            discs = samples.discs[rows]
            bias = lead_of(model, deep, discs) - lead_of(model, shallow, discs)
            errors = deeper[rows].astype(float) - samples.values[rows, shallow] - bias
            if rows.any():
                cells.append(CutCell(first, deep, shallow, errors, discs))
    return cells


def _cells(model: Model, samples: Samples, width: int) -> list[CutCell]:
    """The errors of every pair of searches by stages of `width` discs."""
    return _cells_of(model, samples, range(0, 64, width), _pairs(samples.values.shape[1] - 1))


def _end_cells(model: Model, samples: Samples, width: int) -> list[CutCell]:
    """Those of results, by stages of `width` empty squares."""
    shallower = range(min(MOST_SHALLOW, samples.values.shape[1] - 1) + 1)
    stages = range(64 - model.end_most, 65 - FIRST_END, width)
    return _cells_of(model, samples, stages, [(RESULT, shallow) for shallow in shallower])


def judge(model: Model, samples: Samples) -> list[dict[str, Any]]:
    """How many errors lie within so many deviations of the model, by stage and depth.

    For samples that were kept from the fit; all pairs of a depth together, those of the
    evaluation apart, and those of results as depth 64.
    """
    groups: dict[tuple[int, str], list[tuple[np.ndarray, np.ndarray]]] = {}
    cells = _cells(model, samples, SHOWN_STAGE) + _end_cells(model, samples, SHOWN_STAGE)
    for cell in cells:
        if cell.deep == RESULT:
            kind, sigma = "result", end_sigma_of(model, 64 - cell.discs, cell.shallow)
        else:
            odd = cell.deep - 1 | 1
            kind = f"{odd}-{odd + 1}" if cell.shallow else "evaluation"
            sigma = sigma_of(model, cell.deep, cell.shallow, cell.discs)
        groups.setdefault((cell.first, kind), []).append((cell.errors, sigma))
    return [_judged(first, kind, *map(np.concatenate, zip(*parts, strict=True)))
            for (first, kind), parts in sorted(groups.items())]  # fmt: skip


def _judged(first: int, kind: str, errors: np.ndarray, sigma: np.ndarray) -> dict[str, Any]:
    found: dict[str, Any] = {"discs": first, "depth": kind, "comparisons": int(errors.size)}
    found["bias"] = round(float(np.median(errors)) / 100, 2)
    found["sigma"] = round(float(sigma.mean()) / 100, 2)
    for deviations in NORMAL:
        share = float((np.abs(errors) <= deviations * sigma).mean())
        found[f"within {deviations}"] = round(share, 4)
    return found


def shallower(depth: int, shares: tuple[float, ...]) -> list[int]:
    """The depths of the searches that may settle one of `depth`: of its parity, 1 at the least."""
    found = []
    for share in shares:
        shallow = max(int(share * depth + 1e-9), 1)
        shallow += (depth - shallow) % 2 * (-1 if shallow > 1 else 1)
        if 0 < shallow < depth and shallow not in found:
            found.append(shallow)
    return found


def cuts_of(model: Model, choice: CutChoice) -> dict[str, np.ndarray]:
    """The arrays of `thread_data.PROBCUT_ARRAYS`, int16[EMPTIES, DEPTH_ROWS, PROBCUT_PAIRS]."""
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
    """Write the pairs of one number of empty squares and one depth."""
    discs, end = 64 - empties, depth == TO_THE_END
    asked = shallower(empties, choice.end_shares) if end else shallower(depth, choice.shares)
    searched = empties >= FIRST_END if end else depth >= choice.first
    for pair, shallow in enumerate(asked[:PROBCUT_PAIRS] if searched else []):
        lead = lead_of(model, shallow, discs)
        found = {"shallow": shallow, "lead": lead}
        found["gate"] = choice.gate * sigma_of(model, shallow, 0, discs)
        if end:
            found["sigma"] = end_sigma_of(model, empties, shallow)
            found["bias"] = end_bias_of(model, empties, shallow)
        else:
            found["sigma"] = sigma_of(model, depth, shallow, discs)
            found["bias"] = lead_of(model, depth, discs) - lead
        for name, value in found.items():  # what a model says far from its samples may be no int16
            cuts[name][empties, depth, pair] = np.clip(np.rint(value), INT16.min, INT16.max)
