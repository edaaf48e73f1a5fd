"""Results of matches as plain data, and games as rows."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from othello.cli.command import without_gc
from othello.intervals import Interval
from othello.notation import square_name
from othello.position import Position
from othello.symmetry import SYMMETRIES, transform_square
from tournament.games.match import Match, has_randomness
from tournament.games.openings import GameKey, canonical_opening, opening_name
from tournament.games.play import UNFORFEITED, GameResult
from tournament.statistics.pairs import (
    Pair,
    PairScores,
    class_bootstrap,
    complete_pairs,
    disc_interval,
    effective_number,
    elo,
    elo_interval,
    pair_scores,
    pentanomial,
    superiority,
)
from tournament.storage.rows import sum_games
from tournament.storage.store import Store

GAME_FIELDS = (
    *("tournament", "black", "white", "a_has", "opening", "opening_moves"),
    *("result", "ending", "transcript", "black_nodes", "black_cpu_seconds", "black_moves"),
    *("white_nodes", "white_cpu_seconds", "white_moves", "ending_type", "stderr"),
)

SQUARES = {square_name(square): square for square in range(64)}
IMAGE_TABLES = [
    bytes(transform_square(square % 64, index) for square in range(256))
    for index in range(SYMMETRIES)
]
"""Tables for `bytes.translate`: the image of each square under each symmetry."""


@without_gc()
def stored_result(store: Store, match: Match) -> dict[str, Any]:
    """Return the result of the stored games of a match as plain data."""
    games = store.games(match.id, details=False)
    return match_result(match, complete_pairs(games), [*games.items()])


def intervals_of(scored: PairScores, same_player: bool) -> tuple[Interval, Interval, Interval]:
    """Return the 95 % intervals of pair win rate, share of game points and disc margin.

    A player without chance, playing itself, is even in any opening: the intervals are points.
    """
    scores, shares, margins, classes = scored
    if same_player:
        return Interval(0.5, 0.5), Interval(0.5, 0.5), Interval(0.0, 0.0)
    ends = class_bootstrap(scores, classes), class_bootstrap(shares, classes)
    return *ends, disc_interval(margins, classes)


def match_result(
    match: Match, pairs: Sequence[Pair], games: Sequence[tuple[GameKey, GameResult]]
) -> dict[str, Any]:
    """Return the result of some pairs of a match, and of the games they come from, as plain data.

    All rates and ratings are A's; incomplete pairs are left out of them. The intervals are over
    classes of openings, which weigh as much as `effective_number` independent ones.
    `distinct_games` differ in more than a symmetry of the board. `forfeits` counts games by cause,
    `endings` by type.
    """
    scored = pair_scores(pairs)
    shares, margins = scored.shares, scored.margins
    counted = [int((scored.scores == score).sum()) for score in (1.0, 0.5, 0.0)]
    totals = sum_games(games)
    share = float(shares.mean()) if pairs else 0.5
    chance, all_tied = has_randomness(match), counted[1] == len(pairs) > 0
    same_player = match.a == match.b and not chance and all_tied
    pair_ends, share_ends, disc_ends = intervals_of(scored, same_player)
    los, normalized_elo = superiority(shares, scored.classes)
    forfeits = Counter(game.ending for _, game in games if game.kind not in UNFORFEITED)
    limits = {spec: match.time_control_of(spec).data() for spec in (match.a, match.b)}
    return {
        "tournament": match.id,
        "complete": totals.games == match.game_count,
        "pairs": len(pairs),
        "pairs_won_tied_lost": counted,
        "pair_win_rate": float(scored.scores.mean()) if pairs else 0.5,
        "interval": list(pair_ends),
        "effective_number": effective_number(scored.classes),
        "games": totals.games,
        "distinct_games": count_distinct(games),
        "chance": chance,
        "game_points": totals.points,
        "game_points_share": share,
        "game_points_interval": list(share_ends),
        "elo": finite(elo(share)),
        "elo_interval": [finite(end) for end in elo_interval(share_ends)],
        "los": los,
        "normalized_elo": normalized_elo,
        "pentanomial": list(pentanomial(pairs)),
        "disc_margin": float(margins.mean()) if pairs else 0.0,
        "disc_margin_interval": list(disc_ends),
        "forfeits": dict(sorted(forfeits.items())),
        "endings": dict(sorted(Counter(game.kind for _, game in games).items())),
        "a": {"spec": match.a, "limits": limits[match.a], **totals.a._asdict()},
        "b": {"spec": match.b, "limits": limits[match.b], **totals.b._asdict()},
    }


def finite(value: float | None) -> float | None:
    """Return the number, None for an infinite or unknown one, which JSON lacks."""
    return value if value is not None and math.isfinite(value) else None


def game_rows(
    store: Store, matches: Iterable[Match], with_details: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield a row for each game; `result` is black's disc difference, `a_has` A's colour.

    `with_details` adds score, depth, nodes and microseconds of CPU time of each move after the
    opening.
    """
    for match in matches:
        for key, game in store.games(match.id).items():
            players = (match.a, match.b) if key.a_black else (match.b, match.a)
            values = (
                *(match.id, *players, "black" if key.a_black else "white"),
                *(key.opening, opening_name(key.opening)),
                *(game.result, game.ending, game.transcript, *game.black, *game.white),
                *(game.kind, game.stderr),
            )
            row = dict(zip(GAME_FIELDS, values, strict=True))
            yield {**row, "details": game.details} if with_details else row


def canonical_game(key: GameKey, game: GameResult) -> tuple[bytes, bool, int, Position]:
    """Return a game up to symmetry: its moves, A's colour, its result and its first position.

    `moves` are the squares after the opening, under the symmetry that leads to the canonical
    position; the least sequence if several symmetries do.
    """
    position, symmetries = canonical_opening(key.opening)
    number = game.black.moves + game.white.moves
    text = game.transcript[-2 * number :] if number else ""
    squares = bytes(SQUARES[text[place : place + 2]] for place in range(0, len(text), 2))
    images = (squares.translate(image) for image in IMAGE_TABLES)
    moves = min(image for index, image in enumerate(images) if symmetries >> index & 1)
    return moves, key.a_black, game.result, position


def count_distinct(games: Iterable[tuple[GameKey, GameResult]]) -> int:
    """Count games that differ in more than a symmetry; each game without moves counts as one."""
    canonical = [canonical_game(*game) for game in games]
    with_moves = {game for game in canonical if game[0]}
    return len(with_moves) + sum(not moves for moves, *_ in canonical)
