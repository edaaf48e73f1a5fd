"""The tables of experiments: those of the stored results, as they would be printed now."""

import importlib
import json
from pathlib import Path

import pytest

from tournament.experiments import EXPERIMENTS
from tournament.experiments.runner import contests
from tournament.experiments.runner.output import Column, Table, print_tables

RESULTS = sorted((Path(__file__).parents[3] / "data" / "results").glob("*.json"))
MANY = 40
"""So many rows show what all would."""


def columns_of(module):
    """All tuples of columns that a module knows."""
    tables = module.EXPERIMENT.tables
    shown = () if callable(tables) else tuple(table.columns for table in tables)
    known = (*vars(module).values(), *shown, contests.SERIES_COLUMNS, contests.GAIN_COLUMNS)
    return [
        one
        for one in known
        if isinstance(one, tuple) and one and all(isinstance(part, Column) for part in one)
    ]


def stored_tables():
    """Rows and columns that belong together, of every stored result."""
    for path in RESULTS:
        told = json.loads(path.read_text(encoding="utf-8"))
        if told.get("experiment") not in EXPERIMENTS:
            continue
        name = EXPERIMENTS[told["experiment"]]
        module = importlib.import_module(f"tournament.experiments.{name}")
        lists = [value for value in told.values() if isinstance(value, list)]
        for rows in lists:
            for columns in columns_of(module):
                keys = {column.key for column in columns}
                if rows and isinstance(rows[0], dict) and keys <= rows[0].keys():
                    yield rows, columns


def printed(rows, columns, capsys):
    """The lines of a table."""
    print_tables({}, [Table(columns, "", "", rows)], as_json=False)
    return capsys.readouterr().out.splitlines()


def test_tables_of_stored_results_fit_and_no_number_is_folded(capsys):
    tables = list(stored_tables())
    assert len(tables) > 30
    for rows, columns in tables:
        wide = sorted(rows, key=lambda row: -len(str([row[column.key] for column in columns])))
        lines = printed(wide[:MANY], columns, capsys)
        assert max(map(len, lines)) <= 100
        numbers = [column for column in columns if column.form != "{}"]
        for row in wide[:MANY]:
            for column in numbers:
                if row[column.key] is not None:
                    words = {word for line in lines for word in line.split()}
                    shown = column.form.format(row[column.key])
                    rounded = column.form.replace(".1f", ".0f").format(row[column.key])
                    assert {shown, rounded} & words, (column, shown)


@pytest.mark.parametrize("number", [3, 40])
def test_a_table_that_is_too_wide_is_wide_rather_than_cut(number, capsys):
    columns = [Column(f"h{place}", f"k{place}", "{:,d}") for place in range(number)]
    row = {column.key: 1_234_567_890 for column in columns}
    lines = printed([row], columns, capsys)
    (shown,) = (line for line in lines if "1,2" in line)
    assert shown.split() == ["1,234,567,890"] * number
