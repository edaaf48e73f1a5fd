"""Means of samples, their standard errors, and how far a published mean is from ours."""

import math
from typing import NamedTuple

import numpy as np

from tournament.experiments import zhang


class Measured(NamedTuple):
    """A mean over so many trials and its standard error."""

    mean: float
    standard_error: float
    trials: int = zhang.TRIALS


def measured(values: np.ndarray) -> Measured:
    """The mean of a sample and its standard error; nan for a sample of one."""
    error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
    return Measured(float(values.mean()), float(error), values.size)


def errors_apart(ours: Measured, published: float) -> float:
    """How many standard errors lie between our mean and the published one; 0 if equal.

    The paper's mean is from zhang.TRIALS and varies as ours would with as many.
    """
    if ours.mean == published:
        return 0.0
    if not ours.standard_error > 0:
        return math.nan
    both = math.sqrt(1 + ours.trials / zhang.TRIALS)
    return (ours.mean - published) / (both * ours.standard_error)


def measured_ratio(parts: np.ndarray, wholes: np.ndarray) -> Measured:
    """The sum of `parts` to the sum of `wholes`, and its standard error; nan of nothing.

    The trials are independent, what is counted within one need not be.
    Source: Cochran 1977, "Sampling techniques", section 2.11.
    """
    whole = wholes.sum()
    if whole == 0:
        return Measured(math.nan, math.nan, parts.size)
    ratio = parts.sum() / whole
    residuals = parts - ratio * wholes
    return Measured(float(ratio), float(np.sqrt((residuals**2).sum()) / whole), parts.size)
