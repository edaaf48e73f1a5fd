"""One game between two players from an opening: a record, whatever happens."""

import operator
import time
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing import parent_process
from typing import Any, NamedTuple

from othello.cli.errors import first_line
from othello.game import Game
from othello.jit import FIRST_RUN, NumbaError
from othello.notation import square_name
from othello.position import Position
from players.limits import Limits
from players.outside.process import UnaskedError
from players.protocol import Player
from tournament.games import endings
from tournament.games.endings import FINISHED, Forfeit, Unplayable, Void
from tournament.games.schedule import Fixture
from tournament.games.tournament import TimeControl

ALL_DISCS = 64
"""What a forfeit costs: the game is lost 0-64."""

TOO_MUCH = 2**63
"""No side's nodes or CPU seconds in a game reach it: the store holds int64, sums stay finite."""

LEAST_PACE = 0.1
"""The least CPU time for a second of its clock that a player's share is reckoned with."""

LONGEST_TEXT = 200
"""Characters of what a player says that are kept."""


class Side(NamedTuple):
    """What one side spent on a game: nodes and CPU seconds over its moves after the opening."""

    nodes: int = 0
    cpu_seconds: float = 0.0
    moves: int = 0


class MoveDetail(NamedTuple):
    """What a player said of its move, and what it spent on it.

    `score` is in hundredths of a disc for the mover and `depth` in plies, both None if
    the player said neither; CPU time is in microseconds.
    """

    score: int | None
    depth: int | None
    nodes: int
    microseconds: int


class GameRecord(NamedTuple):
    """One game: `result` is black's disc difference, empties to the winner.

    `transcript` has the moves made, passes left out; `ending` is "finished" or
    the cause of a forfeit in one line, and `kind` its type. `details` has one entry for each move
    after the opening, and none at all where they are not known. `stderr` is the end of what the
    program at fault wrote to its standard error, if it was one. A game whose kind is VOID has no
    result: nobody played it.
    """

    result: int
    transcript: str
    ending: str
    black: Side
    white: Side
    details: tuple[MoveDetail | None, ...] = ()
    kind: str = FINISHED
    stderr: str = ""


Games = Mapping[Fixture, GameRecord]
"""Games of a tournament."""


class SideSetup(NamedTuple):
    """Who plays one colour: how to make the player, and the seed of its chances in this game.

    `terms` are what it may spend.
    """

    make: Callable[[], Player]
    seed: int = 0
    terms: TimeControl = TimeControl()


class Timer:
    """A side's limits for each move, and its clock if it has one, which runs on wall time.

    The clock of the system may be set while it runs: that changes nothing here. On a machine
    with too much to do a player is given less CPU time, as much as its clock allows.
    """

    def __init__(self, terms: TimeControl) -> None:
        self._terms = terms
        self._left = terms.clock.seconds if terms.clock else 0.0
        self._began = self._cpu_began = 0.0
        self._wall = self._cpu = 0.0

    def begin(self, position: Position) -> Limits | None:
        """Start the clock; return the limits of the move."""
        self._began, self._cpu_began = time.monotonic(), time.process_time()
        return self._terms.of_a_move(self._left, position.plies_left(), self._pace())

    def end(self) -> float:
        """Stop the clock; return the seconds left, below 0 if the time was up before the move."""
        if self._terms.clock is None:
            return 0.0
        elapsed = time.monotonic() - self._began
        self._wall += elapsed
        self._cpu += time.process_time() - self._cpu_began
        self._left -= elapsed
        if self._left >= 0:
            self._left += self._terms.clock.increment
        return self._left

    def _pace(self) -> float:
        """CPU seconds that this process got for a second of the clock, at most 1."""
        return min(1.0, max(self._cpu, LEAST_PACE * self._wall) / self._wall) if self._wall else 1.0


def forfeit(black_loses: bool, cause: str, kind: str = endings.CRASH) -> GameRecord:
    """The record of a game lost 0-64 by one side, of which nothing else is known."""
    result = -ALL_DISCS if black_loses else ALL_DISCS
    return GameRecord(result, "", cause, Side(), Side(), kind=kind)


def void(cause: str, kind: str = endings.VOID) -> GameRecord:
    """What is said in place of the record of a game that must be played again, if at all."""
    return GameRecord(0, "", cause, Side(), Side(), kind=kind)


def side_name(black: bool) -> str:
    """The colour in words."""
    return "black" if black else "white"


def error_line(error: BaseException) -> str:
    """The type of an error and what it says, in one line."""
    return ": ".join(filter(None, (type(error).__name__, _line(error, first_line))))


def _line(thing: Any, write: Callable[[Any], str]) -> str:
    """The first line of what any object writes; nothing if that raises."""
    try:
        first = next(iter(write(thing).splitlines()), "")
    except Exception:
        return ""
    return first[:LONGEST_TEXT].encode("utf-8", "replace").decode()


