"""The game at the board: its tree of moves, its players and what is known of its positions."""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from othello.bits import squares
from othello.game import Game
from othello.game_tree import Cursor, GameTree, MovePath
from othello.notation import move_name
from othello.position import PASS, Position
from othello.rules import flips
from players.limits import Limits
from players.move_values import MoveValues
from players.window.game.clocks import BLACK, HUMAN, WHITE, Clocks
from players.window.game.editor import Editor
from players.window.game.history import History, Kept, Snapshot
from players.window.game.judgements import Judged, KeptValues, KnownValues
from players.window.game.listing import Listing
from players.window.translation import N_, _

STAGGER = 0.35
"""How far a disc has turned when the next one, farther from the move, starts."""


class LiveGame(Cursor):
    """A game with its players, clocks and known values; commands change it, the view reads it.

    `going_from` is the step from which an engine plays on though moves follow there; None without
    one. `held` says that no engine moves before a person does or lets it, `begun` that the clocks
    have been started, `played_here` that some of its moves were played at this board, not opened or
    pasted. `looked` holds the seconds that a review has looked at positions. `cards` are numbers of
    games that a training has begun. `editor` is the board that is drawn over it, None without one.
    `on_leave` is called before another game takes the place of this one.
    """

    def __init__(self, sides: tuple[str, str], minutes: float = 0, seed: int | None = None) -> None:
        super().__init__()
        self._listing = Listing(self.tree)
        self.sides = list(sides)
        self.names = ["", ""]
        self.on_leave: Callable[[], object] = lambda: None
        self.history: History[Snapshot] = History()
        self.paused = self.held = self.begun = False
        self.going_from: int | None = None
        self.minutes, self.increment = minutes, 0.0
        self.clocks = Clocks(minutes)
        self.played_here = False
        self.editor: Editor | None = None
        self.known = KnownValues()
        self.looked: dict[Position, float] = {}
        self._begun_with: dict[int, GameTree] = {}
        self.cards: set[int] = set()
        self._chance = random.Random(seed)
        self.number = self._chance.randrange(2**31)
        self._kept: dict[int, dict[Position, MoveValues]] = {self.number: {}}
        self._taken_back: MovePath | None = None
        self._seen = 0.0

    @property
    def listing(self) -> Listing:
        """The tree as it is listed."""
        if self._listing.tree is not self.tree:
            self._listing = Listing(self.tree)
        return self._listing

    @property
    def kept(self) -> dict[Position, MoveValues]:
        """What the review of this game has found, kept with it."""
        return self._kept[self.number]

    @property
    def begun_with(self) -> GameTree:
        """What was there before anybody played, commented or reviewed."""
        return self._begun_with.get(self.number, GameTree())

    @property
    def touched(self) -> bool:
        """Whether there is more to this game than what it began with: moves, comments, a review."""
        found = any(not isinstance(values, KeptValues) for values in self.kept.values())
        return found or self.tree != self.begun_with

    @property
    def judged(self) -> Judged:
        """What is known of positions, by the review and otherwise."""
        return Judged(self.kept, self.known)

    @property
    def side(self) -> int:
        """BLACK or WHITE: who is to move."""
        return BLACK if self.here.black_to_move else WHITE

    @property
    def mover(self) -> str:
        """Who is to move: a specification, or HUMAN."""
        return self.sides[self.side]

    @property
    def browsing(self) -> bool:
        """Whether moves are taken back, so that no engine moves by itself."""
        return not self.at_end and self.going_from != self.step

    @property
    def stopped(self) -> bool:
        """Whether the engine may not move, though it may be its turn."""
        return self.paused or self.held or self.browsing

    @property
    def engine_to_move(self) -> bool:
        """Whether an engine is to move now."""
        return not self.ended and self.mover != HUMAN and not self.stopped

    @property
    def human_to_move(self) -> bool:
        """Whether a person may play at the board: where no engine is about to."""
        return not self.ended and (self.mover == HUMAN or self.stopped and not self.engine_waits)

    @property
    def engine_waits(self) -> bool:
        """Whether an engine's reply to a person is taken back, so that it is to play here again."""
        waits = self.held and HUMAN in self.sides and self.mover != HUMAN
        return waits and not (self.paused or self.browsing or self.on_side_line or self.ended)

    @property
    def timed(self) -> bool:
        """Whether the clocks count here: where the game has some, on its main line."""
        return self.clocks.on and not self.on_side_line

    @property
    def ended(self) -> bool:
        """Whether nobody can move any more, or a flag has fallen here."""
        return self.here.over or (self.clocks.flag is not None and self.path == self.clocks.flag_at)

    @property
    def time_up(self) -> int | None:
        """The side that lost the game on time; None without one, or if the main line left that."""
        fell_at = self.clocks.flag_at
        stands = self.tree.main_line[: len(fell_at)] == fell_at
        return self.clocks.flag if stands else None

    def start(
        self,
        game: Game,
        names: tuple[str, str] = ("", ""),
        sides: tuple[str, str] | None = None,
        tree: GameTree | None = None,
        action: str = N_("new game"),
        number: int | None = None,
        timed: bool = False,
    ) -> None:
        """Take up another game, at the step where it stands; `tree` holds it and its side lines.

        The one before comes back by `undo`. The same game once more keeps what its review found.
        `number` is that of a game of before which goes on. One that is `timed` has the clocks that
        are set.
        """
        self.on_leave()
        tree, path = tree or GameTree.of(game), tuple(move for move in game.moves if move != PASS)
        kept = self.kept if tree == self.tree else {}
        if tree.replies or tree != self.tree or (self.editor is not None and self.editor.changed):
            self.history.keep(self._snapshot(), _(action))
        self.editor = None
        self.clocks.run(None, self._seen)
        self.tree = tree
        self.show_line(tree.line_through(path), len(path))
        self.names = list(names)
        self.sides = list(sides or self.sides)
        self.paused = self.held = self.begun = self.played_here = False
        self.going_from = self._taken_back = None
        self.clocks = Clocks(self.minutes if timed else 0, self.increment)
        self.number = self._chance.randrange(2**31) if number is None else number
        self._forget()
        self._kept.setdefault(self.number, dict(kept))
        self._begun_with.setdefault(self.number, tree)

    def _forget(self) -> None:
        """Drop what is known of games that no undo brings back."""
        kept = (*self.history.past, *self.history.future)
        reached = {self.number, *(each.state.number for each in kept)}
        for known in (self._kept, self._begun_with):
            for number in known.keys() - reached:
                del known[number]

    def play(self, square: int) -> list[int] | None:
        """Play a square and return what it turned; None if it is no legal move now.

        What followed here before stays in the tree. After `take_back` the main line goes on with
        this move, else the line shown.
        """
        position, side = self.here.position, self.side
        if self.ended or not int(position.legal()) >> square & 1:
            return None
        if self.clocks.flag is not None:  # who goes on after the flag plays without clocks
            self.clocks = self.clocks.switched_off()
        turned = squares(flips(position.own, position.opp, square))
        path = (*self.path, square)
        tree = self.tree.grown(self.path, square)
        if self._taken_back == self.path:
            tree = tree.made_main(path)
        if tree is not self.tree:
            if self.begun and tree.main_line[: len(path)] == path:
                self.clocks.add_increment(side)
            self._change(tree, move_name(square))
            self.played_here = True
        if self.line[: len(path)] == path:
            self.step += 1
        else:
            self.show_line(tree.line_through(path), len(path))
        self._set_going(None if self.at_end else self.step)
        self.begun = True
        if self.sides == [HUMAN, HUMAN]:  # whose clock was paused
            self.paused = False
        return turned

    def _set_going(self, step: int | None, held: bool = False) -> None:
        """From which step an engine plays on though moves follow, and whether none moves now."""
        self.going_from, self.held, self._taken_back = step, held, None

    def go_to(self, step: int) -> None:
        """Stand at another step of the line shown."""
        self.show_line(self.line, step)
        self._set_going(None, self.held)

    def go_to_path(self, path: MovePath) -> None:
        """Stand at another place of the tree; KeyError if there is none."""
        if self.line[: len(path)] == path:
            self.go_to(len(path))
            return
        self.tree.nodes_on(path)
        self.stand_at(path)

    def stand_at(self, path: MovePath) -> None:
        """Show the line through a place of the tree, there, where no engine moves by itself."""
        self.show_line(self.tree.line_through(path), len(path))
        self._set_going(None, held=True)

    def explore(self) -> None:
        """Let no engine move where the main line has come to its end, before a person lets it."""
        if self.tree.ended:
            self._set_going(None, held=True)

    def take_back(self) -> None:
        """Go back to the last position in which a person was to move, or by one move."""
        steps, target = self.steps, self.step - 1
        while target > 0 and self.sides[not steps[target].black_to_move] != HUMAN:
            target -= 1
        if HUMAN not in self.sides or self.sides[not steps[max(0, target)].black_to_move] != HUMAN:
            target = self.step - 1
        self.go_to(max(0, target))
        self._taken_back = self.path

    def promote(self) -> bool:
        """Let the side line shown go before the line that it left; whether it is one."""
        tree = self.tree.promoted(self.path)
        if tree is self.tree:
            return False
        self._change(tree, _("promoted line"))
        return True

    def delete(self) -> bool:
        """Take the last move and all that follows it out of the tree; whether there is one."""
        path = self.path
        if not path:
            return False
        action = _("deleted {move}").format(move=move_name(path[-1]))
        self._change(self.tree.deleted(path), action)
        self.stand_at(path[:-1])
        return True

    def add_line(self, moves: tuple[int, ...]) -> None:
        """Add moves from here on as a line, passes among them, and stand after the first one.

        Moves against the rules and what follows them are left out. It is a side line where another
        move follows already.
        """
        tree, path = self.tree, self.path
        squares_played = [move for move in moves if move != PASS]
        with suppress(ValueError):
            for move in squares_played:
                tree = tree.grown(path, move)
                path = (*path, move)
        if len(path) > len(self.path):
            if tree is not self.tree:
                self._change(tree, _("line {move}").format(move=move_name(squares_played[0])))
            self.show_line(tree.line_through(path), self.step + 1)
            self._set_going(None, held=True)

    def set_comment(self, path: MovePath, text: str) -> None:
        """Comment on a place of the tree, "" for no comment; KeyError if it is not there."""
        tree = self.tree.commented(path, text)
        if tree != self.tree:
            self._change(tree, _("comment"))

    def drop_board(self) -> bool:
        """Close the editor without its board; whether there was one to come back by `undo`."""
        editor = self.editor
        drawn = editor is not None and editor.changed
        if drawn:
            self.history.keep(self._snapshot(), _("dropped board"))
        self.editor = None
        return drawn

    def _snapshot(self) -> Snapshot:
        players = tuple(self.sides), tuple(self.names), self.clocks, self.begun, self.played_here
        return Snapshot(self.tree, self.line, self.step, self.number, *players, self.editor)

    def _change(self, tree: GameTree, action: str) -> None:
        """Note the present state, then take another tree of the same game."""
        future = [kept.state for kept in self.history.future[-1:]]
        again = [(moment.number, moment.tree) for moment in future] == [(self.number, tree)]
        self.history.keep(self._snapshot(), action, again)
        self.tree = tree

    def undo(self) -> str | None:
        """Bring back what was before the last action, and say which; None if there is none."""
        return self._brought_back(self.history.undo(self._snapshot()))

    def redo(self) -> str | None:
        """Do again what was undone, and say what; None if there is nothing."""
        return self._brought_back(self.history.redo(self._snapshot()))

    def _brought_back(self, kept: Kept[Snapshot] | None) -> str | None:
        """Take up a kept state, and say what was done; no engine moves then, and no clock runs."""
        if kept is None:
            return None
        moment = kept.state
        self.clocks.run(None, self._seen)
        if moment.number != self.number:
            self.number, self.clocks, self.begun = moment.number, moment.clocks, moment.begun
            self.sides, self.names = list(moment.sides), list(moment.names)
            self.played_here = moment.played_here
        self.tree, self.editor = moment.tree, moment.editor
        self.show_line(moment.line, moment.step)
        self._set_going(None, held=True)
        return kept.action

    def toggle_going(self) -> None:
        """Stop an engine that may move, or let it go on from here."""
        if self.stopped:
            self.paused = False
            self._set_going(self.step)
        else:
            self.paused = True

    def run_clocks(self, now: float, waiting: bool = False) -> bool:
        """Let the right clock run, none while `waiting`; whether a flag has fallen just now.

        No clock runs before the first move that is played, in a side line, or while one goes
        through the game.
        """
        self._seen = now
        counts = self.timed and self.begun and not (self.ended or self.stopped or waiting)
        self.clocks.run(self.side if counts else None, now)
        if counts and self.clocks.flag is None and (fallen := self.clocks.fallen(now)) is not None:
            self.clocks.flag, self.clocks.flag_at = fallen, self.path
            return True
        return False

    def allowed(self, now: float) -> Limits | None:
        """What an engine may use of its clock for this move; None without a clock."""
        if not self.timed:
            return None
        own_moves = (int(self.here.position.plies_left()) + 1) // 2
        return self.clocks.allowed(self.side, own_moves, now)

    def set_clock(self, minutes: float, increment: float = 0.0) -> None:
        """Give both sides so many minutes anew and seconds after each move, or none with 0."""
        self.minutes, self.increment = minutes, increment
        self.clocks = Clocks(minutes, increment)


class Animation(NamedTuple):
    """The discs of a move, which turn to black or to white, each in `seconds`.

    `discs` holds pairs of a square and the time at which its disc starts to turn.
    """

    discs: tuple[tuple[int, float], ...]
    to_black: bool
    seconds: float

    def over(self, now: float) -> bool:
        """Whether every disc has turned."""
        return now >= max(start for _, start in self.discs) + self.seconds


def animation_of(
    move: int, turned: list[int], to_black: bool, now: float, seconds: float
) -> Animation | None:
    """The animation of a move that turns these squares; None with no time or no square."""
    if seconds <= 0 or not turned:
        return None

    def distance(square: int) -> int:
        return max(abs(square % 8 - move % 8), abs(square // 8 - move // 8))

    discs = tuple((square, now + seconds * STAGGER * (distance(square) - 1)) for square in turned)
    return Animation(discs, to_black, seconds)
