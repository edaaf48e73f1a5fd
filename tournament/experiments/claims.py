"""Claims of the papers: what each says, which run measures it, and whether our figure agrees.

A claim reads one figure, with its 95 % interval, from the result of one run. `python -m tournament
reproduce` makes the runs, judges the claims and fills the tables of the pages.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Result = Mapping[str, Any]
"""The result of an experiment, as parsed from its JSON."""

YES, NO, NOT_SHOWN = "yes", "no", "not shown"
Z = 1.96
"""Standard errors to either end of a 95 % interval."""


class Figure(NamedTuple):
    """A measured number with its 95 % interval; low and high equal value if it has none."""

    value: float
    low: float
    high: float

    def text(self, unit: str) -> str:
        """Return the figure as a table shows it; `unit` is "%" or ""."""
        if self.low == self.high:
            return f"{_number(self.value)}{unit and ' '}{unit}"
        ends = f"{_number(self.low)} to {_number(self.high)}"
        return f"{_number(self.value)}{unit and ' '}{unit} ({ends})"


def _number(value: float) -> str:
    """Return a number with three or more significant digits, without trailing noise."""
    if not math.isfinite(value):
        return "-"
    if value == round(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


class Run(NamedTuple):
    """A run of an experiment; its result is data/results/NAME.json.

    `full` and `quick` are options of `python -m tournament experiment EXPERIMENT`; `minutes` are
    estimates of the CPU minutes of both forms.
    """

    experiment: str
    full: str
    quick: str
    minutes: tuple[float, float]


class Claim(NamedTuple):
    """A claim of a paper, our figure, and the rule that judges it.

    `section` names the table of a page, such as "zhang1995 random-trees". Without `theirs`, the
    paper's words, our figure is shown and not judged.
    """

    section: str
    name: str
    text: str
    run: str
    figure: Callable[[Result], Figure | None]
    theirs: str = ""
    holds: Callable[[Figure], str] = lambda ours: ""
    unit: str = ""

    @property
    def paper(self) -> str:
        """The paper's name: the first word of the section."""
        return self.section.split()[0]


# Rules: each takes a figure and returns YES, NO or NOT_SHOWN.


def equals(theirs: float) -> Callable[[Figure], str]:
    """Return the rule that our interval contains their number."""
    return lambda ours: YES if ours.low <= theirs <= ours.high else NO


def between(least: float, most: float) -> Callable[[Figure], str]:
    """Return the rule that our interval meets their range."""
    return lambda ours: YES if ours.low <= most and ours.high >= least else NO


def above(bound: float) -> Callable[[Figure], str]:
    """Return the rule that the true number is above a bound."""

    def judge(ours: Figure) -> str:
        return YES if ours.low > bound else NO if ours.high <= bound else NOT_SHOWN

    return judge


def below(bound: float) -> Callable[[Figure], str]:
    """Return the rule that the true number is below a bound."""
    return lambda ours: above(-bound)(Figure(-ours.value, -ours.high, -ours.low))


def at_least(theirs: float) -> Callable[[Figure], str]:
    """Return the rule that our number is as large as theirs; an interval below it refutes that."""
    return lambda ours: YES if ours.value >= theirs else NO if ours.high < theirs else NOT_SHOWN


def at_most(theirs: float) -> Callable[[Figure], str]:
    """Return the rule that our number is as small as theirs; an interval above it refutes that."""
    return lambda ours: YES if ours.value <= theirs else NO if ours.low > theirs else NOT_SHOWN


# Figures: each reads one number of a result; None if the run does not contain it.


def _row(result: Result, rows: str = "rows", **wanted: Any) -> Mapping[str, Any] | None:
    """Return the first row that has these values; `rows` is the key of the rows."""
    for row in result[rows]:
        if all(row.get(key) == value for key, value in wanted.items()):
            return row
    return None


def _exact(value: Any) -> Figure | None:
    """Return a figure without an interval."""
    return None if value is None else Figure(float(value), float(value), float(value))


def _value(row: Mapping[str, Any] | None, key: str) -> Figure | None:
    """Return a value of a row that has no interval."""
    return None if row is None else _exact(row[key])


def _won(row: Mapping[str, Any] | None, key: str = "win_rate") -> Figure | None:
    """Return the pair win rate of a row, or another value, with the row's interval."""
    return None if row is None else Figure(row[key], row["low"], row["high"])


def _estimate(row: Mapping[str, Any] | None, key: str) -> Figure | None:
    """Return a mean with the interval of its standard error."""
    if row is None or row.get(key) is None:
        return None
    value, error = row[key], Z * (row[f"{key}_standard_error"] or 0)
    return Figure(value, value - error, value + error)


