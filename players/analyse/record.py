"""What many games of one player amount to: results, losses, mistakes and openings, as numbers.

>>> share_text(share(7, 10))
'70 % (40–89)'
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from othello.intervals import t_quantile, wilson
from othello.rules import SCORE_SCALE
from players.coach.accuracy import move_accuracy
from players.coach.mistakes import ENDGAME, MIDGAME, OPENING
from players.levels import LEVELS

FEWEST = 3
"""A mean of fewer games has no interval."""
RECENT = 10
"""Over so many games a mean runs."""
PLUS_MINUS, EN_DASH = "\N{PLUS-MINUS SIGN}", "\N{EN DASH}"
UNEXPLAINED = ""
"""The kind of a mistake of which nothing is seen on the board: one has to look ahead."""


class OwnMove(NamedTuple):
    """A move that was judged, of a phase of the game: what it lost, and why.

    `lost` is in hundredths of a disc; `kinds` are those of a mistake, of `players.coach.words`.
    """

    phase: str
    lost: int
    kinds: tuple[str, ...] = ()


class OwnGame(NamedTuple):
    """A game of the player: when, with which colour, against whom, to what end.

    `date` begins with year, month and day, "" where nobody says it. `points` are 1, 0.5 or 0, None
    of a game without an end. Of the `moves` of the player, those with a choice, some are `judged`.
    """

    date: str
    black: bool
    opponent: str
    points: float | None
    opening: str
    moves: int
    judged: tuple[OwnMove, ...] = ()

    @property
    def reviewed(self) -> bool:
        """Whether all moves of the player are judged."""
        return self.moves > 0 and len(self.judged) == self.moves


class PointShare(NamedTuple):
    """The share of the points of games, with its 95 % interval; both 0 to 1."""

    points: float
    games: int
    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The share."""
        return self.points / self.games


class MoveMean(NamedTuple):
    """A mean over moves, such as what they lost, with its 95 % interval, `error` to each side.

    `error` is None of fewer games than FEWEST.
    """

    value: float
    error: float | None
    moves: int
    games: int


class Results(NamedTuple):
    """How games ended."""

    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> PointShare | None:
        """The share of the points; None without a game."""
        games = sum(self)
        return share(self.won + self.drawn / 2, games) if games else None


def _summed(all_results: Iterable[Results]) -> Results:
    """The results of several rows."""
    return Results(*map(sum, zip(Results(0, 0, 0), *all_results, strict=True)))


class OpponentRow(NamedTuple):
    """The results against one opponent, by the player's colour."""

    name: str
    black: Results
    white: Results

    @property
    def both(self) -> Results:
        """With either colour."""
        return _summed((self.black, self.white))


class OpeningRow(NamedTuple):
    """How games of one opening ended, and what the player's moves lost in their first phase."""

    name: str
    games: int
    results: Results
    loss: MoveMean | None


class MistakeRow(NamedTuple):
    """A kind of mistake: how many there were, in how many games, and what all of them lost."""

    kind: str
    times: int
    games: int
    lost: float


class SeriesPoint(NamedTuple):
    """A reviewed game: what its moves lost, and the mean of it and those before, RECENT at most."""

    date: str
    loss: float
    running: MoveMean


class Record(NamedTuple):
    """What the games of a player amount to; games without an end count for losses alone."""

    games: int
    unfinished: int
    first: str
    last: str
    opponents: tuple[OpponentRow, ...]
    loss: MoveMean | None
    accuracy: MoveMean | None
    phases: tuple[tuple[str, MoveMean | None], ...]
    series: tuple[SeriesPoint, ...]
    mistakes: tuple[MistakeRow, ...]
    openings: tuple[OpeningRow, ...]

    @property
    def reviewed(self) -> int:
        """How many games are reviewed."""
        return len(self.series)

    @property
    def total(self) -> OpponentRow:
        """The results against all opponents."""
        rows = self.opponents
        black, white = _summed(row.black for row in rows), _summed(row.white for row in rows)
        return OpponentRow("", black, white)


def share(points: float, games: int) -> PointShare:
    """The share of `points` in `games`; a draw is half a point, which makes the interval wide."""
    return PointShare(points, games, *wilson(points / games, games))


def in_discs(move: OwnMove) -> float:
    """What a move lost, in discs."""
    return move.lost / SCORE_SCALE


def in_percent(move: OwnMove) -> float:
    """How accurate a move was, in percent."""
    return move_accuracy(move.lost)


def move_mean(
    games: Iterable[Sequence[OwnMove]], value: Callable[[OwnMove], float] = in_discs
) -> MoveMean | None:
    """The mean of a value over the moves of these games; None without a move.

    Moves of one game are not independent: the error is that of a ratio of sums over games.
    Source: Cochran 1977, section 6.4.
    """
    sums = [(sum(map(value, moves)), len(moves)) for moves in games if moves]
    count = sum(moves for _, moves in sums)
    if not count:
        return None
    mean, games_counted = sum(total for total, _ in sums) / count, len(sums)
    error = None
    if games_counted >= FEWEST:
        squares = sum((total - mean * moves) ** 2 for total, moves in sums)
        deviation = math.sqrt(squares * games_counted / (games_counted - 1)) / count
        error = t_quantile(games_counted - 1) * deviation
    return MoveMean(mean, error, count, games_counted)


