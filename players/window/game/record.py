"""Statistics of many games of one player: results, losses, mistakes and openings.

>>> results_text(Results(7, 0, 3))
'7–0–3'
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

import numpy as np

from othello.cli.errors import folded
from othello.intervals import normal_quantile, t_quantile, wilson
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.levels import LEVELS
from players.study.coach.mistakes import OPENING

FEWEST = 3
"""Least number of games of a score or a mean with an interval."""
PLUS_MINUS, EN_DASH = "\N{PLUS-MINUS SIGN}", "\N{EN DASH}"
UNEXPLAINED = ""
"""Kind of a mistake without a reason on the board."""
ELO = 400 / math.log(10)
RATED_GAMES = 30
"""Number of recent games that a rating counts."""
FEWEST_RATED = 3
"""Fewest games for a rating."""
FARTHEST = 4000.0
"""Largest distance in Elo from the mean opponent that the search tries."""

LEVEL_RATINGS = dict(
    zip((level.name for level in LEVELS), accumulate(level.gain for level in LEVELS), strict=True)
)
"""Elo of the levels above the first one, from their measured gains.

The last level is stronger than that in a window; see players.levels.
"""


class OwnMove(NamedTuple):
    """A judged move of a phase of the game.

    `lost` is in hundredths of a disc. The rest describes a mistake: the titles of its reasons (see
    `players.study.coach.reasons`), the board before it as a text, and its square. `exact` is True
    if the loss is that under perfect play.
    """

    phase: str
    lost: int
    titles: tuple[str, ...] = ()
    board: str = ""
    move: int = -1
    exact: bool = False


class OwnGame(NamedTuple):
    """A game of the player.

    `date` begins with year, month and day, or is "". `points` are 1, 0.5 or 0, or None for an
    unfinished game. `moves` is the number of the player's moves with a choice; some are `judged`.
    `assisted` games had hints, undo or another level. `reached` are the positions of the opening,
    in canonical form.
    """

    date: str
    black: bool
    opponent: str
    points: float | None
    opening: str
    moves: int
    judged: tuple[OwnMove, ...] = ()
    assisted: bool = False
    reached: frozenset[Position] = frozenset()

    @property
    def reviewed(self) -> bool:
        """True if all moves of the player are judged."""
        return self.moves > 0 and len(self.judged) == self.moves


class Interval(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


def level_rating(games: Sequence[tuple[float, float]]) -> Interval:
    """Likeliest rating of a player, in Elo above the first level.

    `games` are pairs of the opponent's rating and the player's points: 1, 0.5 or 0. One more drawn
    game, against the mean opponent, keeps the rating finite. The interval holds all ratings that a
    likelihood-ratio test does not reject. Source: Bradley and Terry 1952; Wilks 1938.
    """
    from scipy.optimize import brentq  # slow to import
    from scipy.special import expit, log_expit

    mean = sum(rating for rating, _ in games) / len(games)
    ratings, points = np.transpose([*games, (mean, 0.5)])

    def likelihood(value: float) -> float:
        """Logarithm of the likelihood."""
        lead = (value - ratings) / ELO
        return float(np.sum(points * log_expit(lead) + (1 - points) * log_expit(-lead)))

    def surplus(value: float) -> float:
        """Expected points minus those scored; it rises with the rating."""
        return float(np.sum(expit((value - ratings) / ELO) - points))

    lowest, highest = mean - FARTHEST, mean + FARTHEST
    best = brentq(surplus, lowest, highest)
    least = likelihood(best) - normal_quantile() ** 2 / 2
    low, high = (brentq(lambda x: likelihood(x) - least, best, end) for end in (lowest, highest))
    return Interval(best, low, high)


def rating_curve(results: Iterable[tuple[str, float]]) -> tuple[Interval, ...]:
    """Ratings after each game, from pairs of the opponent's name and points in their order.

    Opponents that are no level are left out. Each rating is of the last RATED_GAMES games.
    """
    games = [
        (float(LEVEL_RATINGS[name]), points) for name, points in results if name in LEVEL_RATINGS
    ]
    ends = range(FEWEST_RATED, len(games) + 1)
    return tuple(level_rating(games[max(0, end - RATED_GAMES) : end]) for end in ends)


class MoveMean(NamedTuple):
    """A mean loss of moves, with half its 95 % interval as `error`.

    `error` is None for fewer games than FEWEST.
    """

    value: float
    error: float | None


class Results(NamedTuple):
    """Numbers of games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> Interval | None:
        """Share of the points; draws count as half points, so the interval is wide."""
        games = sum(self)
        value = (self.won + self.drawn / 2) / max(1, games)
        return Interval(value, *wilson(value, games)) if games else None


class OpponentRow(NamedTuple):
    """Results against one opponent, by the player's colour."""

    name: str
    black: Results
    white: Results

    @property
    def both(self) -> Results:
        """Results of both colours."""
        return Results(*map(sum, zip(self.black, self.white, strict=True)))


class OpeningRow(NamedTuple):
    """Results of the games of one opening, and the loss in their first phase."""

    name: str
    games: int
    results: Results
    loss: MoveMean | None