def table1_nodes(column: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the nodes at depth 10."""
    return lambda result: _estimate(_row(result, depth=10), f"{column}_nodes")


def table1_distance(result: Result) -> Figure | None:
    """Return the largest distance of Table 1's columns from ours, in standard errors."""
    distances = (
        abs(value)
        for row in result["rows"]
        for key, value in row.items()
        if key.endswith("_errors_apart") and value is not None
    )
    return _exact(max(distances))


def reached(algorithm: str, generation: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the depth that a million nodes reach at branching 10."""
    wanted = {"algorithm": algorithm, "generation": generation}
    return lambda result: _value(_row(result, "claims", **wanted), "reached")


def nodes_per_ply(branching: int) -> Callable[[Result], Figure | None]:
    """Return the reader of forward estimation's effective branching factor."""
    wanted = {"branching": branching, "algorithm": "forward estimation"}
    return lambda result: _value(_row(result, "curves", **wanted), "per_ply")


def gain_at_equal_nodes(delta: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the decision quality gained over alpha-beta at equal nodes, points."""
    return lambda result: _estimate(_row(result, algorithm=f"delta {delta}"), "gain")


def least_cost_ratio(result: Result) -> Figure | None:
    """Return the smallest cost of FE-1.0 one ply deeper, in units of alpha-beta's."""
    ratios = [
        row["cost_ratio"]
        for row in result["rows"]
        if row["series"] == "FE-1.0" and row["forward_depth"] > row["depth"]
    ]
    return _exact(min(ratios)) if ratios else None


def first_deeper(result: Result) -> Figure | None:
    """Return the first alpha-beta depth at which FE-0.5 is deeper at less cost."""
    depths = [
        row["depth"]
        for row in result["rows"]
        if row["series"] == "FE-0.5"
        and row["curve"] == "LESS"
        and row["forward_depth"] > row["depth"]
    ]
    return _exact(min(depths)) if depths else None


def less_wins(series: str, depth: int) -> Callable[[Result], Figure | None]:
    """Return the reader of the wins of forward estimation at less cost than alpha-beta."""
    return lambda result: _won(_row(result, series=series, depth=depth, curve="LESS"))


def less_depth(series: str, depth: int) -> Callable[[Result], Figure | None]:
    """Return the reader of the plies that forward estimation is deeper at less cost."""

    def read(result: Result) -> Figure | None:
        row = _row(result, series=series, depth=depth, curve="LESS")
        return None if row is None else _exact(row["forward_depth"] - row["depth"])

    return read


def equal_time_wins(
    search: str, rival: str, milliseconds: float
) -> Callable[[Result], Figure | None]:
    """Return the reader of a search's wins against another at equal CPU time."""

    def read(result: Result) -> Figure | None:
        won, lost = (
            _won(_row(result, "matches", milliseconds=milliseconds, name=name))
            for name in (f"{search} - {rival}", f"{rival} - {search}")
        )
        return Figure(100 - lost.value, 100 - lost.high, 100 - lost.low) if lost else won

    return read


def tree_share(way: str, key: str) -> Callable[[Result], Figure | None]:
    """Return the reader of a share of nodes at the greatest depth, in percent."""

    def read(result: Result) -> Figure | None:
        rows = [row for row in result["rows"] if row["way"] == way]
        return _exact(max(rows, key=lambda row: row["depth"])[key]) if rows else None

    return read


def match_row(name: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the wins in the match of a name."""
    return lambda result: _won(_row(result, name=name))


def match_value(name: str, key: str) -> Callable[[Result], Figure | None]:
    """Return the reader of another number of a match."""
    return lambda result: _value(_row(result, name=name), key)


def equal_strength(result: Result) -> Figure | None:
    """Return the speed-up at equal strength, in CPU time."""
    found = result["equal_strength"]["measured"]
    if found["speed_up"] is None:
        return None
    low, high = found["low"], found["high"]  # None: no end, as JSON writes infinity
    ends = -math.inf if low is None else low, math.inf if high is None else high
    return Figure(found["speed_up"], *ends)


def graph_share(way: str, key: str) -> Callable[[Result], Figure | None]:
    """Return the reader of a share of wrong roots or table entries over all graphs, percent."""

    def read(result: Result) -> Figure | None:
        row = _row(result, windows="full window", size="all")
        return None if row is None else Figure(row[way][key], *row[way][f"{key}_interval"])

    return read


def graph_nodes(pair: str) -> Callable[[Result], Figure | None]:
    """Return the reader of a ratio of nodes on graphs of 12 to 40 nodes."""

    def read(result: Result) -> Figure | None:
        row = _row(result, windows="full window", size="12-40")
        if row is None:
            return None
        value, error = row[pair]
        return Figure(value, value - Z * error, value + Z * error)

    return read


def best_first_wins(evaluator: str, depth: int) -> Callable[[Result], Figure | None]:
    """Return the reader of best-first minimax's wins against alpha-beta of a depth."""
    return lambda result: _won(_row(result, evaluator=evaluator, depth=depth))


def best_first_mean(evaluator: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the mean of best-first minimax's wins over all depths but 1."""
    return lambda result: _won(_row(result, "means", evaluation=evaluator), "mean")


def predicted_winners(weights: str) -> Callable[[Result], Figure | None]:
    """Return the reader of the share of human games whose winner the weights predict."""

    def read(result: Result) -> Figure | None:
        rows = result["rows"]
        positions = sum(row["positions"] for row in rows)
        return _exact(sum(row["positions"] * row[f"{weights}_winner"] for row in rows) / positions)

    return read


def best_moves(player: str, milliseconds: float) -> Callable[[Result], Figure | None]:
    """Return the reader of the share of problems in which a best move is chosen."""

    def read(result: Result) -> Figure | None:
        row = _row(result, player=player, limit_text=f"{milliseconds:g} ms")
        return None if row is None else Figure(row["best"], row["best_low"], row["best_high"])

    return read
