"""Results of matches: numbers, plain data, rows for other programs, and tables for people."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.cli.command import without_gc
from othello.intervals import Interval
from tournament.games.endings import FINISHED
from tournament.games.match import Match, has_randomness
from tournament.games.openings import opening_name
from tournament.games.play import GameResult
from tournament.games.repeats import count_distinct
from tournament.games.schedule import GameKey
from tournament.statistics.pairs import (
    DISC_BOUNDS,
    Pair,
    PairCount,
    class_bootstrap,
    complete_pairs,
    count_pairs,
    design_effect,
    effective_number,
    elo,
    elo_interval,
    pair_scores,
    pentanomial,
)
from tournament.storage.rows import Totals, sum_games
from tournament.storage.store import Store

GAME_FIELDS = (
    *("tournament", "black", "white", "a_has", "opening", "opening_moves"),
    *("result", "ending", "transcript", "black_nodes", "black_cpu_seconds", "black_moves"),
    *("white_nodes", "white_cpu_seconds", "white_moves", "ending_type", "stderr", "contest"),
)


SHORT_CODE = 8
"""Digits of the version of the code that distinguish players of one name."""
LIST_COLUMNS = ("id", "kind", "A", "B", "openings", "played", "asked", "code")


class MatchResult(NamedTuple):
    """The result of a match, all rates for A; incomplete pairs are left out.

    The intervals are those of the pair win rate, of the share of game points, and of A's disc
    difference in a game. They are over classes of openings, which weigh as much as
    `effective_number` independent ones. `design_effect` is their effect on the variance of the
    points. `distinct_games` differ in more than a symmetry of the board. `forfeits` counts games by
    cause, `endings` by type.
    """

    match: Match
    pairs: PairCount
    win_rate_interval: Interval
    points_share: float
    points_interval: Interval
    margin: float
    margin_interval: Interval
    effective_number: float
    design_effect: float
    pentanomial: tuple[int, int, int, int, int]
    totals: Totals
    distinct_games: int
    forfeits: dict[str, int]
    endings: dict[str, int]

    @property
    def complete(self) -> bool:
        """True if every game has been played."""
        return self.totals.games == self.match.game_count


@without_gc()
def match_result(store: Store, match: Match) -> MatchResult:
    """Return the result of the stored games of a match."""
    games = store.games(match.id, details=False)
    return result_of_games(match, complete_pairs(games), [*games.items()])


def result_of_games(
    match: Match, pairs: Sequence[Pair], games: Sequence[tuple[GameKey, GameResult]]
) -> MatchResult:
    """Return the result of some pairs of a match, and of the games they come from."""
    scores, shares, margins, classes = pair_scores(pairs)
    forfeits = Counter(game.ending for _, game in games if game.ending != FINISHED)
    return MatchResult(
        match,
        count_pairs(pairs),
        class_bootstrap(scores, classes),
        float(shares.mean()) if len(shares) else 0.5,
        class_bootstrap(shares, classes),
        float(margins.mean()) if len(margins) else 0.0,
        class_bootstrap(margins, classes, bounds=DISC_BOUNDS),
        effective_number(classes),
        design_effect(shares, classes),
        pentanomial(pairs),
        sum_games(games),
        count_distinct(games),
        dict(sorted(forfeits.items())),
        dict(sorted(Counter(game.kind for _, game in games).items())),
    )


def finite(value: float | None) -> float | None:
    """Return the number, None for an infinite or unknown one, which JSON lacks."""
    return value if value is not None and math.isfinite(value) else None


def result_data(result: MatchResult) -> dict[str, Any]:
    """Return the result of a match as plain data; all rates and ratings are A's."""
    match, totals, share = result.match, result.totals, result.points_share
    sides = (("a", match.a, totals.a), ("b", match.b, totals.b))
    limits = match.time_control.data()
    return {
        "tournament": match.id,
        "complete": result.complete,
        "pairs": result.pairs.pairs,
        "pairs_won_tied_lost": list(result.pairs),
        "pair_win_rate": result.pairs.win_rate,
        "interval": list(result.win_rate_interval),
        "effective_number": result.effective_number,
        "design_effect": result.design_effect,
        "games": totals.games,
        "distinct_games": result.distinct_games,
        "chance": has_randomness(match),
        "game_points": totals.points,
        "game_points_share": share,
        "game_points_interval": list(result.points_interval),
        "elo": finite(elo(share)),
        "elo_interval": [finite(end) for end in elo_interval(result.points_interval)],
        "pentanomial": list(result.pentanomial),
        "disc_margin": result.margin,
        "disc_margin_interval": list(result.margin_interval),
        "forfeits": result.forfeits,
        "endings": result.endings,
        **{
            name: {"spec": spec, "limits": limits, **spent._asdict()} for name, spec, spent in sides
        },
    }


