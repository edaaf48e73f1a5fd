"""The section of a report on a contest, for each kind: sentences, tables and plots."""

import math
from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import zip_longest
from typing import NamedTuple

from players.registry import SpecError
from tournament.contests.contest import Contest, MatchContest
from tournament.contests.ladder import Ladder
from tournament.contests.round_robin import RoundRobin
from tournament.contests.rungs import LESS, MORE, rows_on
from tournament.contests.sprt import Sprt, SprtRun
from tournament.page import plots
from tournament.page.contents import (
    FACT,
    LEAD_CAPTION,
    LEAD_HEADINGS,
    Cell,
    Data,
    PageTable,
    Section,
    cost_row,
    cost_table,
    costs_of_two,
    interval,
    lead_cells,
    number,
    rate,
    rate_interval,
    ratio_cell,
    result_table,
    significant,
)
from tournament.page.sentences import (
    cost,
    count_of,
    elo_text,
    faults,
    is_even,
    limits_text,
    prose,
    repeats,
    signed,
    verdict,
)
from tournament.statistics.ratings import Points, points_taken
from tournament.statistics.sequential import ELO0, ELO1
from tournament.storage.store import Store


@singledispatch
def section_of(contest: Contest, store: Store) -> Section:
    """Return the result of a contest in sentences, tables and plots."""
    raise TypeError(f"no section of {contest.kind}")


@section_of.register
def match_section(contest: MatchContest, store: Store) -> Section:
    """Return the result and its confidence, and costs."""
    match, data = contest.template, contest.data(store)
    games = data["games"]
    return Section(
        f"Match: {match.a} against {match.b}",
        (("A", match.a), ("B", match.b)),
        verdict(data),
        prose(
            f"{count_of(games, 'game')}:"
            f" {count_of(len(match.openings), 'opening')}, each with"
            f" both colours. {limits_text([match])}",
            repeats(data) if games else "",
            cost(data),
            "" if data["complete"] else "The match is not finished.",
            faults([data]),
        ),
        (result_table(data), costs_of_two(data)),
        matches=(("all games", match),),
    )


CURVES = ((MORE, plots.BLUE, "--"), (LESS, plots.RED, "-"))
COSTS = {"nodes": "nodes", "cpu": "CPU time"}
LESS_OF = {"nodes": "fewer nodes", "cpu": "less CPU time"}
RUNG_HEADINGS = (
    *("depth A", "depth B", "curve", "pairs A wins, %", "95 % interval", *LEAD_HEADINGS),
    *("nodes A", "nodes B", "nodes B/A", "CPU ms A", "CPU ms B", "CPU B/A"),
)
RUNGS_CAPTION = (
    "A row for each match, in the order of play. Rates are A's; nodes and CPU time are per"
    " game. MORE: B searches deeper and costs more than A for the first time at this depth of A;"
    " LESS: the same depth of A, B one ply less deep."
    f" {LEAD_CAPTION}"
)


def _rungs_table(rows: Sequence[Data]) -> PageTable:
    cells = []
    for row in rows:
        games = row["games"]
        spent = []
        for key, scale in (("nodes", 1), ("cpu_seconds", 1000)):
            a, b = row["a"][key], row["b"][key]
            means = (significant(scale * one / games) for one in (a, b))
            spent += [*means, ratio_cell(b, a)]
        rates = rate(row["pair_win_rate"]), rate_interval(row["interval"])
        depths = (number(row["a_depth"]), number(row["b_depth"]), Cell(row["curve"]))
        cells.append((*depths, *rates, *lead_cells(row), *spent))
    return PageTable(RUNGS_CAPTION, RUNG_HEADINGS, tuple(cells))


