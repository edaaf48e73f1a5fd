"""Evaluators of Othello positions, on the scale of the search: hundredths of a disc."""

from collections.abc import Callable
from typing import Any

from othello.evaluation.plain import Mobility, Squares

_evaluators: dict[str, Callable[[], Any]] = {"mobility": Mobility, "squares": Squares}


def register(name: str, factory: Callable[[], Any]) -> None:
    """Name an evaluator: `factory()` has `value(state)`. ValueError if the name is taken."""
    if _evaluators.get(name, factory) is not factory:
        raise ValueError(f"two evaluators are named {name!r}")
    _evaluators[name] = factory


def names() -> list[str]:
    """The names of all evaluators, sorted."""
    return sorted(_evaluators)


def named(name: str) -> Any:
    """The evaluator `name`; ValueError, in one line, if there is none."""
    if name not in _evaluators:
        raise ValueError(f"unknown evaluator {name!r}; known are: {', '.join(names())}")
    return _evaluators[name]()
