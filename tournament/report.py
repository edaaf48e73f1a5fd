"""Results as plain data, every rate with whose it is."""

import math
from collections.abc import Sequence
from typing import Any

from tournament import statistics
from tournament.ladder import Ladder, Rung, curves
from tournament.match import Side
from tournament.results import Standing


def _finite(value: float) -> float | None:
    """The number, None for an infinite one, which JSON does not have."""
    return value if math.isfinite(value) else None


def _side_data(spec: str, side: Side) -> dict[str, Any]:
    """What a player is and what it spent."""
    return {"spec": spec, **side._asdict()}


def _pentanomial_data(counts: Sequence[int]) -> dict[str, Any]:
    """What follows from the pairs counted by A's game points."""
    spread = statistics.pentanomial_statistics(counts)
    return {
        "pentanomial": list(counts),
        "normalised_elo": _finite(spread.normalised_elo),
        "likelihood_of_superiority": spread.superiority,
    }


def standing_data(standing: Standing) -> dict[str, Any]:
    """A tournament's result as plain data; all rates and ratings are A's."""
    asked, totals = standing.tournament, standing.totals
    share = totals.points / totals.games if totals.games else 0.5
    return {
        "tournament": asked.id,
        "complete": standing.complete,
        "pairs": standing.pairs.pairs,
        "pairs_won_tied_lost": list(standing.pairs),
        "pair_win_rate": standing.pairs.win_rate,
        "interval": list(standing.interval),
        "effective_number": standing.effective_number,
        "sign_test": statistics.sign_test(standing.pairs),
        "games": totals.games,
        "game_points": totals.points,
        "game_points_share": share,
        "game_points_interval": list(standing.points_interval),
        "elo": _finite(statistics.elo(share)),
        "elo_interval": [_finite(end) for end in statistics.elo_interval(standing.points_interval)],
        **_pentanomial_data(standing.pentanomial),
        "forfeits": standing.forfeits,
        "a": _side_data(asked.a, totals.a),
        "b": _side_data(asked.b, totals.b),
    }


def ladder_data(
    ladder: Ladder, rungs: Sequence[Rung], standings: Sequence[Standing], complete: bool
) -> dict[str, Any]:
    """A ladder's rows as plain data."""
    rows = [
        {
            "a_depth": rung.levels.a,
            "b_depth": rung.levels.b,
            "curve": curve,
            **standing_data(result),
        }
        for rung, curve, result in zip(rungs, curves(rungs), standings, strict=True)
    ]
    players = {"a": ladder.a, "b": ladder.b, "cost": ladder.cost}
    return {"ladder": ladder.id, "complete": complete, **players, "rows": rows}
