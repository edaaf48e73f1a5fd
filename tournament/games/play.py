"""One game between two players from an opening; every fault becomes a result."""

import operator
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from othello.cli.errors import first_line, place_of, without_colours
from othello.compiling import FIRST_RUN
from othello.game import Game
from othello.jit import NumbaError
from othello.notation import side_name, square_name
from othello.position import Position
from players.limits import Limits
from players.protocol import EngineError, EngineTimeoutError, Player, ProtocolError, UnaskedError
from players.workers import processes
from tournament.games.adjudication import AGREED, SOLVED, Adjudication
from tournament.games.match import TimeControl
from tournament.games.openings import GameKey

FINISHED = "finished"
"""The result is on the board. All endings that are not UNFORFEITED or VOID are forfeits."""

ILLEGAL_MOVE = "illegal move"
CRASH = "crash"
"""A player raised an error or ended its process, or a player's program ended."""

TIME_OUT = "time-out"
"""A clock ran out, or an answer did not come in time."""

PROTOCOL_ERROR = "protocol error"
"""A player's answer was impossible."""

VOID = "void"
"""No player is at fault. The game has no result; it is played again and not stored."""

UNFORFEITED = (FINISHED, AGREED, SOLVED)
STORED_ENDINGS = (*UNFORFEITED, ILLEGAL_MOVE, CRASH, TIME_OUT, PROTOCOL_ERROR)

ALL_DISCS = 64
"""The disc difference of a forfeit, which is lost 0-64."""

TOO_MUCH = 2**63
"""Above a side's nodes and CPU seconds in a game: the store holds int64, sums stay finite."""

LEAST_PACE = 0.1
"""The least CPU seconds for each second of the clock in the computation of a share."""

LONGEST_TEXT = 200
"""Characters kept of a player's message."""
LONGEST_TRACEBACK = 10_000
"""Characters kept of the traceback of a player's error."""


class Forfeit(Exception):  # noqa: N818 - it ends a game, not the program
    """One side loses whatever is on the board; the message is the cause in one line."""

    def __init__(self, black_loses: bool, cause: str, kind: str) -> None:
        super().__init__(cause)
        self.black_loses = black_loses
        self.kind = kind


class Void(Exception):  # noqa: N818 - it ends a game, not the program
    """The game cannot be played, and no player is at fault; the message is one line."""


class SideCosts(NamedTuple):
    """Nodes and CPU seconds of one side in a game, over its moves after the opening."""

    nodes: int = 0
    cpu_seconds: float = 0.0
    moves: int = 0


class MoveDetail(NamedTuple):
    """Score, depth and cost of a move as its player reported them.

    `score` is in hundredths of a disc for the mover and `depth` in plies; both are None if the
    player reported neither.
    """

    score: int | None
    depth: int | None
    nodes: int
    microseconds: int


class GameResult(NamedTuple):
    """The outcome of a game: `result` is black's disc difference, empties to the winner.

    `transcript` has the moves without passes. `ending` is "finished" or the cause of another
    end in one line, and `kind` its type. `details` has an entry for each move after the opening, or
    is empty. `stderr` is the end of the standard error of the program at fault, if it was one, or
    the traceback of a player's error. `set_up` is True if the loser failed before its first move.
    """

    result: int
    transcript: str
    ending: str
    black: SideCosts
    white: SideCosts
    details: tuple[MoveDetail | None, ...] = ()
    kind: str = FINISHED
    stderr: str = ""
    set_up: bool = False


Games = Mapping[GameKey, GameResult]
"""The results of a match's games."""


class SideSetup(NamedTuple):
    """The player of one colour: its constructor, its seed in this game, and its time control."""

    make: Callable[[], Player]
    seed: int = 0
    time_control: TimeControl = TimeControl()


