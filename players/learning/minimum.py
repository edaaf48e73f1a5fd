"""Minima of smooth convex functions: penalised likelihoods of the learners' models."""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize


def minimum(cost: Callable[[np.ndarray], tuple[float, np.ndarray]], size: int) -> np.ndarray:
    """Return where `cost` is least: float64[size]; `cost` returns a value and its gradient."""
    precise = {"ftol": 0.0, "gtol": 1e-9, "maxcor": 50}
    found = minimize(cost, np.zeros(size), jac=True, method="L-BFGS-B", options=precise)
    return np.asarray(found.x)