def rates_plot(data: Data) -> plots.Plot:
    """Plot A's pair win rate against its depth."""
    deepest = max(row["a_depth"] for row in data["rows"])
    curves = []
    for place, (name, color, line) in enumerate(CURVES):
        points = [
            {
                "depth": row["a_depth"] + 0.06 * (place - 1),
                "rate": 100 * row["pair_win_rate"],
                "low": 100 * row["interval"][0],
                "high": 100 * row["interval"][1],
            }
            for row in rows_on(data["rows"], name)
        ]
        curves.append(plots.curve(name, points, "depth", "rate", color=color, line=line))
    settings = {
        **{"xlabel": "depth of A", "ylabel": "pairs won by A, %", "ylim": (-4, 104)},
        **{"xlim": (0.6, deepest + 0.4), "xticks": range(1, deepest + 1, deepest // 20 + 1)},
    }
    caption = "Pairs won by A against its depth, with 95 % intervals."
    return plots.Plot(plots.Panel(curves, settings, 50), "Pairs won by A", caption)


def ladder_verdict(data: Data) -> str:
    """Describe the deepest match in which B was the cheaper player."""
    less = rows_on(data["rows"], LESS)
    if not less:
        return "B never got deeper than A before it cost more, so no match is on LESS."
    row = less[-1]
    low, high = row["interval"]
    lead = row["b_depth"] - row["a_depth"]
    where = f"{count_of(lead, 'ply', 'plies')} deeper" if lead else "equally deep"
    key = "nodes" if data["cost"] == "nodes" else "cpu_seconds"
    times = ratio_cell(row["b"][key], row["a"][key]).text
    judged = "wins" if high < 0.5 else "loses" if low > 0.5 else "may be weaker or stronger"
    judged = "comes out even in every opening" if is_even(row) else judged
    return (
        f"At A's depth {row['a_depth']} B searches {where} for {times} times A's"
        f" {COSTS[data['cost']]} and {judged}: A takes {rate(row['pair_win_rate']).text} % of the"
        f" pairs (95 % interval {rate_interval(row['interval']).text} %)."
    )


@section_of.register
def ladder_section(contest: Ladder, store: Store) -> Section:
    """Return the rungs, the curves MORE and LESS, and costs."""
    a, b = contest.template.a, contest.template.b
    section = Section(f"Ladder: {a} against {b}", (("A", a), ("B", b)))
    try:
        data = contest.data(store)
    except SpecError as error:
        return section._replace(sentences=(f"Its players are not loaded here: {error}.",))
    rows = data["rows"]
    if not rows:
        return section._replace(sentences=("No match of this ladder is finished yet.",))
    return section._replace(
        verdict=ladder_verdict(data),
        sentences=prose(
            f"{count_of(len(rows), 'match', 'matches')} of {rows[0]['games']:,} games each over"
            f" {count_of(rows[0]['pairs'], 'opening')} with both colours; the player with"
            f" {LESS_OF[data['cost']]} searched one ply deeper in the next.",
            "" if data["complete"] else "The ladder is not finished.",
            faults(rows),
        ),
        tables=(_rungs_table(rows),),
        plots=(rates_plot(data),),
        matches=tuple(
            (f"A depth {row['a_depth']}, B depth {row['b_depth']}" if row else "unfinished", match)
            for row, match in zip_longest(rows, contest.progress(store).matches)
        ),
    )


RATINGS_CAPTION = (
    "Players by rating: Elo from the game points of all pairs, {zero}, with its 95 % interval over"
    " classes of openings. Numbered columns: percent of the game points, of complete pairs, against"
    " that player."
)
PAIRINGS_HEADINGS = ("A", "B", "pairs won by A, %", "95 % interval", *LEAD_HEADINGS)
PAIRINGS_CAPTION = f"A row for each pairing, for A; players by number. {LEAD_CAPTION}"


class RatedPlayer(NamedTuple):
    """A player with its number by rating, from 1, its rating, and its costs."""

    number: int
    spec: str
    elo: float
    ends: tuple[float | None, ...]
    side: Mapping[str, float]
    games: int


def players_of(data: Data) -> list[RatedPlayer]:
    """Return all players, the strongest first."""
    sides = {row["spec"]: {"nodes": 0, "cpu_seconds": 0.0} for row in data["players"]}
    games = dict.fromkeys(sides, 0)
    for result in data["matches"]:
        for side in (result["a"], result["b"]):
            games[side["spec"]] += result["games"]
            for key in sides[side["spec"]]:
                sides[side["spec"]][key] += side[key]
    ordered = sorted(data["players"], key=lambda row: -row["elo"])
    return [
        RatedPlayer(
            *(place, row["spec"], row["elo"], tuple(row["elo_interval"])),
            *(sides[row["spec"]], games[row["spec"]]),
        )
        for place, row in enumerate(ordered, start=1)
    ]


def _share_cell(points: tuple[float, int] | None) -> Cell:
    """Return the share of the points in percent, coloured from lost to won."""
    if points is None or not points[1]:
        return Cell("", -1.0)
    share = points[0] / points[1]
    return Cell(f"{100 * share:.0f}", share, share)


def _pairings_table(players: Sequence[RatedPlayer], data: Data) -> PageTable:
    """Return a line for each pairing with games: pairs, game points and their confidence."""
    numbers = {one.spec: number(one.number) for one in players}
    rows = []
    for row in filter(lambda row: row["pairs"], data["matches"]):
        sides = (numbers[row[side]["spec"]] for side in "ab")
        rates = rate(row["pair_win_rate"]), rate_interval(row["interval"])
        rows.append((*sides, *rates, *lead_cells(row)))
    return PageTable(PAIRINGS_CAPTION, PAIRINGS_HEADINGS, tuple(rows))


def cross_table(players: Sequence[RatedPlayer], points: Points, zero: str) -> PageTable:
    """Return a line for each player: its rating, and its points against each other player."""
    rows = []
    for one in players:
        met = [points.get((one.spec, other.spec)) for other in players]
        won, games = (sum(values) for values in zip(*filter(None, met), strict=True))
        rating = number(one.elo, "+,.0f"), interval(one.ends, form="+,.0f")
        share = rate(won / games if games else 0.5)
        rows.append((number(one.number), Cell(one.spec), *rating, share, *map(_share_cell, met)))
    headings = ("", "player", "Elo", "95 % interval", "points, %")
    numbers = (str(one.number) for one in players)
    return PageTable(RATINGS_CAPTION.format(zero=zero), (*headings, *numbers), tuple(rows))


def _ratings_plot(players: Sequence[RatedPlayer]) -> plots.Plot:
    rows = []
    for one in players:
        low, high = one.ends if None not in one.ends else (math.nan, math.nan)
        rows.append({"number": one.number, "elo": one.elo, "low": low, "high": high})
    curve = plots.curve("", rows, "number", "elo", line="")
    settings = {"xlabel": "player, by number", "ylabel": "Elo", "xlim": (0.5, len(players) + 0.5)}
    panel = plots.Panel([curve], settings, level=0)
    return plots.Plot(panel, "Ratings", "Ratings and 95 % intervals.")


def leader_verdict(players: Sequence[RatedPlayer], lead: Data) -> str:
    """Describe the lead of the first player and its confidence."""
    first, second = players[:2]
    if not all(one.games for one in players):
        return "Not every player has played yet."
    low, high = lead["elo_interval"]
    leads = (
        f"{first.spec} leads with {signed(first.elo)} Elo, {signed(lead['elo'])} above"
        f" {second.spec} (95 % interval of the difference {signed(low, -1)} to {signed(high, 1)})"
    )
    if low is not None and low > 0:
        return f"{leads}."
    return f"{leads}: which of the two is the stronger remains open."


@section_of.register
def round_robin_section(contest: RoundRobin, store: Store) -> Section:
    """Return the rating list, the cross table and costs."""
    data, matches = contest.data(store), contest.matches
    players = players_of(data)
    games = sum(match["games"] for match in data["matches"])
    points = points_taken(
        (one["a"]["spec"], one["b"]["spec"], one["pentanomial"]) for one in data["matches"]
    )
    anchor = data["anchor"]
    zero = f"{anchor['spec']} fixed at {anchor['elo']:g}" if anchor else "mean 0"
    costs = [cost_row(f"{one.number}", one.side, one.games) for one in players]
    pairings = f"{count_of(len(matches), 'pairing')} of {len(players)} players"
    return Section(
        f"Round robin of {len(players)} players",
        tuple((str(one.number), one.spec) for one in players),
        leader_verdict(players, data["lead"]),
        prose(
            f"{count_of(games, 'game')}: {pairings}, each over"
            f" {count_of(len(matches[0].openings), 'opening')} with both colours."
            f" {limits_text(matches, 'All')}",
            "" if data["complete"] else "It is not finished.",
            faults(data["matches"]),
        ),
        (cross_table(players, points, zero), cost_table(costs), _pairings_table(players, data)),
        (_ratings_plot(players),),
        tuple((f"{one.a} against {one.b}", one) for one in matches),
    )


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


def _sprt_verdict(data: Data, run: SprtRun) -> str:
    hypotheses = data["hypotheses"]
    accepted, pairs = data["accepted"], count_of(data["pairs_judged"], "pair")
    if accepted is None:
        why = "the openings are exhausted" if run.exhausted else "it is not finished"
        return f"The test is undecided after {pairs}: {why}."
    other, error = (ELO0, "alpha") if accepted == ELO1 else (ELO1, "beta")
    ours, theirs = (number(hypotheses[name], "+g").text for name in (accepted, other))
    return (
        f"Decided after {pairs}: A is {ours} rather than {theirs} Elo stronger than B;"
        f" if {theirs} is true, {100 * hypotheses[error]:g} % of tests still say so."
    )


def _test_table(data: Data) -> PageTable:
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


@section_of.register
def sprt_section(contest: Sprt, store: Store) -> Section:
    """Return the decision, the path of the likelihood ratio, and the judged pairs."""
    run, data = contest.judge(store), contest.data(store)
    judged = data["judged"]
    path = [_path_plot(run.ratios, contest.hypotheses.bounds)] if run.pairs else []
    return Section(
        f"Sequential test: {contest.template.a} against {contest.template.b}",
        (("A", contest.template.a), ("B", contest.template.b)),
        _sprt_verdict(data, run),
        prose(
            "Pairs were judged one after the other in a fixed order until one of two hypotheses"
            f" was accepted. {limits_text([contest.template])}",
            f"The judged pairs give A {elo_text(judged)}; a test that ends where the"
            " result is clear tends to make differences too large."
            if judged["pairs"]
            else "",
            repeats(judged) if judged["games"] else "",
            cost(judged),
            faults([judged]),
        ),
        (_test_table(data), result_table(judged), costs_of_two(judged)),
        tuple(path),
        (("all games", contest.template),),
    )