class Timer:
    """A side's limits for each move, and its clock, which runs on monotonic wall time.

    On a busy machine a player gets less CPU time, so that it keeps within its clock.
    """

    def __init__(self, time_control: TimeControl) -> None:
        self._time_control = time_control
        self._left = time_control.clock.seconds if time_control.clock else 0.0
        self._began = self._cpu_began = 0.0
        self._wall = self._cpu = 0.0

    def begin(self, position: Position) -> Limits | None:
        """Start the clock; return the limits of the move.

        The pace is the CPU seconds that this process got for each second of the clock, at most 1.
        """
        self._began, self._cpu_began = time.monotonic(), time.process_time()
        pace = max(self._cpu / self._wall, LEAST_PACE) if self._wall else 1.0
        return self._time_control.of_a_move(self._left, position.plies_left(), min(1.0, pace))

    def end(self) -> float:
        """Stop the clock; return the seconds left, which are negative after a loss on time."""
        if self._time_control.clock is None:
            return 0.0
        elapsed = time.monotonic() - self._began
        self._wall += elapsed
        self._cpu += time.process_time() - self._cpu_began
        self._left -= elapsed
        if self._left >= 0:
            self._left += self._time_control.clock.increment
        return self._left


def forfeit(black_loses: bool, cause: str, kind: str = CRASH, set_up: bool = False) -> GameResult:
    """Return the result of a game that one side loses 0-64."""
    result = -ALL_DISCS if black_loses else ALL_DISCS
    return GameResult(result, "", cause, SideCosts(), SideCosts(), kind=kind, set_up=set_up)


def void_game(cause: str, stderr: str = "") -> GameResult:
    """Return a placeholder for the result of a game that has none."""
    return GameResult(0, "", cause, SideCosts(), SideCosts(), kind=VOID, stderr=stderr)


def error_line(error: BaseException) -> str:
    """Return the type and the message of an error in one line, and its place in user's code."""
    text = ": ".join(filter(None, (type(error).__name__, _safe_line(error, first_line))))
    return text + place_of(error)


def _traceback(error: BaseException | None) -> str:
    """Return the traceback of a player's error, "" for another program's."""
    if error is None or isinstance(error, EngineError):
        return ""
    trace = error.__traceback__
    while trace and trace.tb_next and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    text = "".join(traceback.format_exception(type(error), error, trace))
    text = without_colours(text)[-LONGEST_TRACEBACK:].replace("\0", "")
    return text.encode("utf-8", "replace").decode()


def _safe_line(thing: Any, write: Callable[[Any], str]) -> str:
    """Return the first line of `write(thing)`, "" if that raises."""
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
    adjudication: Adjudication = Adjudication(),  # noqa: B008
) -> GameResult:
    """Play a game and return its result; faults become forfeits or void games, never errors.

    The game begins at the position of `opening`, a game that stays as it is, or at the start.
    `on_turn(black, moved)` is called before a player is made and before each of its moves; `moved`
    is True if the side has moved in this game.
    """
    game = Game() if opening is None else opening.copy()
    spent = {True: SideCosts(), False: SideCosts()}
    details: list[MoveDetail] = []
    claims: dict[bool, list[int | None]] = {True: [], False: []}
    verdict = None
    setups = {True: black, False: white}
    timers = {turn: Timer(setup.time_control) for turn, setup in setups.items()}
    players: dict[bool, Player] = {}
    try:
        for turn, setup in setups.items():
            on_turn(turn, False)
            players[turn] = player = _guard(turn, setup.make)
            _guard(turn, partial(player.new_game, setup.seed))
        for turn, player in players.items():
            if hasattr(player, "follow"):
                _guard(turn, partial(player.follow, game.copy()))
        while not game.over and not (verdict := adjudication.verdict(game, claims)):
            turn = game.black_to_move
            on_turn(turn, spent[turn].moves > 0)
            limits = timers[turn].begin(game.position)
            answer = _answer(players[turn], turn, game.position, limits)
            if timers[turn].end() < 0:
                raise Forfeit(turn, f"{side_name(turn)} lost on time", TIME_OUT)
            spent[turn] = _add_cost(turn, spent[turn], answer)
            game.play(answer.square)
            microseconds = round(1e6 * answer.cpu_seconds)  # checked to fit int64
            claims[turn].append(answer.score if turn or not answer.score else -answer.score)
            details.append(MoveDetail(answer.score, answer.depth, answer.nodes, microseconds))
    except Void as fault:
        return void_game(str(fault), _traceback(fault.__cause__))
    except Forfeit as fault:
        loser = fault.black_loses
        end = forfeit(loser, str(fault), fault.kind, set_up=not spent[loser].moves)
        last_words = getattr(players.get(loser), "last_words", str)  # of other programs
        end = end._replace(stderr=last_words() or _traceback(fault.__cause__))
    else:
        result, ending, kind = verdict or (game.result() or 0, FINISHED, FINISHED)
        end = GameResult(result, "", ending, spent[True], spent[False], kind=kind)
    return end._replace(
        transcript=game.transcript(), black=spent[True], white=spent[False], details=tuple(details)
    )


