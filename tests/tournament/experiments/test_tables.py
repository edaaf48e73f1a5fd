"""The tables of experiments: those of the stored results, as they would be printed now."""

import json
from pathlib import Path

import numpy as np
import pytest

from othello.cli.output import print_table
from othello.intervals import normal_quantile
from tournament.experiments import EXPERIMENTS, find_experiment
from tournament.experiments.runner import output
from tournament.experiments.runner.output import Table, columns_of
from tournament.statistics.pairs import share_interval

RESULTS = sorted((Path(__file__).parents[3] / "data" / "results").glob("*.json"))
MANY = 40
"""So many rows show what all would."""


SHOWN_ONLY = {"summary": "", "pairs": 0, "depths": (5, 6), "evaluator": "bill"}
"""What tables need of a run and results do not keep, or not those from before it was an option."""


def stored_tables():
    """Rows and columns that belong together, of every stored result."""
    for path in RESULTS:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told.get("experiment") not in EXPERIMENTS:
            continue
        tables = find_experiment(told["experiment"]).tables
        if callable(tables):
            tables = tables(SHOWN_ONLY | told)
        for one in (tables,) if isinstance(tables, Table) else tables:
            rows = told.get(one.rows) if isinstance(one.rows, str) else one.rows
            if rows:
                yield rows, one.columns


def printed(rows, template, capsys):
    """The lines of a table."""
    Table(template, "", "", rows).write({})
    return capsys.readouterr().out.splitlines()


def test_texts_of_others_are_shown_as_they_are(capsys):
    text = "ValueError: no tag [/b] [list] :warning:"
    print_table(("who", "how many"), [(text, "1")])
    assert text in capsys.readouterr().out


def test_tables_of_stored_results_fit_and_no_number_is_folded(capsys):
    tables = list(stored_tables())
    assert len(tables) > 30
    for rows, template in tables:
        columns = columns_of(template)
        wide = sorted(rows, key=lambda row: -len(str([column.value(row) for column in columns])))
        lines = printed(wide[:MANY], template, capsys)
        assert max(map(len, lines)) <= output.TABLE_WIDTH
        numbers = [column for column in columns if column.form != "{}"]
        for row in wide[:MANY]:
            for column in numbers:
                if isinstance(value := column.value(row), (int, float)):
                    words = {word for line in lines for word in line.split()}
                    shown = column.form.format(value)
                    rounded = column.form.replace(".1f", ".0f").format(value)
                    assert {shown, rounded} & words, (column, shown)


def test_a_share_of_all_or_nothing_is_as_sure_as_wilson_says():
    for right in (True, False):
        found = output.measured_share(np.full(20, 100.0 * right))
        assert found.mean == 100.0 * right
        interval = share_interval(float(right), 20)
        reach = 100 * (interval.high - interval.low)
        assert found.standard_error * normal_quantile() == pytest.approx(reach)
    mixed = np.array([100.0, 0.0, 100.0, 100.0])
    assert output.measured_share(mixed) == output.measured(mixed)