def game_rows(
    store: Store,
    matches: Iterable[Match],
    contests: Mapping[str, str],
    with_details: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each game; `result` is black's disc difference, `a_has` A's colour.

    `contests` are the ids of contests by the ids of their matches. `with_details` adds score,
    depth, nodes and microseconds of CPU time of each move after the opening.
    """
    for match in matches:
        for key, game in store.games(match.id).items():
            players = (match.a, match.b) if key.a_black else (match.b, match.a)
            values = (
                *(match.id, *players, "black" if key.a_black else "white"),
                *(key.opening, opening_name(key.opening)),
                *(game.result, game.ending, game.transcript, *game.black, *game.white),
                *(game.kind, game.stderr, contests.get(match.id, match.id)),
            )
            row = dict(zip(GAME_FIELDS, values, strict=True))
            yield {**row, "details": game.details} if with_details else row


def percent(value: float) -> str:
    """Return a rate in percent."""
    return f"{100 * value:.1f} %"


def _between(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def ratio(numerator: float, denominator: float) -> str:
    """Return the quotient as text, "-" for a denominator of 0."""
    return f"{numerator / denominator:.2f}" if denominator else "-"


def match_table(result: MatchResult, above: Sequence[tuple[str, str]] = ()) -> Table:
    """Return the table of a match: results, their confidence, and costs, below other rows."""
    match, rows = result.match, [*above]
    for name, spec in (("A", match.a), ("B", match.b)):
        limits = match.time_control.words()
        rows.append((name, f"{spec}  ({limits})" if limits else spec))
    rows += [*_rates(result), *_spending(result)]
    if result.forfeits:
        endings = (f"{kind} {games}" for kind, games in result.endings.items())
        rows.append(("endings", ", ".join(endings)))
    rows += (("forfeits", f"{games}: {cause}") for cause, games in result.forfeits.items())
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    return table


def _rates(result: MatchResult) -> Iterator[tuple[str, str]]:
    (won, tied, lost), (least, most) = result.pairs, result.margin_interval
    classes = f"{result.effective_number:.1f} classes of openings"
    low, high = elo_interval(result.points_interval)
    yield "games", _games_text(result, has_randomness(result.match))
    yield "pairs", f"{result.pairs.pairs}: A won {won}, tied {tied}, lost {lost}"
    yield "pair win rate of A", percent(result.pairs.win_rate)
    yield "   95 % interval", f"{_between(result.win_rate_interval)}  ({classes})"
    yield "game points of A", _points_text(result)
    yield "   95 % interval", _between(result.points_interval)
    yield "   Elo of A over B", f"{elo(result.points_share):+.0f}  ({low:+.0f} to {high:+.0f})"
    yield "discs of A over B", f"{result.margin:+.1f}  ({least:+.1f} to {most:+.1f})"


def _games_text(result: MatchResult, chance: bool) -> str:
    """Describe the number of games, and if repetitions could add to them."""
    games, distinct = result.totals.games, result.distinct_games
    text = f"{games}, {'all' if distinct == games else distinct} different"
    return text if chance else f"{text}; without chance: repeating them adds nothing"


def _points_text(result: MatchResult) -> str:
    totals, share = result.totals, percent(result.points_share)
    if 2 * result.pairs.pairs == totals.games:
        return f"{totals.points:g} of {totals.games} = {share}"
    return f"{totals.points:g} of {totals.games}; in complete pairs {share}"


def _spending(result: MatchResult) -> Iterator[tuple[str, str]]:
    games, a, b = result.totals.games or 1, result.totals.a, result.totals.b
    for name, form, ours, theirs in (
        ("nodes", ",.0f", a.nodes, b.nodes),
        ("CPU ms", ",.2f", 1000 * a.cpu_seconds, 1000 * b.cpu_seconds),
    ):
        means = f"A {ours / games:{form}}, B {theirs / games:{form}}"
        yield f"{name} per game", f"{means}, B/A {ratio(theirs, ours)}"


def _list_cells(row: dict[str, Any]) -> tuple[str, ...]:
    state = row["played"] if row["complete"] else f"unfinished: {row['played']}"
    date, code = row["asked"].partition(" ")[0], row["code"][:SHORT_CODE]
    return row["id"][:8], row["kind"], row["a"], row["b"], str(row["openings"]), state, date, code


def list_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return a table of contests, a row each."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for heading in LIST_COLUMNS:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*_list_cells(row))
    return table
