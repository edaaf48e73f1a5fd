"""What the stored games of a tournament amount to: numbers, plain data, rows for other programs."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from othello.cli.command import uncollected
from othello.cli.output import write_csv
from othello.intervals import Interval
from tournament.games.openings import opening_name
from tournament.games.play import GameRecord
from tournament.games.repeats import distinct_games
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament, has_chance
from tournament.results.columns import GameColumns, columns_of, count_endings, game_columns
from tournament.statistics.pairs import (
    DISC_BOUNDS,
    Pair,
    PairCount,
    class_bootstrap,
    class_votes,
    design_effect,
    effective_number,
    elo,
    elo_interval,
    sign_test,
)
from tournament.statistics.pentanomial import Pentanomial, pentanomial_statistics
from tournament.storage.rows import Totals
from tournament.storage.store import Store

GAME_FIELDS = (
    *("tournament", "black", "white", "a_has", "opening", "opening_moves"),
    *("result", "ending", "transcript", "black_nodes", "black_cpu_seconds", "black_moves"),
    *("white_nodes", "white_cpu_seconds", "white_moves", "ending_type", "stderr", "contest"),
)


class Standing(NamedTuple):
    """A tournament's result, all rates for A; pairs with a game still missing are left out.

    `win_rate_interval` is that of the pair win rate, `points_interval` that of the share of
    game points and `margin_interval` that of A's disc difference in a game, all over
    the openings' classes, which weigh as much as `effective_number` independent
    ones; `design_effect` is what they do to the variance of the points, and
    `votes` how many of them A won, tied and lost.
    `distinct_games` do not repeat another one but for a symmetry of the board.
    `forfeits` counts those lost by a fault by its cause, `endings` all games by type.
    """

    tournament: Tournament
    pairs: PairCount
    win_rate_interval: Interval
    points_interval: Interval
    margin: float
    margin_interval: Interval
    effective_number: float
    design_effect: float
    votes: PairCount
    pentanomial: tuple[int, int, int, int, int]
    totals: Totals
    distinct_games: int
    forfeits: dict[str, int]
    endings: dict[str, int]

    @property
    def spread(self) -> Pentanomial:
        """What the pairs say when they are counted by A's game points."""
        return pentanomial_statistics(self.pentanomial, self.design_effect, self.effective_number)

    @property
    def points_share(self) -> float:
        """A's share of the game points of complete pairs, as its interval is; 0.5 without any."""
        return self.spread.mean

    @property
    def complete(self) -> bool:
        """Whether every game has been played."""
        return self.totals.games == self.tournament.game_count


@uncollected()
def standing(store: Store, tournament: Tournament) -> Standing:
    """The result of the games that are stored, complete or not."""
    columns = game_columns(store.plain_rows(tournament.id))
    return _standing_of(tournament, columns, store.totals(tournament.id))


def standing_of(
    tournament: Tournament,
    pairs: Sequence[Pair],
    games: Sequence[tuple[Fixture, GameRecord]],
    totals: Totals,
) -> Standing:
    """The result of these pairs, and of the games that they and others come from."""
    told = count_endings((game.kind, game.ending) for _, game in games)
    columns = GameColumns(columns_of(pairs), distinct_games(games), *told)
    return _standing_of(tournament, columns, totals)


def _standing_of(tournament: Tournament, games: GameColumns, totals: Totals) -> Standing:
    pairs = games.pairs
    margins, classes = pairs.margins, pairs.classes
    return Standing(
        tournament,
        pairs.pair_count,
        class_bootstrap(pairs.scores, classes),
        class_bootstrap(pairs.shares, classes),
        float(margins.mean()) if len(margins) else 0.0,
        class_bootstrap(margins, classes, bounds=DISC_BOUNDS),
        effective_number(classes),
        design_effect(pairs.shares, classes),
        class_votes(pairs.scores, classes),
        pairs.pentanomial,
        totals,
        games.distinct,
        dict(sorted(games.forfeits.items())),
        dict(sorted(games.endings.items())),
    )


def finite(value: float | None) -> float | None:
    """The number, None for an infinite or unknown one, which JSON does not have."""
    return value if value is not None and math.isfinite(value) else None


