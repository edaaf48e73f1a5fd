"""The claims of the papers: rules, figures, runs, and the tables of the pages."""

import json
import os
import shlex
import sys

import documents
import programs
import psutil
import pytest
from patience import PATIENCE_SECONDS, until

from othello.cli.parser import Parser
from tournament.__main__ import main
from tournament.commands.reproduce import RESULTS, ROOT, chosen_claims, filled, judged
from tournament.experiments import find_experiment
from tournament.experiments.claims import (
    NO,
    NOT_SHOWN,
    YES,
    Figure,
    above,
    at_least,
    at_most,
    below,
    between,
    equal_strength,
    equals,
)
from tournament.experiments.papers import CLAIMS, PAPERS
from tournament.experiments.runs import RUNS

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize(
    ("rule", "figure", "verdict"),
    [
        (above(50), Figure(60, 51, 70), YES),
        (above(50), Figure(60, 45, 70), NOT_SHOWN),
        (above(50), Figure(40, 30, 50), NO),
        (below(50), Figure(40, 30, 49), YES),
        (below(50), Figure(40, 30, 51), NOT_SHOWN),
        (below(50), Figure(60, 50, 70), NO),
        (equals(10), Figure(9, 8, 10), YES),
        (equals(10), Figure(9, 8, 9.5), NO),
        (between(1, 2), Figure(3, 2, 4), YES),
        (between(1, 2), Figure(3, 2.1, 4), NO),
        (at_least(5), Figure(5, 3, 7), YES),
        (at_least(5), Figure(4, 3, 5), NOT_SHOWN),
        (at_least(5), Figure(4, 3, 4.9), NO),
        (at_most(0), Figure(0, -1, 1), YES),
        (at_most(0), Figure(1, 0, 2), NOT_SHOWN),
        (at_most(0), Figure(1, 0.1, 2), NO),
    ],
)
def test_a_rule_compares_the_interval_with_the_claim(rule, figure, verdict):
    assert rule(figure) == verdict


def test_names_of_claims_are_unique_and_every_run_has_a_claim():
    names = [claim.name for claim in CLAIMS]
    assert len(set(names)) == len(names) and not set(names) & set(PAPERS)
    assert {claim.run for claim in CLAIMS} == set(RUNS)
    assert [claim.paper for claim in chosen_claims(["muller2007"])] == ["muller2007"] * 7


@pytest.mark.parametrize("name", RUNS)
def test_both_forms_of_a_run_can_be_typed(name):
    run = RUNS[name]
    experiment = find_experiment(run.experiment)
    for words in (run.full, run.quick):
        parser = Parser()
        experiment.add_options(parser)
        parser.parse_args(shlex.split(words))


@pytest.mark.parametrize("name", RUNS)
def test_every_claim_reads_its_figure_from_the_shipped_result(name):
    claims = [claim for claim in CLAIMS if claim.run == name]
    assert [claim.name for claim, ours, _ in judged(claims, RESULTS) if not ours] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_the_results(page):
    text = page.read_text("utf-8")
    assert filled(text, RESULTS) == text


def test_the_list_of_claims_has_its_form_as_json(capsys):
    assert main(["reproduce", "--json"]) == 0
    listed = documents.read(capsys.readouterr().out)["claims"]
    assert [row["claim"] for row in listed] == [claim.name for claim in CLAIMS]


def test_a_claim_that_was_not_measured_has_no_verdict(tmp_path):
    (tmp_path / "table1.json").write_text(json.dumps({"rows": []}))
    measured = list(judged(chosen_claims(["table1-exact", "delta-0.5"]), tmp_path))
    assert [row[1:] for row in measured] == [("", ""), ("", "")]


@pytest.mark.parametrize(
    "content",
    [
        *("", "null", "[]", "{", "\ufeff", "[" * 100_000, "{}"),
        *('{"rows": 3}', '{"rows": [3]}', '{"rows": [{"depth": 10}]}'),
        '{"rows": [{"depth": 10, "alphabeta_nodes": "x", "alphabeta_nodes_standard_error": 1}]}',
    ],
)
def test_a_damaged_result_is_one_line_that_names_its_file(tmp_path, capsys, content):
    path = tmp_path / "table1.json"
    path.write_text(content, "utf-8")
    assert main(["reproduce", "--results", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"python -m tournament: {path}: ")


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_run_ends_with_the_command_that_is_killed(tmp_path):
    words = ["reproduce", "table1-exact", "--results", str(tmp_path), "--jobs", "1"]
    line = [sys.executable, "-m", "tournament", *words, "--store", str(tmp_path / "x.sqlite")]
    with programs.Program(line, {**os.environ, "NUMBA_DISABLE_JIT": "1"}) as program:
        process = psutil.Process(program.pid)
        until(lambda: process.children() or program.poll() is not None, "the process of the run")
        started = process.children()
        program.kill()
        program.wait()
    gone, alive = psutil.wait_procs(started, PATIENCE_SECONDS)
    assert gone and not alive


def test_an_interval_without_an_end_is_shown_and_judged():
    def result(low, high):
        return {"equal_strength": {"measured": {"speed_up": 2.0, "low": low, "high": high}}}

    figure = equal_strength(result(1.0, None))
    assert (figure.text(""), at_least(5)(figure)) == ("2 (1 to -)", NOT_SHOWN)
    assert equal_strength(result(None, 4.0)).text("") == "2 (- to 4)"