def _in_phase(game: OwnGame, phase: str) -> list[OwnMove]:
    return [move for move in game.judged if move.phase == phase]


def results(games: Iterable[OwnGame]) -> Results:
    """How those of the games that have an end ended."""
    points = [game.points for game in games]
    return Results(points.count(1), points.count(0.5), points.count(0))


def _grouped(
    games: Iterable[OwnGame], key: Callable[[OwnGame], str]
) -> list[tuple[str, list[OwnGame]]]:
    ordered = sorted(games, key=key)
    return [(name, list(members)) for name, members in groupby(ordered, key)]


def _opponents(games: Sequence[OwnGame]) -> tuple[OpponentRow, ...]:
    """The opponents of games that have an end: levels from the weakest on, then names."""
    places = {level.name: place for place, level in enumerate(LEVELS)}
    rows = [
        OpponentRow(name, *(results(g for g in members if g.black == black) for black in (1, 0)))
        for name, members in _grouped(games, lambda game: game.opponent)
    ]
    ended = (row for row in rows if sum(row.both))
    return tuple(sorted(ended, key=lambda row: (places.get(row.name, len(places)), row.name)))


def _openings(games: Sequence[OwnGame]) -> tuple[OpeningRow, ...]:
    """The openings, those played most first; "" is none that has a name."""
    rows = []
    for name, members in _grouped(games, lambda game: game.opening):
        lost = move_mean(_in_phase(game, OPENING) for game in members if game.reviewed)
        rows.append(OpeningRow(name, len(members), results(members), lost))
    return tuple(sorted(rows, key=lambda row: (not row.name, -row.games, row.name)))


def _mistakes(games: Sequence[OwnGame]) -> tuple[MistakeRow, ...]:
    """The kinds of mistakes, those that cost most in all first, UNEXPLAINED last."""
    found: dict[str, list[tuple[int, int]]] = {}
    for number, game in enumerate(games):
        for move in game.judged:
            for kind in move.kinds:
                found.setdefault(kind, []).append((number, move.lost))
    rows = [
        MistakeRow(kind, len(each), len({n for n, _ in each}), sum(x for _, x in each))
        for kind, each in found.items()
    ]
    rows = [row._replace(lost=row.lost / SCORE_SCALE) for row in rows]
    return tuple(sorted(rows, key=lambda row: (row.kind == UNEXPLAINED, -row.lost, row.kind)))


def _series(games: Sequence[OwnGame]) -> tuple[SeriesPoint, ...]:
    """The reviewed games, in their order."""
    found = []
    for place, game in enumerate(games):
        own = move_mean([game.judged])
        running = move_mean(each.judged for each in games[max(0, place + 1 - RECENT) : place + 1])
        assert own is not None and running is not None
        found.append(SeriesPoint(game.date, own.value, running))
    return tuple(found)


def record_of(games: Iterable[OwnGame]) -> Record:
    """What the games of a player amount to."""
    ordered = sorted(games, key=lambda game: game.date)
    reviewed = [game for game in ordered if game.reviewed]
    dates = [game.date[:10] for game in ordered if game.date]
    return Record(
        games=len(ordered),
        unfinished=sum(game.points is None for game in ordered),
        first=min(dates, default=""),
        last=max(dates, default=""),
        opponents=_opponents(ordered),
        loss=move_mean(game.judged for game in reviewed),
        accuracy=move_mean((game.judged for game in reviewed), in_percent),
        phases=tuple(
            (phase, move_mean(_in_phase(game, phase) for game in reviewed))
            for phase in (OPENING, MIDGAME, ENDGAME)
        ),
        series=_series(reviewed),
        mistakes=_mistakes(reviewed),
        openings=_openings(ordered),
    )


def reach_of(points: Iterable[SeriesPoint]) -> float:
    """The value at the upper edge of a chart: an even number of discs that holds all, or one."""
    most = max((point.loss for point in points), default=0.0)
    return 1.0 if most <= 1 else 2.0 * -(-most // 2)


def mean_text(found: MoveMean | None, decimals: int = 1) -> str:
    """A mean with its 95 % interval: "1.4 ± 0.3"; "" for none."""
    if found is None:
        return ""
    error = "" if found.error is None else f" {PLUS_MINUS} {found.error:.{decimals}f}"
    return f"{found.value:.{decimals}f}{error}"


def ended_text(results: Results) -> str:
    """How many games were won, drawn and lost: "3–0–1"; "" for none."""
    return EN_DASH.join(map(str, results)) if any(results) else ""


def share_text(share: PointShare | None) -> str:
    """Points in percent with their 95 % interval: "60 % (31–83)"; "" for none."""
    if share is None:
        return ""
    return f"{100 * share.value:.0f} % ({100 * share.lower:.0f}{EN_DASH}{100 * share.upper:.0f})"
