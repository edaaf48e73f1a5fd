"""Claims of the papers, from claims.toml: our figures, and whether they agree.

A claim reads one figure, with its 95 % interval, from the result of one run. `python -m tournament
reproduce` makes the runs, judges the claims and fills the tables of the pages.
"""

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tournament.experiments.verdicts import RULES, Figure, Verdict, Z, judge

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Result = Mapping[str, Any]
"""The result of an experiment, as parsed from its JSON; or one of its rows."""

FOLDER = "FOLDER"
"""The folder of --data in the options of a run."""


class Run(NamedTuple):
    """A run of an experiment, see claims.toml; its result is data/results/NAME.json.

    Without `quick_judges` the quick form is too small to judge the claims.
    """

    experiment: str
    minutes: tuple[float, float]
    full: str = ""
    quick: str = ""
    replay: str = ""
    quick_judges: bool = True


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
    a figure without interval instead: the "least" value of these rows, or the "largest" absolute
    value of all keys that end in `value`.
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

    def other_score(self, result: Result) -> Figure | None:
        """Read the other score of the same match; None if the figure is not a score of a match.

        Pairs won are a match's score by openings, game points (half for a draw) its score by games.
        """
        keys = ("win_rate", "low", "high"), ("points", "points_low", "points_high")
        for own, other in (keys, keys[::-1]):
            before, _, key = self.value.rpartition(" - ")
            if key == own[0] and all(set(keys[1]) <= row.keys() for row in self._chosen(result)):
                value, low, high = (f"{before} - {each}" if before else each for each in other)
                ends = (high, low) if before else (low, high)
                return self._replace(value=value, ends=ends).figure(result)
        return None

    def judge(self, ours: Figure) -> Verdict:
        """Return whether the claim holds; "" if it is not judged. ValueError if its rule is bad."""
        rule = self.holds or self.theirs
        try:
            return judge(rule, ours) if self.theirs else Verdict("")
        except (LookupError, ValueError):
            raise ValueError(f"claim {self.name!r}: expected {RULES}, got {rule!r}") from None

    def figure(self, result: Result) -> Figure | None:
        """Read our figure from the result of its run; None if the result does not contain it."""
        if not (chosen := self._chosen(result)):
            return None
        return self._from_row(chosen[-1]) if self.take == "last" else self._from_rows(chosen)

    def games(self, result: Result) -> int:
        """Return the games behind our figure; 0 if it is of no match."""
        row = next(reversed(self._chosen(result)), {})
        return 2 * sum(row.get("match", row).get("pairs_won_tied_lost", ()))

    def _chosen(self, result: Result) -> list[Result]:
        """Return the rows that count."""
        rows = result[self.rows]
        return [row for row in (rows if isinstance(rows, list) else [rows]) if self._has(row)]

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
