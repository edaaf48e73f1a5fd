"""What a stored tournament amounts to: the one way from games to numbers."""

from collections import Counter
from typing import NamedTuple

from othello.openings import four_move_openings
from tournament import statistics
from tournament.identity import Tournament
from tournament.match import FINISHED
from tournament.pairs import PairCount, complete_pairs, count_pairs, pentanomial
from tournament.statistics import Interval
from tournament.store import Store, Totals


class Standing(NamedTuple):
    """A tournament's result, all rates for A; pairs with a game still missing are left out.

    `interval` is that of the pair win rate and `points_interval` that of the
    share of game points, both over the openings' classes, which weigh as much
    as `effective_number` independent ones. `forfeits` counts games by cause.
    """

    tournament: Tournament
    pairs: PairCount
    interval: Interval
    points_interval: Interval
    effective_number: float
    pentanomial: tuple[int, int, int, int, int]
    totals: Totals
    forfeits: dict[str, int]

    @property
    def complete(self) -> bool:
        """Whether every game has been played."""
        return self.totals.games == len(self.tournament.fixtures)


def standing(store: Store, tournament: Tournament) -> Standing:
    """The result of the games that are stored, complete or not."""
    games = store.games(tournament.id)
    pairs = complete_pairs(games)
    openings = four_move_openings()
    classes = [openings[pair.opening].board_class for pair in pairs]
    endings = Counter(game.ending for game in games.values() if game.ending != FINISHED)
    return Standing(
        tournament,
        count_pairs(pairs),
        statistics.class_bootstrap([pair.score for pair in pairs], classes),
        statistics.class_bootstrap([pair.points / 2 for pair in pairs], classes),
        statistics.effective_number(classes),
        pentanomial(pairs),
        store.totals(tournament.id),
        dict(sorted(endings.items())),
    )
