"""What becomes of games whose process has died, or was ended, or that are void."""

from collections.abc import Iterable, Sequence

from othello.cli.errors import short_repr
from tournament.games.endings import VOID, raised
from tournament.games.play import GameRecord
from tournament.running import watchdog, workers
from tournament.running.watchdog import Turn
from tournament.running.workers import Assignment

FALSE_STARTS = 3
"""How often in a row processes may die before they begin a game, until no more are started."""


class LostGames:
    """Decides which game is lost with a worker, and for whom.

    `hopeless` says that workers died again and again before they began a game.
    """

    def __init__(self, move_seconds: float) -> None:
        self._move_seconds = move_seconds
        self._false_starts = 0
        self._overdue: dict[int, Turn] = {}
        self._died: set[int] = set()

    @property
    def hopeless(self) -> bool:
        """True if it makes no sense to start another worker."""
        return self._false_starts >= FALSE_STARTS

    def played(self) -> None:
        """Note that a worker has done its task."""
        self._false_starts = 0

    def overdue(self, games: Iterable[Assignment]) -> bool:
        """True if a player has not answered for too long in one of these games, which is noted."""
        for game in games:
            turn = watchdog.last_turn(game.turns, game.number)
            if turn is not None and turn.overdue(self._move_seconds):
                self._overdue[game.number] = turn
                return True
        return False

    def decide(self, games: Sequence[Assignment]) -> dict[int, GameRecord]:
        """Return the record of the game that is lost with its worker, by number, if one is.

        games: those that the worker had, one after the other. Lost is the game of an overdue
        player, or one under way as its second worker died. The others are to be played again.
        """
        turns = {game.number: watchdog.last_turn(game.turns, game.number) for game in games}
        late = [game for game in games if game.number in self._overdue]
        begun = late or [game for game in games if turns[game.number]]
        self._false_starts = 0 if begun else self._false_starts + 1
        if not begun:
            return {}
        game = begun[-1]  # the one before it may just have ended
        turn = self._overdue.pop(game.number, None) or turns[game.number]
        if turn is not None and (late or game.number in self._died):
            return {game.number: workers.lost(game, turn, self._move_seconds, bool(late))}
        self._died.add(game.number)
        return {}


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
    if last and short_repr(last) not in cause:
        cause += f"; it said: {short_repr(last)}"
    who = f"{short_repr(game.spec(record.result < 0))}: " if record.result else ""
    return f"a player cannot play: {who}{cause}"
