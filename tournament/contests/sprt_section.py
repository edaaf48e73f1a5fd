"""The section of a sequential test: what it decided, and the path of its likelihood ratio."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.contests.judging import Prefix
from tournament.games.openings import board_class
from tournament.games.tournament import Tournament
from tournament.page.contents import FACT, Cell, Labelled, PageTable, Plot, Section, number
from tournament.page.measures import result_table, spending_of_two
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import (
    cost,
    count_of,
    differences,
    elo_text,
    faults,
    limits_text,
    prose,
    repeats,
)
from tournament.statistics.sequential import ELO0, ELO1, SequentialTest

MOST_POINTS = 600
"""A longer path is drawn at so many of its places."""


def path(prefix: Prefix) -> list[float]:
    """The logarithm of the likelihood ratio after every pair that is judged."""
    test = SequentialTest(prefix.test.hypotheses)
    ratios = []
    for pair in prefix.pairs:
        test.add(pair.points / 2, board_class(pair.opening))
        ratios.append(test.ratio)
    return ratios


def _path_plot(ratios: list[float], bounds: tuple[float, float]) -> Plot:
    step = len(ratios) // MOST_POINTS + 1
    places = [*range(0, len(ratios), step), len(ratios) - 1]
    points = [Point(0, 0), *(Point(place + 1, ratios[place]) for place in dict.fromkeys(places))]
    low, high = bounds
    end = max(1, len(ratios))
    curves = [
        PageCurve("log likelihood ratio", points, "a", mark=0),
        PageCurve(f"{ELO1} accepted", [Point(0, high), Point(end, high)], "paper", "7 4", mark=0),
        PageCurve(f"{ELO0} accepted", [Point(0, low), Point(end, low)], "b", "7 4", mark=0),
    ]
    axes = Axes("Path of the test", "pairs judged", "log likelihood ratio", level=0, whole_x=True)
    axes = axes._replace(x_ends=(0, end))
    caption = "The logarithm of the likelihood ratio after every pair, between the test's bounds."
    return Plot(draw(axes, curves), caption)


def _unit(hypotheses: Mapping[str, Any]) -> str:
    return "normalised Elo" if hypotheses["normalised"] else "Elo"


def _verdict(data: Mapping[str, Any], prefix: Prefix) -> str:
    hypotheses, unit = data["hypotheses"], _unit(data["hypotheses"])
    accepted, pairs = data["accepted"], count_of(data["pairs_judged"], "pair")
    if accepted is None:
        why = prefix.end if prefix.exhausted else "it is not finished"
        return f"The test is undecided after {pairs}: {why}."
    other, error = (ELO0, "alpha") if accepted == ELO1 else (ELO1, "beta")
    ours, theirs = (number(hypotheses[name], "+g").text for name in (accepted, other))
    return (
        f"Decided after {pairs}: A is rather {ours} than {theirs} {unit} stronger than B;"
        f" {100 * hypotheses[error]:g} % of tests say so although {theirs} is true."
    )


def _test_table(data: Mapping[str, Any]) -> PageTable:
    hypotheses, (low, high) = data["hypotheses"], data["bounds"]
    rows = [
        (f"elo0, elo1 in {_unit(hypotheses)}", f"{hypotheses['elo0']:g}, {hypotheses['elo1']:g}"),
        ("error rates alpha, beta", f"{hypotheses['alpha']:g}, {hypotheses['beta']:g}"),
        ("log likelihood ratio", f"{data['log_likelihood_ratio']:+.3f}"),
        ("its bounds", f"{low:+.3f}, {high:+.3f}"),
        ("design effect, by which it is divided", f"{data['design_effect']:.2f}"),
        ("pairs judged", f"{data['pairs_judged']:,}"),
        ("pairs that repeat others, left out", f"{data['pairs_repeated']:,}"),
    ]
    for name, pairs in (data["expected_pairs"] or {}).items():
        where = "between both" if name not in (ELO0, ELO1) else f"at {name}"
        rows.append((f"pairs that it takes on average {where}", number(pairs).text))
    cells = tuple((Cell(name), Cell(text.replace("-", "−"))) for name, text in rows)
    return PageTable("The test.", (FACT, "value"), cells)


def section_of_sprt(
    data: Mapping[str, Any], prefix: Prefix, rounds: Sequence[Tournament], model: Tournament
) -> Section:
    """What is said, shown and drawn of a test: its result, what was judged, and who played."""
    judged = data["judged"]
    first_round = {game.fixture: game.record for game in prefix.games if game.round == 0}
    costs, plot = spending_of_two(judged, first_round, "Cost by disc count, first round")
    plots = [plot] if plot else []
    if prefix.pairs:
        plots.insert(0, _path_plot(path(prefix), prefix.test.hypotheses.bounds))
    return Section(
        f"Sequential test: {model.a} against {model.b}",
        (("A", model.a), ("B", model.b)),
        _verdict(data, prefix),
        prose(
            f"Pairs were judged one after the other in a fixed order until one of two hypotheses"
            f" was accepted. {limits_text(model)}",
            differences(data),
            f"The judged pairs give A {elo_text(judged)}; a test that ends where the result is"
            " clear tends to make differences too large."
            if judged["pairs"]
            else "",
            repeats(judged) if judged["games"] else "",
            cost(judged),
            faults([judged]),
        ),
        (_test_table(data), result_table(judged), costs),
        tuple(plots),
        tuple(Labelled(f"round {place}", one) for place, one in enumerate(rounds, start=1)),
    )
