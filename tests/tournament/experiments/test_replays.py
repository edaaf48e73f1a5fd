"""Shipped results that depths and nodes limit come out again, see `replay` in claims.toml."""

import json
import shlex

import pytest

from tournament.commands.reproduce import RESULTS
from tournament.experiments.claims import FOLDER, RUNS

REPLAYED = {name: run.replay for name, run in RUNS.items() if run.replay}
NAMES = (
    *("a", "b", "series", "depth", "forward_depth", "branching"),
    *("algorithm", "way", "windows", "size", "density"),
)
"""Keys that tell rows of an experiment apart."""


def by_name(result):
    """Rows by what tells them apart."""
    return {tuple(str(row.get(key)) for key in NAMES): row for row in result["rows"]}


UNLIKE = ("cpu", "cost_ratio", "low", "high", "interval")
"""Parts of keys of CPU times, and of intervals, which tests of statistics judge."""


CHOSEN_BY_TIME = ("figure3b", "figure3b-patterns")
"""Runs whose depths of forward estimation follow from CPU times, so that rows may differ."""


def figures(data, path=""):
    """Numbers of a row, those in its lists too, by their place."""
    if isinstance(data, dict):
        parts = [(key, data[key]) for key in data if not any(part in key for part in UNLIKE)]
    elif isinstance(data, list):
        parts = list(enumerate(data))
    else:
        return {path: data} if isinstance(data, int | float) else {}
    nested = [figures(part, f"{path}.{key}") for key, part in parts]
    return {place: number for each in nested for place, number in each.items()}


def test_runs_without_a_replay_are_limited_by_time_or_need_files():
    others = [run.full for run in RUNS.values() if not run.replay]
    assert [full for full in others if not ("seconds" in full or FOLDER in full)] == []


@pytest.mark.compiled
@pytest.mark.second_tier
@pytest.mark.parametrize("name", REPLAYED)
def test_a_shipped_result_comes_out_again(name, measured):
    replayed = by_name(measured(*shlex.split(REPLAYED[name])))
    shipped = by_name(json.loads((RESULTS / f"{name}.json").read_bytes()))
    same = replayed.keys() & shipped.keys()
    assert len(same) >= (len(replayed) / 2 if name in CHOSEN_BY_TIME else len(replayed))
    for key in same:
        ours, theirs = figures(replayed[key]), figures(shipped[key])
        both = ours.keys() & theirs.keys()
        assert both, key
        assert {place: ours[place] for place in both} == pytest.approx(
            {place: theirs[place] for place in both}
        ), key
