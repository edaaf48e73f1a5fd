"""Verdicts on claims: a figure with its interval against a rule, and many rules of one table."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from scipy import stats

YES, NO, NOT_SHOWN, TOO_SMALL = "yes", "no", "not shown", "too small to judge"
Z = 1.96
"""Standard errors to either end of a 95 % interval."""
LEVEL = 0.05
"""Chance of one or more wrong verdicts in a table, if every claim lay at its bound."""
RULES = "above, below, at-least, at-most or equals NUMBER, or between NUMBER to NUMBER"
"""The forms of a rule."""


class Figure(NamedTuple):
    """A measured number with its 95 % interval; low and high equal value if it has none."""

    value: float
    low: float
    high: float

    def text(self, unit: str) -> str:
        """Return the figure as a table shows it; `unit` is "%", "Elo", which is signed, or ""."""
        if unit == "Elo":
            return f"{self.value:+.0f} ({self.low:.0f} to {self.high:.0f})"
        value = f"{_text(self.value)}{unit and ' '}{unit}"
        ends = f" ({_text(self.low)} to {_text(self.high)})"
        return value if self.low == self.high else value + ends

    def apart(self, bound: float) -> float:
        """Return how many standard errors the figure lies from a bound, by its end towards it."""
        end = self.low if self.value > bound else self.high
        error = abs(self.value - end) / Z
        return abs(self.value - bound) / error if error else math.inf


def _text(value: float) -> str:
    """Return a number with three or more significant digits, without trailing noise."""
    if not math.isfinite(value):
        return "-"
    if value == round(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


class Verdict(NamedTuple):
    """Whether a claim holds.

    `apart` is the distance of the figure from its bound in standard errors: 0 if it agrees with a
    rule that the interval can only refute, None if it has no interval.
    """

    holds: str
    apart: float | None = None


def judge(rule: str, ours: Figure) -> Verdict:
    """Return whether a figure obeys a rule such as "above 50".

    "equals" and "between" ask for a common number with our interval. "above" and "below" judge the
    true number, "at-least" and "at-most" ours; the interval alone can refute them.
    Raise LookupError or ValueError if the rule has another form.
    """
    word, *numbers = rule.replace(" to ", " ").removesuffix(" %").split()
    least, most = sorted(map(float, numbers if word == "between" else 2 * numbers))
    common = ours.low <= most and ours.high >= least
    holds, refuted = {
        "equals": (common, not common),
        "between": (common, not common),
        "above": (ours.low > least, ours.high <= least),
        "below": (ours.high < most, ours.low >= most),
        "at-least": (ours.value >= least, ours.high < least),
        "at-most": (ours.value <= most, ours.low > most),
    }[word]
    holding = YES if holds else NO if refuted else NOT_SHOWN
    if ours.low == ours.high:
        return Verdict(holding)
    if holds and word not in ("above", "below"):
        return Verdict(holding, 0.0)
    return Verdict(holding, ours.apart(least if ours.value < least else most))


def corrected(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts of one table after Holm's correction for their number.

    A verdict of a test that it does not confirm becomes NOT_SHOWN.
    """
    tested = [(i, one.apart) for i, one in enumerate(verdicts) if one.apart is not None]
    tested.sort(key=lambda pair: -pair[1])
    result = list(verdicts)
    confirmed = True
    for rank, (i, apart) in enumerate(tested):
        confirmed &= 2 * stats.norm.sf(apart) <= LEVEL / (len(tested) - rank)
        if apart and not confirmed:
            result[i] = Verdict(NOT_SHOWN, apart)
    return result


def times_as_many(verdict: Verdict, tested: int) -> float:
    """Return how many times the games would decide a test among `tested`, at the same figure."""
    needed = stats.norm.isf(LEVEL / 2 / max(1, tested))
    return (needed / verdict.apart) ** 2 if verdict.apart else math.inf