class MistakeRow(NamedTuple):
    """A kind of mistake: its number, the number of games with it, and the loss of all in discs."""

    title: str
    times: int
    games: int
    lost: float


class Record(NamedTuple):
    """Statistics of the games of a player; unfinished games count only for losses.

    `ratings` are those after each rated game; `assisted` games are not rated.
    """

    games: int
    unfinished: int
    opponents: tuple[OpponentRow, ...]
    reviewed: int
    mistakes: tuple[MistakeRow, ...]
    openings: tuple[OpeningRow, ...]
    assisted: int = 0
    ratings: tuple[Interval, ...] = ()

    @property
    def total(self) -> OpponentRow:
        """Results against all opponents."""
        numbers = np.array([row[1:] for row in self.opponents], int).reshape(-1, 2, 3)
        return OpponentRow("", *(Results(*counts) for counts in numbers.sum(axis=0).tolist()))


def move_mean(games: Iterable[Sequence[OwnMove]]) -> MoveMean | None:
    """Mean loss of the moves of games, in discs; None without a move.

    Moves of one game are not independent, so the error is that of a ratio of sums over games.
    Source: Cochran 1977, section 6.4.
    """
    sums = [(sum(m.lost for m in moves) / SCORE_SCALE, len(moves)) for moves in games if moves]
    count = sum(moves for _, moves in sums)
    if not count:
        return None
    mean, games_counted = sum(total for total, _ in sums) / count, len(sums)
    error = None
    if games_counted >= FEWEST:
        squares = sum((total - mean * moves) ** 2 for total, moves in sums)
        deviation = math.sqrt(squares * games_counted / (games_counted - 1)) / count
        error = t_quantile(games_counted - 1) * deviation
    return MoveMean(mean, error)


def results(games: Iterable[OwnGame]) -> Results:
    """Results of the finished games."""
    points = [game.points for game in games]
    return Results(points.count(1), points.count(0.5), points.count(0))


def _grouped(
    games: Iterable[OwnGame], key: Callable[[OwnGame], str]
) -> list[tuple[str, list[OwnGame]]]:
    ordered = sorted(games, key=key)
    return [(name, list(members)) for name, members in groupby(ordered, key)]


def _opponents(games: Sequence[OwnGame]) -> tuple[OpponentRow, ...]:
    """Opponents of finished games: levels from the weakest on, then names."""
    places = {level.name: place for place, level in enumerate(LEVELS)}
    rows = [
        OpponentRow(name, *(results(g for g in members if g.black == black) for black in (1, 0)))
        for name, members in _grouped(games, lambda game: game.opponent)
    ]
    rows = [row for row in rows if sum(row.both)]
    return tuple(sorted(rows, key=lambda r: (places.get(r.name, len(places)), folded(r.name))))


def _openings(games: Sequence[OwnGame]) -> tuple[OpeningRow, ...]:
    """Openings, the most frequent first; "" is an opening without a name."""
    rows = []
    for name, members in _grouped(games, lambda game: game.opening):
        reviewed = (game.judged for game in members if game.reviewed)
        lost = move_mean([m for m in judged if m.phase == OPENING] for judged in reviewed)
        rows.append(OpeningRow(name, len(members), results(members), lost))
    return tuple(sorted(rows, key=lambda row: (not row.name, -row.games, row.name)))


def _mistakes(games: Sequence[OwnGame]) -> tuple[MistakeRow, ...]:
    """Kinds of mistakes, the largest loss first, UNEXPLAINED last."""
    mistakes: dict[str, list[tuple[int, int]]] = {}
    for number, game in enumerate(games):
        for move in game.judged:
            for title in move.titles:
                mistakes.setdefault(title, []).append((number, move.lost))
    rows = []
    for title, cases in mistakes.items():
        numbers, losses = zip(*cases, strict=True)
        rows.append(MistakeRow(title, len(cases), len(set(numbers)), sum(losses) / SCORE_SCALE))
    return tuple(sorted(rows, key=lambda row: (row.title == UNEXPLAINED, -row.lost, row.title)))


def record_of(games: Iterable[OwnGame]) -> Record:
    """Record of the games of a player."""
    ordered = sorted(games, key=lambda game: game.date)
    reviewed = [game for game in ordered if game.reviewed]
    rated = ((g.opponent, g.points) for g in ordered if g.points is not None and not g.assisted)
    return Record(
        games=len(ordered),
        unfinished=sum(game.points is None for game in ordered),
        opponents=_opponents(ordered),
        reviewed=len(reviewed),
        mistakes=_mistakes(reviewed),
        openings=_openings(ordered),
        assisted=sum(game.assisted for game in ordered),
        ratings=rating_curve(rated),
    )


def mean_text(mean: MoveMean | None) -> str:
    """Mean with its 95 % interval: "1.4 ± 0.3"; "" without one."""
    if mean is None:
        return ""
    error = "" if mean.error is None else f" {PLUS_MINUS} {mean.error:.1f}"
    return f"{mean.value:.1f}{error}"


def results_text(results: Results) -> str:
    """Games won, drawn and lost: "3–0–1"; "" without a game."""
    return EN_DASH.join(map(str, results)) if any(results) else ""
