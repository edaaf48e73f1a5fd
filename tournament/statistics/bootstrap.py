"""Intervals of any statistic of a sample, from its members drawn anew."""

from collections.abc import Callable

import numpy as np

from tournament.statistics.pairs import BOOTSTRAP_SEED, Interval, bootstrap_tail

STATISTIC_RESAMPLES = 2_000
LEAST_SAMPLE = 3
"""Fewer members are no sample to draw from."""

Statistic = Callable[[np.ndarray], np.ndarray]
"""float64[..., n, k] -> float64[...]: of samples of n members with k numbers each."""


def correlation(samples: np.ndarray) -> np.ndarray:
    """Pearson's correlation of the two numbers of each member; nan where one does not vary."""
    one, other = np.moveaxis(samples - samples.mean(axis=-2, keepdims=True), -1, 0)
    with np.errstate(invalid="ignore"):
        return (one * other).sum(-1) / np.sqrt((one**2).sum(-1) * (other**2).sum(-1))


def mean(samples: np.ndarray) -> np.ndarray:
    """The mean of the first number of each member."""
    return samples[..., 0].mean(-1)


def spread(samples: np.ndarray) -> np.ndarray:
    """The standard deviation of the first number of each member."""
    return samples[..., 0].std(-1, ddof=1)


def sample_bootstrap(statistic: Statistic, samples: np.ndarray) -> Interval:
    """The 95 % percentile interval of a statistic of `samples`, float64[n, k].

    Resamples without a value are left out; nan of a sample that is too small or has none.
    Source: Davison and Hinkley 1997, "Bootstrap methods and their application".
    """
    number = len(samples)
    if number < LEAST_SAMPLE:
        return Interval(np.nan, np.nan)
    drawn = np.random.default_rng(BOOTSTRAP_SEED).integers(
        number, size=(STATISTIC_RESAMPLES, number)
    )
    found = statistic(samples[drawn])
    found = found[~np.isnan(found)]
    if not found.size:
        return Interval(np.nan, np.nan)
    tail = 100 * bootstrap_tail(number)
    low, high = np.percentile(found, [tail, 100 - tail])
    return Interval(float(low), float(high))


def with_interval(key: str, statistic: Statistic, samples: np.ndarray) -> dict[str, float]:
    """A statistic under this key, and its interval's ends."""
    low, high = sample_bootstrap(statistic, samples)
    value = float(statistic(samples)) if len(samples) >= LEAST_SAMPLE else np.nan
    return {key: value, f"{key}_low": low, f"{key}_high": high}