def play_game(
    black: SideSetup,
    white: SideSetup,
    opening: Game | None = None,
    on_turn: Callable[[bool, bool], object] = lambda black, moved: None,
) -> GameRecord:
    """The record of one game; a player's fault loses it and is recorded, never raised.

    So is what makes the game void, whose record says no more.

    It begins where `opening` stands, which is not changed, or at the start. `on_turn` is called
    before a player is made and before each of its moves: with True for black, and with True if
    that side has made a move in this game.
    """
    game = Game() if opening is None else opening.copy()
    spent = {True: Side(), False: Side()}
    details: list[MoveDetail] = []
    seats = {True: black, False: white}
    timers = {turn: Timer(seat.terms) for turn, seat in seats.items()}
    players: dict[bool, Player] = {}
    stderr = ""
    try:
        for turn, seat in seats.items():
            on_turn(turn, False)
            players[turn] = player = _guard(turn, seat.make)
            _guard(turn, partial(player.new_game, seat.seed))
        for turn, player in players.items():
            if hasattr(player, "follow"):
                _guard(turn, partial(player.follow, game.copy()))
        while not game.over:
            turn = game.black_to_move
            on_turn(turn, spent[turn].moves > 0)
            limits = timers[turn].begin(game.position)
            answer = _answer(players[turn], turn, game.position, limits)
            if timers[turn].end() < 0:
                raise Forfeit(turn, f"{side_name(turn)} {endings.LOST_ON_TIME}", endings.TIME_OUT)
            spent[turn] = _add(turn, spent[turn], answer)
            game.play(answer.square)
            details.append(answer.detail)
        result, ending, kind = game.result() or 0, FINISHED, FINISHED
    except Void as fault:
        return void(str(fault), fault.kind)
    except Forfeit as fault:
        result, _, ending, *_ = forfeit(fault.black_loses, str(fault))
        kind, stderr = fault.kind, _last_words(players.get(fault.black_loses))
    sides = spent[True], spent[False]
    return GameRecord(result, game.transcript(), ending, *sides, tuple(details), kind, stderr)


def _last_words(player: Player | None) -> str:
    """The end of the standard error of a player that is another program, "" for any other."""
    said = getattr(player, "last_words", None)
    return "" if said is None else said()


def ready_player(seat: SideSetup, black: bool) -> Player:
    """The player of a seat, ready for this game; Forfeit or Void if it cannot be made."""
    player = _guard(black, seat.make)
    _guard(black, partial(player.new_game, seat.seed))
    return player


class Answer(NamedTuple):
    """A legal move of a player, with what it spent and what it said of the move."""

    square: int
    nodes: int
    cpu_seconds: float
    score: int | None
    depth: int | None

    @property
    def detail(self) -> MoveDetail:
        """What is kept of the move; it was checked that no number is beyond int64."""
        return MoveDetail(self.score, self.depth, self.nodes, round(1e6 * self.cpu_seconds))


def _answer(player: Player, black: bool, position: Position, limits: Limits | None) -> Answer:
    """What the player answers; Forfeit if it is no legal move.

    CPU seconds are the player's own count if it gives one, else those of this thread; what
    compiling took of them is not the player's.
    """

    def ask() -> tuple[Any, Answer | None]:
        started, compiling = time.thread_time(), FIRST_RUN.cpu_seconds
        choice = player.choose(position, limits)
        measured = time.thread_time() - started
        compiling = FIRST_RUN.cpu_seconds - compiling
        square = legal_square(position, choice.move)
        if square is None:
            return choice.move, None
        seconds = float(choice.cpu_seconds) or measured
        if compiling:
            seconds = max(0.0, seconds - compiling)
        return choice.move, Answer(square, int(choice.nodes), seconds, *_score_and_depth(choice))

    move, answer = _guard(black, ask)
    if answer is None:
        cause = f"illegal move by {side_name(black)}: {move_text(move)}"
        raise Forfeit(black, cause, endings.ILLEGAL_MOVE)
    return answer


def _score_and_depth(choice: Any) -> tuple[int | None, int | None]:
    """The score and the depth of a choice; None for both if it names no line, score or depth."""
    score, depth = (_whole(choice, name) for name in ("score", "depth"))
    if score or depth or getattr(choice, "variation", None):
        return score, depth
    return None, None


def _whole(choice: Any, name: str) -> int | None:
    """A field of a choice as a whole number that can be kept, None for anything else."""
    try:
        value = int(getattr(choice, name))
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None
    return value if abs(value) < TOO_MUCH else None


def _add(black: bool, spent: Side, answer: Answer) -> Side:
    """What a side has spent after one more move; Forfeit for what nobody can have spent."""
    nodes, seconds = answer.nodes, answer.cpu_seconds
    total = Side(spent.nodes + nodes, spent.cpu_seconds + seconds, spent.moves + 1)
    if nodes < 0 or total.nodes >= TOO_MUCH:
        cause = f"impossible nodes of {side_name(black)}: {_line(nodes, str)}"
        raise Forfeit(black, cause, endings.PROTOCOL_ERROR)
    if not (seconds >= 0 and total.cpu_seconds < TOO_MUCH):  # nan is neither
        cause = f"impossible CPU seconds of {side_name(black)}: {seconds:.6g}"
        raise Forfeit(black, cause, endings.PROTOCOL_ERROR)
    return total


def _guard(black: bool, action: Callable[[], Any]) -> Any:
    """What `action` returns; any fault of the player in it is a Forfeit, any other one Void.

    What does not compile is Unplayable.

    KeyboardInterrupt is Ctrl-C in the process in front, but the player's own in a worker.
    """
    try:
        return action()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and parent_process() is None:
            raise
        if isinstance(error, UnaskedError):
            raise Void(_line(error, str)) from error
        cause = f"exception in {side_name(black)}: {error_line(error)}"
        if isinstance(error, NumbaError):
            raise Unplayable(cause) from error
        raise Forfeit(black, cause, endings.type_of_error(error)) from error


def legal_square(position: Position, move: Any) -> int | None:
    """The square of a legal move, None for anything else."""
    try:
        square = operator.index(move)
    except TypeError:
        return None
    return square if 0 <= square < 64 and int(position.legal()) >> square & 1 else None


def move_text(move: Any) -> str:
    """A move as its square, and whatever else was answered as it is written."""
    try:
        return square_name(operator.index(move))
    except Exception:
        return _line(move, repr) or type(move).__name__
