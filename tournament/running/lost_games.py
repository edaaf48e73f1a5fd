"""What becomes of games whose process has died, or was ended, while they were played."""

from collections.abc import Iterable, Mapping

from tournament.games.play import GameRecord
from tournament.running import watchdog, workers
from tournament.running.watchdog import Turn
from tournament.running.workers import Assignment

FALSE_STARTS = 3
"""How often in a row processes may die before they begin a game, until no more are started."""


class LostGames:
    """Which games lost their process, and which of them are lost for the side to move.

    `alone` are the numbers of those that are to be played alone: if their process dies again, it
    was their doing. `hopeless` says that processes died again and again before they began a game.
    """

    def __init__(self, move_seconds: float) -> None:
        self._move_seconds = move_seconds
        self._false_starts = 0
        self.alone: set[int] = set()

    @property
    def hopeless(self) -> bool:
        """Whether it makes no sense to start another process."""
        return self._false_starts >= FALSE_STARTS

    def played(self) -> None:
        """A process has done what it was given."""
        self._false_starts = 0

    def overdue(self, games: Iterable[Assignment]) -> dict[int, Turn]:
        """The reports of the games in which a player has not answered for too long, by number."""
        turns = {game.number: watchdog.last_turn(game.turns, game.number) for game in games}
        return {
            number: turn
            for number, turn in turns.items()
            if turn is not None and turn.overdue(self._move_seconds)
        }

    def decide(
        self, games: Iterable[Assignment], overdue: Mapping[int, Turn], explained: bool
    ) -> dict[int, GameRecord]:
        """The records of the games that are lost, by number; the others are to be played again.

        games: all whose process is gone. Lost are those of an `overdue` player, and those
        whose process died although they were played alone. Where it is not `explained` why the
        process is gone, the others that had begun will be played alone.
        """
        records = {}
        begun = False
        for game in games:
            late = overdue.get(game.number)  # it may have answered since
            turn = late or watchdog.last_turn(game.turns, game.number)
            begun = begun or turn is not None
            if turn is None or (late is None and explained):
                continue
            if late or game.number in self.alone:
                is_late = late is not None
                records[game.number] = workers.lost(game, turn, self._move_seconds, is_late)
            else:
                self.alone.add(game.number)
        self._false_starts = 0 if begun else self._false_starts + 1
        return records