def standing_data(standing: Standing) -> dict[str, Any]:
    """A tournament's result as plain data; all rates and ratings are A's."""
    asked, totals, spread = standing.tournament, standing.totals, standing.spread
    share = standing.points_share
    sides = (("a", asked.a, totals.a), ("b", asked.b, totals.b))
    return {
        "tournament": asked.id,
        "complete": standing.complete,
        "pairs": standing.pairs.pairs,
        "pairs_won_tied_lost": list(standing.pairs),
        "pair_win_rate": standing.pairs.win_rate,
        "interval": list(standing.win_rate_interval),
        "effective_number": standing.effective_number,
        "design_effect": standing.design_effect,
        "classes_won_tied_lost": list(standing.votes),
        "sign_test": sign_test(standing.votes),
        "games": totals.games,
        "distinct_games": standing.distinct_games,
        "chance": has_chance(asked),
        "game_points": totals.points,
        "game_points_share": share,
        "game_points_interval": list(standing.points_interval),
        "elo": finite(elo(share)),
        "elo_interval": [finite(end) for end in elo_interval(standing.points_interval)],
        "pentanomial": list(standing.pentanomial),
        "normalised_elo": finite(spread.normalised_elo),
        "normalised_elo_interval": [
            finite(spread.normalised(end)) for end in standing.points_interval
        ],
        "likelihood_of_superiority": spread.superiority,
        "disc_margin": standing.margin,
        "disc_margin_interval": list(standing.margin_interval),
        "forfeits": standing.forfeits,
        "endings": standing.endings,
        **{
            name: {"spec": spec, "limits": asked.terms(name == "a").data(), **spent._asdict()}
            for name, spec, spent in sides
        },
    }


def game_rows(
    store: Store,
    tournaments: Iterable[Tournament],
    contests: Mapping[str, str],
    with_details: bool = False,
) -> Iterator[dict[str, Any]]:
    """One row for each game; `result` is black's disc difference, `a_has` A's colour.

    contests: the id that is shown of what each tournament was played for, by its id.

    With details, what players said of each move after the opening: score, depth, nodes and
    microseconds of CPU time.
    """
    for asked in tournaments:
        for fixture, game in store.games(asked.id).items():
            players = (asked.a, asked.b) if fixture.a_black else (asked.b, asked.a)
            values = (
                *(asked.id, *players, "black" if fixture.a_black else "white"),
                *(fixture.opening, opening_name(fixture.opening)),
                *(game.result, game.ending, game.transcript, *game.black, *game.white),
                *(game.kind, game.stderr, contests.get(asked.id, asked.id)),
            )
            row = dict(zip(GAME_FIELDS, values, strict=True))
            yield {**row, "details": game.details} if with_details else row


def table_rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of an answer: those of a ladder, the matches of an event, or the only one.

    Matches of an event have the ratings of both players, `a_rating` and `b_rating`.
    """
    rows = data.get("rows") or data.get("matches") or [data]
    return [dict(_flatten({**row, **_common_figures(row, data)})) for row in rows]


def _common_figures(row: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """What an answer says of all matches together, for the row of one of them."""
    rated = {player["spec"]: player for player in data.get("players", ())}
    return {
        f"{side}_{name}": rated[row[side]["spec"]][value]
        for side in ("a", "b")
        for name, value in (("rating", "elo"), ("rating_interval", "elo_interval"))
        if rated and side in row
    }


def _flatten(data: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of nested data, under names such as "a_nodes"; lists get a number behind."""
    for name, value in data.items():
        if isinstance(value, list):
            value = dict(enumerate(value))
        if isinstance(value, dict):
            yield from _flatten(value, f"{before}{name}_")
        else:
            yield f"{before}{name}", value


def write_rows(rows: Iterable[dict[str, Any]], stream: TextIO, columns: Sequence[str] = ()) -> None:
    """Write rows as CSV below these names, by default those of all columns that any of them has."""
    if not columns:
        rows = list(rows)
        columns = [*dict.fromkeys(name for row in rows for name in row)]
    write_csv(rows, stream, columns)
