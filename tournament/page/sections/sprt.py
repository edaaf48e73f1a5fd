"""The section of a sequential test: its decision, its path, and the judged pairs."""

from collections.abc import Mapping
from typing import Any

from tournament.contests.sprt import Sprt, SprtRun
from tournament.page import plots, sentences
from tournament.page.contents import FACT, Cell, PageTable, Section, number
from tournament.page.measures import costs_of_two, result_table
from tournament.statistics.sequential import ELO0, ELO1
from tournament.storage.store import Store


def _path_plot(ratios: list[float], bounds: tuple[float, float]) -> plots.Plot:
    ends = 0, len(ratios)
    curves = [
        plots.Curve("log likelihood ratio", range(len(ratios) + 1), [0.0, *ratios]),
        plots.Curve(f"{ELO1} accepted", ends, bounds[1:] * 2, color=plots.GREEN, line="--"),
        plots.Curve(f"{ELO0} accepted", ends, bounds[:1] * 2, color=plots.RED, line="--"),
    ]
    settings = {"xlabel": "pairs judged", "ylabel": "log likelihood ratio", "xlim": ends}
    caption = "The logarithm of the likelihood ratio after every pair, between the test's bounds."
    return plots.Plot(plots.Panel(curves, settings, 0), "Path of the test", caption)


def _verdict(data: Mapping[str, Any], run: SprtRun) -> str:
    hypotheses = data["hypotheses"]
    accepted, pairs = data["accepted"], sentences.count_of(data["pairs_judged"], "pair")
    if accepted is None:
        why = "the openings are exhausted" if run.exhausted else "it is not finished"
        return f"The test is undecided after {pairs}: {why}."
    other, error = (ELO0, "alpha") if accepted == ELO1 else (ELO1, "beta")
    ours, theirs = (number(hypotheses[name], "+g").text for name in (accepted, other))
    return (
        f"Decided after {pairs}: A is {ours} rather than {theirs} Elo stronger than B;"
        f" if {theirs} is true, {100 * hypotheses[error]:g} % of tests still say so."
    )


def _test_table(data: Mapping[str, Any]) -> PageTable:
    hypotheses, (low, high) = data["hypotheses"], data["bounds"]
    rows = [
        ("elo0, elo1", f"{hypotheses['elo0']:g}, {hypotheses['elo1']:g}"),
        ("error rates alpha, beta", f"{hypotheses['alpha']:g}, {hypotheses['beta']:g}"),
        ("log likelihood ratio", f"{data['log_likelihood_ratio']:+.3f}"),
        ("its bounds", f"{low:+.3f}, {high:+.3f}"),
        ("design effect, by which it is divided", f"{data['design_effect']:.2f}"),
        ("pairs judged", f"{data['pairs_judged']:,}"),
    ]
    cells = tuple((Cell(name), Cell(text.replace("-", "−"))) for name, text in rows)
    return PageTable("The test.", (FACT, "value"), cells)


def sprt_section(contest: Sprt, store: Store) -> Section:
    """Return the decision, the path of the likelihood ratio, and the judged pairs."""
    run, data = contest.judge(store), contest.data(store)
    judged = data["judged"]
    path = [_path_plot(run.ratios, contest.hypotheses.bounds)] if run.pairs else []
    return Section(
        f"Sequential test: {contest.template.a} against {contest.template.b}",
        (("A", contest.template.a), ("B", contest.template.b)),
        _verdict(data, run),
        sentences.prose(
            "Pairs were judged one after the other in a fixed order until one of two hypotheses"
            f" was accepted. {sentences.limits_text(contest.template)}",
            f"The judged pairs give A {sentences.elo_text(judged)}; a test that ends where the"
            " result is clear tends to make differences too large."
            if judged["pairs"]
            else "",
            sentences.repeats(judged) if judged["games"] else "",
            sentences.cost(judged),
            sentences.faults([judged]),
        ),
        (_test_table(data), result_table(judged), costs_of_two(judged)),
        tuple(path),
        (("all games", contest.template),),
    )
