"""Claims of the papers, from claims.toml: our figures, and whether they agree.

A claim reads one figure, with its 95 % interval, from the result of one run. `python -m tournament
reproduce` makes the runs, judges the claims and fills the tables of the pages.
"""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Result = Mapping[str, Any]
"""The result of an experiment, as parsed from its JSON; or one of its rows."""

YES, NO, NOT_SHOWN = "yes", "no", "not shown"
Z = 1.96
"""Standard errors to either end of a 95 % interval."""
RULES = "above, below, at-least, at-most or equals NUMBER, or between NUMBER to NUMBER"
"""The forms of a rule."""
FOLDER = "FOLDER"
"""The folder of --data in the options of a run."""


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


def _text(value: float) -> str:
    """Return a number with three or more significant digits, without trailing noise."""
    if not math.isfinite(value):
        return "-"
    if value == round(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def judge(rule: str, ours: Figure) -> str:
    """Return whether a figure obeys a rule such as "above 50": YES, NO or NOT_SHOWN.

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
    return YES if holds else NO if refuted else NOT_SHOWN


class Run(NamedTuple):
    """A run of an experiment, see claims.toml; its result is data/results/NAME.json."""

    experiment: str
    minutes: tuple[float, float]
    full: str = ""
    quick: str = ""
    replay: str = ""


def _number(row: Result, place: str) -> float | None:
    """Return the value at a place such as "win_rate", "naive.root.0" or "100 - low"."""
    first, _, second = place.partition(" - ")
    if second:
        return float(first) - row[second] if first.isdecimal() else row[first] - row[second]
    value: Any = row
    for key in place.split("."):
        value = value[int(key) if isinstance(value, list) else key]
    return value


class Claim(NamedTuple):
    """A claim of a paper, our figure, and the rule that judges it.

    `section` names the table of a page, such as "zhang1995 random-trees". Without `theirs`, the
    paper's words, our figure is shown and not judged. The rule is `holds`, by default `theirs`.

    The figure is `value` in the last of the `rows` that have the values of `where` and a positive
    number at `positive`. Its interval has two `ends`, or a standard error, `error`. `take` chooses
    a figure without interval instead: the "least" value of these rows, their "mean" weighted by
    "positions", or the "largest" absolute value of all keys that end in `value`.
    """

    section: str
    name: str
    text: str
    run: str
    rows: str = "rows"
    where: Mapping[str, Any] = {}
    positive: str = ""
    take: str = "last"
    value: str = "win_rate"
    ends: Sequence[str] = ("low", "high")
    error: str = ""
    unit: str = "%"
    theirs: str = ""
    holds: str = ""

    @property
    def paper(self) -> str:
        """The paper's name: the first word of the section."""
        return self.section.split()[0]

    def judge(self, ours: Figure) -> str:
        """Return whether the claim holds; "" if it is not judged. ValueError if its rule is bad."""
        rule = self.holds or self.theirs
        try:
            return judge(rule, ours) if self.theirs else ""
        except (LookupError, ValueError):
            raise ValueError(f"claim {self.name!r}: expected {RULES}, got {rule!r}") from None

    def figure(self, result: Result) -> Figure | None:
        """Read our figure from the result of its run; None if the result does not contain it."""
        rows = result[self.rows]
        chosen = [row for row in (rows if isinstance(rows, list) else [rows]) if self._has(row)]
        if not chosen:
            return None
        return self._from_row(chosen[-1]) if self.take == "last" else self._from_rows(chosen)

    def _has(self, row: Result) -> bool:
        """Return True for a row that counts."""
        alike = all(row.get(key) == value for key, value in self.where.items())
        return alike and (not self.positive or (_number(row, self.positive) or 0) > 0)

    def _from_row(self, row: Result) -> Figure | None:
        """Return the figure of a row; an end that is None is infinite."""
        value = _number(row, self.value)
        if value is None:
            return None
        if self.error:
            error = Z * (_number(row, self.error) or 0)
            return Figure(value, value - error, value + error)
        low, high = (_number(row, end) for end in self.ends or (self.value, self.value))
        return Figure(value, -math.inf if low is None else low, math.inf if high is None else high)

    def _from_rows(self, rows: Sequence[Result]) -> Figure:
        """Return a figure of several rows."""
        if self.take == "largest":
            numbers = (row[key] for row in rows for key in row if key.endswith(self.value))
            value = max(abs(number) for number in numbers if number is not None)
        elif self.take == "mean":
            parts = (row["positions"] * row[self.value] for row in rows)
            value = sum(parts) / sum(row["positions"] for row in rows)
        else:
            value = min(row[self.value] for row in rows)
        return Figure(value, value, value)


def _filled(data: Any, values: Mapping[str, Any]) -> Any:
    """Return data with values for the names in braces."""
    if isinstance(data, dict):
        return {key: _filled(part, values) for key, part in data.items()}
    if isinstance(data, list):
        return [_filled(part, values) for part in data]
    for name, value in values.items() if isinstance(data, str) else ():
        if data == f"{{{name}}}":
            return value
        data = data.replace(f"{{{name}}}", str(value))
    return data


def _claims(group: Mapping[str, Any]) -> Iterator[Claim]:
    """Yield the claims of a group, or a single one, with each of its values."""
    own = dict(group)
    each = own.pop("each", [{}])
    for values in _DATA[each] if isinstance(each, str) else each:
        filled = _filled(own, values)
        if "claims" not in filled:
            yield Claim(**filled)
        for claim in filled.pop("claims", ()):
            yield from _claims({**filled, **claim})


_DATA = tomllib.loads(Path(__file__).with_name("claims.toml").read_text("utf-8"))
RUNS = {name: Run(**{"experiment": name, **run}) for name, run in _DATA["runs"].items()}
"""The runs whose results the project ships, by the name of their file."""
CLAIMS = [claim for group in _DATA["claims"] for claim in _claims(group)]
"""All claims, in the order of the pages' tables; `register` appends those of other modules."""
PAPERS: Mapping[str, str] = _DATA["papers"]
"""Names of the papers in README.md."""
README: Sequence[str] = _DATA["readme"]
"""Names of the claims that README.md shows, in its order."""
