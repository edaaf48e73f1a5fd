"""The points, the claims and the plot of both parts of Figure 3."""

from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE
from tournament.experiments.runner import plots
from tournament.experiments.zhang1995 import figure3
from tournament.experiments.zhang1995.figure3 import Claim


def row(depth, forward_depth, curve, win_rate=50.0, width=10.0, series="one"):
    """A tournament of a ladder."""
    return {
        "series": series,
        "depth": depth,
        "forward_depth": forward_depth,
        "curve": curve,
        "win_rate": win_rate,
        "low": win_rate - width,
        "high": win_rate + width,
        "cost_ratio": 1.0,
    }


ROWS = [
    row(1, 1, LESS),
    row(1, 2, MORE, 90.0),
    row(2, 2, "", 30.0),
    row(2, 3, LESS, 55.0),
    row(2, 4, MORE, 75.0),
]


def test_points_of_a_curve_are_in_the_order_of_depth():
    assert [point["win_rate"] for point in figure3.on_curve(reversed(ROWS), MORE)] == [90, 75]
    assert [point["win_rate"] for point in figure3.on_curve(ROWS, EQUAL_DEPTH)] == [50, 30]


def test_leads_and_rates_are_told_by_depth_of_alphabeta():
    assert figure3.leads(figure3.on_curve(ROWS, LESS)) == "1 +0, 2 +1"
    assert figure3.rates(ROWS) == "1 50.0, 1 90.0*, 2 30.0-, 2 55.0, 2 75.0*"
    assert figure3.leads([]) == "-"


def test_claims_are_answered_for_the_series_that_were_played():
    claims = [Claim("deeper", ("one", "two", "three"), figure3.leads)]
    rows = [row(1, 2, MORE), row(1, 3, MORE, series="two")]
    found = figure3.answers(claims, rows)
    assert [(line["series"], line["ours"]) for line in found] == [("one", "1 +1"), ("two", "1 +2")]
    assert [line["claim"] for line in figure3.claim_table(found).rows] == ["deeper", ""]


def test_plot_has_a_panel_for_each_series(tmp_path):
    path = tmp_path / "figure.svg"
    rows = [*ROWS, row(1, 1, "", series="two"), row(2, 2, "", series="two")]
    claims = [Claim("it is deeper", ("one",), figure3.leads)]
    plots.draw(figure3.draw(rows, "nodes", claims), path)
    drawn = path.read_text()
    assert drawn.count('<g id="axes_') == 2


def test_footnote_says_what_the_paper_claims():
    claims = [Claim("it wins", (), figure3.rates), Claim("it wins", (), figure3.leads)]
    assert figure3.draw(ROWS, "nodes", claims).note == "at each point: nodes\nZhang 1995: it wins"
