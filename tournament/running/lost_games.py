"""What becomes of games whose process has died, or was ended, or that are void."""

from collections.abc import Iterable, Mapping

from othello.faults import shown
from tournament.games.endings import VOID, raised
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


class Voids:
    """The void games of a run, which are played again, but not for ever.

    It is told of each game in the order of their ends.

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


def cannot_play(game: Assignment, record: GameRecord) -> str:
    """The line about a game of kind SET_UP: the player, its fault, and its last line of stderr."""
    cause = raised(record.ending) or record.ending
    last = next((line for line in reversed(record.stderr.splitlines()) if line.strip()), "")
    if last and shown(last) not in cause:
        cause += f"; it said: {shown(last)}"
    who = f"{shown(game.spec(record.result < 0))}: " if record.result else ""
    return f"a player cannot play: {who}{cause}"
