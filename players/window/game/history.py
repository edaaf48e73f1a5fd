"""Undo and redo: the states before and after what was done."""

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from othello.game_tree import GameTree, MovePath
from players.window.game.clocks import Clocks
from players.window.translation import _

MOST_ACTIONS = 2000
"""The actions that can be undone; the oldest are dropped. Trees of moves share their parts: one
more move on a line of 60 takes some 10 kB, all of them 20 MB."""

State = TypeVar("State")


@dataclass(frozen=True)
class Kept(Generic[State]):
    """A state, and what was done in it."""

    state: State
    action: str


def _crossed(here: list[Kept[State]], there: list[Kept[State]], now: State) -> Kept[State] | None:
    """Take the last of `here`, and put `now` in its place at the end of `there`; None if empty."""
    if not here:
        return None
    kept = here.pop()
    there.append(Kept(now, kept.action))
    return kept


class History(Generic[State]):
    """The states before each action, the latest last, and those that were undone.

    >>> history = History()
    >>> history.keep("no move", "f5")
    >>> history.undo("after f5")
    Kept(state='no move', action='f5')
    >>> history.redo("no move")
    Kept(state='after f5', action='f5')
    >>> history.undo("after f5").state
    'no move'
    >>> history.keep("no move", "c4")
    >>> history.undo("after c4").state, history.undo("no move").state
    ('no move', 'after f5')
    """

    def __init__(self, most: int = MOST_ACTIONS) -> None:
        self._most = most
        self._past: list[Kept[State]] = []
        self._future: list[Kept[State]] = []

    @property
    def past(self) -> tuple[Kept[State], ...]:
        """What can be undone, the oldest first."""
        return tuple(self._past)

    @property
    def future(self) -> tuple[Kept[State], ...]:
        """What can be done again, the next one last."""
        return tuple(self._future)

    def keep(self, state: State, action: str, again: bool = False) -> None:
        """Note the state in which something is about to be done.

        What could be redone until now is not lost: more undoing leads to it. With `again` the
        action is the one that could be redone next, and what follows it can be redone still.
        """
        if again:
            self._future.pop()
            self._past.append(Kept(state, action))
            return
        self._past += [Kept(kept.state, _("undo")) for kept in self._future]
        self._past.append(Kept(state, action))
        del self._past[: -self._most]
        self._future.clear()

    def undo(self, now: State) -> Kept[State] | None:
        """The state before the last action, which `now` is after; None if there is none."""
        return _crossed(self._past, self._future, now)

    def redo(self, now: State) -> Kept[State] | None:
        """The state after the action that was undone last; None if there is none."""
        return _crossed(self._future, self._past, now)

    def drop_redo(self) -> None:
        """Forget what could be redone next."""
        self._future.pop()

    def clear(self) -> None:
        """Forget all."""
        self._past.clear()
        self._future.clear()


class Snapshot(NamedTuple):
    """What an undo brings back: the tree, the line shown and the step on it; and whose game it was.

    `number` tells games apart: within a game only the moves are brought back, and the `editor`
    (an `Editor`) with its board, if one was open.
    """

    tree: GameTree
    line: MovePath
    step: int
    number: int
    sides: tuple[str, ...]
    names: tuple[str, ...]
    clocks: Clocks
    begun: bool
    played_here: bool
    editor: Any