def ready_player(setup: SideSetup, black: bool) -> Player:
    """Return the player of a side, ready for this game; Forfeit or Void if it cannot be made."""
    player = _guard(black, setup.make)
    _guard(black, partial(player.new_game, setup.seed))
    return player


class Answer(NamedTuple):
    """A legal move with its cost, score and depth."""

    square: int
    nodes: int
    cpu_seconds: float
    score: int | None
    depth: int | None


def _answer(player: Player, black: bool, position: Position, limits: Limits | None) -> Answer:
    """Ask the player for a move; Forfeit if it is not legal.

    CPU seconds are the player's own count, or else those of this thread, without compilation.
    """

    def choose() -> tuple[Any, Answer | None]:
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

    move, answer = _guard(black, choose)
    if answer is None:
        cause = f"illegal move by {side_name(black)}: {move_text(move)}"
        raise Forfeit(black, cause, ILLEGAL_MOVE)
    return answer


def _score_and_depth(choice: Any) -> tuple[int | None, int | None]:
    """Return the score and depth of a choice; None for both if it has no line, score or depth."""
    score, depth = (_whole(choice, name) for name in ("score", "depth"))
    if score or depth or getattr(choice, "variation", None):
        return score, depth
    return None, None


def _whole(choice: Any, name: str) -> int | None:
    """Return a field of a choice as a whole number that fits int64, None for anything else."""
    try:
        value = int(getattr(choice, name))
    except (AttributeError, TypeError, ValueError, OverflowError):
        return None
    return value if abs(value) < TOO_MUCH else None


def _add_cost(black: bool, spent: SideCosts, answer: Answer) -> SideCosts:
    """Add the cost of a move to that of a side; Forfeit for an impossible cost."""
    nodes, seconds = answer.nodes, answer.cpu_seconds
    total = SideCosts(spent.nodes + nodes, spent.cpu_seconds + seconds, spent.moves + 1)
    if nodes < 0 or total.nodes >= TOO_MUCH:
        cause = f"impossible nodes of {side_name(black)}: {_safe_line(nodes, str)}"
        raise Forfeit(black, cause, PROTOCOL_ERROR)
    if not (seconds >= 0 and total.cpu_seconds < TOO_MUCH):  # or nan
        cause = f"impossible CPU seconds of {side_name(black)}: {seconds:.6g}"
        raise Forfeit(black, cause, PROTOCOL_ERROR)
    return total


def _guard(black: bool, action: Callable[[], Any]) -> Any:
    """Return `action()`; a fault of the player raises Forfeit, other faults Void.

    Code that does not compile raises Void, too. KeyboardInterrupt is Ctrl-C in the foreground
    process, but a fault of the player in a worker.
    """
    try:
        return action()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not processes.IS_WORKER:
            raise
        if isinstance(error, UnaskedError):
            raise Void(_safe_line(error, str)) from error
        cause = f"exception in {side_name(black)}: {error_line(error)}"
        if isinstance(error, NumbaError):
            raise Void(cause) from error
        other = PROTOCOL_ERROR if isinstance(error, ProtocolError) else CRASH
        kind = TIME_OUT if isinstance(error, EngineTimeoutError) else other
        raise Forfeit(black, cause, kind) from error


def legal_square(position: Position, move: Any) -> int | None:
    """Return the square of a legal move, None for anything else."""
    try:
        square = operator.index(move)
    except TypeError:
        return None
    return square if 0 <= square < 64 and int(position.legal()) >> square & 1 else None


def move_text(move: Any) -> str:
    """Return the name of a square, or the repr of any other answer."""
    try:
        return square_name(operator.index(move))
    except Exception:
        return _safe_line(move, repr) or type(move).__name__
