"""Evaluators of Othello positions, on the scale of the search: hundredths of a disc."""

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np

from othello.cli.errors import short_repr, suggest
from othello.evaluation.plain import Mobility
from othello.position import START

factories: dict[str, Callable[[], Any]] = {"mobility": Mobility}

BILL_KINDS = {
    "bill": "logistic",
    "bill-quadratic": "quadratic",
    "bill-logistic": "logistic",
}
"""Kinds of weights by name of Bill's evaluations.

`bill` has the logistic weights: they forecast better, and play slightly better than the quadratic
ones at every depth tried, though within chance.
"""

FROM_FILE = "@"


def register(name: str, factory: Callable[..., Any]) -> None:
    """Register an evaluator: `factory()` has `value(state)`. ValueError if the name is taken.

    For "name@FILE" a factory with a parameter `path` gets the path of the file.
    """
    if FROM_FILE in name:
        raise ValueError(f"the name of an evaluator has no {FROM_FILE}: {short_repr(name)}")
    if name in names() and factories.get(name) is not factory:
        raise ValueError(f"two evaluators are named {short_repr(name)}")
    factories[name] = factory


def names() -> list[str]:
    """Return the names of all evaluators, sorted."""
    return sorted([*factories, *BILL_KINDS, "patterns"])


def kind_of(name: str) -> str:
    """Return the kind of an evaluator's weights: "patterns" for "patterns" and "patterns@FILE"."""
    base = name.partition(FROM_FILE)[0]
    return BILL_KINDS.get(base, base)


def named(name: str) -> Any:
    """Return the evaluator `name`; ValueError, in one line, for an unknown name.

    "bill@FILE", "patterns@FILE" and so on take the weights of that file in place of the usual ones.
    """
    base, at, path = name.partition(FROM_FILE)
    if base == "patterns":
        from othello.evaluation.patterns.weights import patterns  # late: it reads files

        return patterns(Path(path) if at else None)
    if base in BILL_KINDS:
        from othello.evaluation.tables import bill  # late: it reads files

        return bill(BILL_KINDS[base], Path(path) if at else None)
    if base not in factories:
        raise ValueError(f"unknown evaluator {short_repr(name)}{suggest(name, names())}")
    if at and "path" not in signature(factories[base]).parameters:
        raise ValueError(f"evaluator {short_repr(base)} has no weights to take from a file")
    return _checked(base, factories[base](**({"path": path} if at else {})))


def _checked(name: str, evaluator: Any) -> Any:
    """Return an evaluator whose values are whole numbers; ValueError for another one."""
    value = evaluator.value(START)
    if not isinstance(value, int | np.integer):
        kind = type(value).__name__
        raise ValueError(f"evaluator {short_repr(name)} gives the {kind} {value!r}: int expected")
    return evaluator
