"""The claims of the papers: rules, figures, runs, and the tables of the pages."""

import dataclasses
import json
import os
import re
import shlex
import sys

import documents
import programs
import psutil
import pytest
from patience import PATIENCE_SECONDS, until

from othello.cli.parser import Parser
from tournament.__main__ import main
from tournament.commands.reproduce import (
    FIGURE,
    RESULTS,
    ROOT,
    ROWS,
    chosen_claims,
    filled,
    judged,
)
from tournament.experiments import find_experiment, register
from tournament.experiments.claims import CLAIMS, PAPERS, RUNS, tomllib
from tournament.experiments.verdicts import Figure, corrected, judge, times_as_many

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize(
    ("rule", "figure", "verdict"),
    [
        ("above 50", (60, 51, 70), "yes"),
        ("above 50", (60, 45, 70), "not shown"),
        ("above 50", (40, 30, 50), "no"),
        ("below 50", (40, 30, 49), "yes"),
        ("below 50", (40, 30, 51), "not shown"),
        ("below 50", (60, 50, 70), "no"),
        ("equals 10", (9, 8, 10), "yes"),
        ("equals 10", (9, 8, 9.5), "no"),
        ("between 2 to 1", (3, 2, 4), "yes"),
        ("between 1 to 2", (3, 2.1, 4), "no"),
        ("at-least 5", (5, 3, 7), "yes"),
        ("at-least 5", (4, 3, 5), "not shown"),
        ("at-least 5", (4, 3, 4.9), "no"),
        ("at-most 0", (0, -1, 1), "yes"),
        ("at-most 0", (1, 0, 2), "not shown"),
        ("at-most 0", (1, 0.1, 2), "no"),
    ],
)
def test_a_rule_compares_the_interval_with_the_claim(rule, figure, verdict):
    assert judge(rule, Figure(*figure)).holds == verdict


def test_verdicts_of_a_table_are_corrected_together_and_name_the_games_that_would_decide():
    apart = [13.0, 2.0, 2.3, 0.7]  # standard errors
    verdicts = [judge("above 50", Figure(50 + z, 50 + z - 1.96, 70)) for z in apart]
    agreeing = judge("equals 60", Figure(60, 59, 61))
    bare = judge("above 50", Figure(60, 60, 60))
    # Holm by hand: p = 0, .046, .021, .484 and 1 of five tests; .021 is above .05 / 4
    alone = [one.holds for one in verdicts]
    assert alone == ["yes", "yes", "yes", "not shown"]
    family = [one.holds for one in corrected([*verdicts, agreeing, bare])]
    assert family == ["yes", "not shown", "not shown", "not shown", "yes", "yes"]
    assert corrected(verdicts[1:2]) == verdicts[1:2]
    # half of 1.96 standard errors apart: four times the games halve the error
    assert times_as_many(judge("above 50", Figure(60, 40, 70)), 1) == pytest.approx(4, rel=1e-3)


def test_names_of_claims_are_unique_and_every_run_has_a_claim():
    names = [claim.name for claim in CLAIMS]
    assert len(set(names)) == len(names) and not set(names) & PAPERS.keys()
    assert {claim.run for claim in CLAIMS} == set(RUNS)
    assert [claim.paper for claim in chosen_claims(["muller2007"])] == ["muller2007"] * 8


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
    assert [row.claim.name for row in judged(claims, RESULTS) if not row.ours] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_the_results(page):
    text = page.read_text("utf-8")
    assert filled(text, RESULTS) == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_figure_of_a_page_is_one_that_the_command_fills(page):
    text = re.sub("`<!--.*?-->`", "", page.read_text("utf-8"))
    assert text.count("<!-- figure") == len(FIGURE.findall(text)) + len(ROWS.findall(text))


def test_ideas_that_were_not_kept_state_their_commit():
    tables = tomllib.loads((RESULTS / "not-kept.toml").read_text("utf-8"))
    rows = [row for table in tables.values() for row in table]
    assert [row for row in rows if not re.search(r"\b[0-9a-f]{7,8}$", row["commit"])] == []


def test_tables_and_figures_are_filled_from_their_data():
    text = "won <!-- figure mobility-2 -->9 %<!-- -->\n<!-- figures: not-kept.toml searches"
    text += " commit=1,x: idea {idea} |\nElo {result} -->\nold\n<!-- end of figures -->"
    new = filled(text, RESULTS)
    assert "-->100 % (95.1 to 100)<!-- -->\n" in new
    assert "-->\n| idea | Elo |\n| --- | --- |\n<!-- end" in new


def test_the_list_of_claims_has_its_form_as_json(capsys):
    assert main(["reproduce", "--json"]) == 0
    listed = documents.read(capsys.readouterr().out)["claims"]
    assert [row["claim"] for row in listed] == [claim.name for claim in CLAIMS]


def test_a_claim_that_was_not_measured_has_no_verdict(tmp_path):
    (tmp_path / "table1.json").write_text(json.dumps({"rows": []}))
    measured = list(judged(chosen_claims(["table1-exact", "delta-0.5"]), tmp_path))
    assert [(row.ours, row.holds) for row in measured] == [("", ""), ("", "")]


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


def test_a_missing_folder_of_results_is_one_line(tmp_path, capsys):
    assert main(["reproduce", "--results", str(tmp_path / "nowhere")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("nowhere: there is no such folder")


@pytest.mark.parametrize("experiment", ["table1", "own"])
def test_a_taken_name_of_an_experiment_or_a_run_is_an_error(experiment):
    with pytest.raises(ValueError, match="taken: table1"):
        register(
            dataclasses.replace(find_experiment("table1"), name=experiment),
            {"table1": RUNS["table1"]},
        )


@pytest.mark.parametrize("rule", ["< 1", "less than 1", "1.3", "above 5 to 7", "between 1", " "])
def test_a_bad_rule_of_a_claim_is_an_error_that_names_the_claim(rule):
    own = dataclasses.replace(find_experiment("table1"), name="own")
    claim = CLAIMS[0]._replace(name="mine", run="own", theirs=rule, holds="")
    with pytest.raises(ValueError, match="claim 'mine': expected above, below, "):
        register(own, {"own": RUNS["table1"]}, [claim])
    assert "own" not in RUNS


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


def test_an_interval_without_an_end_is_shown_and_judged(tmp_path):
    def shown(low, high):
        measured = {"speed_up": 2.0, "low": low, "high": high}
        path = tmp_path / "interest-table.json"
        path.write_text(json.dumps({"rows": [], "equal_strength": {"measured": measured}}))
        (row,) = judged(chosen_claims(["bill-equal-strength"]), tmp_path)
        return row.ours, row.holds

    assert shown(1.0, None) == ("2 (1 to -)", "not shown")
    assert shown(None, 4.0) == ("2 (- to 4)", "no")
