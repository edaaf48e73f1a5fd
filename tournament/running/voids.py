"""Games that are void: played again, but not for ever."""

from tournament.games.endings import VOID
from tournament.games.play import GameRecord


class Voids:
    """What is known of the void games of a run, told of each game in the order of their ends.

    `reason` is "" until there are two voids in a row, and says then, in one line, why the run
    cannot go on: the same game was void when it was played again, or two games that ended one
    after the other were void.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._again: set[int] = set()
        self._last_was_void = False

    def is_void(self, number: int, game: GameRecord) -> bool:
        """Whether the game of this number was void, which is noted."""
        void = game.kind == VOID
        if void and (self._last_was_void or number in self._again):
            which = "a game twice" if number in self._again else "two games one after the other"
            self.reason = f"void, by no player's fault: {which}; the last time: {game.ending}"
        self._last_was_void = void
        (self._again.add if void else self._again.discard)(number)
        return void
