"""Undo and redo by turns: a person's move together with the engine's reply to it."""

from othello.game_tree import MovePath
from players.window.game.clocks import HUMAN
from players.window.game.history import Kept, Snapshot
from players.window.game.live_game import LiveGame


def undo_turn(live: LiveGame) -> str | None:
    """Undo the last action, a move with all after a person's last choice; what it was, or None.

    Between people, or between engines, it is one move. An engine's first move, before which a
    person had no choice, goes only with what was done before it.
    """
    done: list[str] = []
    history = live.history
    while history.past:
        is_move = _is_move(history.past[-1], live, back=True)
        if done and not (_engine_waits(live) and (is_move or not live.path)):
            break
        done.insert(0, live.undo() or "")
        if not is_move:
            break
    else:
        if done and not live.path and _engine_waits(live):
            while done:
                live.redo()
                done.pop()
    return " ".join(done) or None


def redo_turn(live: LiveGame) -> str | None:
    """Do again what `undo_turn` undid; what it was, None if there is nothing.

    An engine that had not replied yet goes on, unless it is stopped.
    """
    done: list[str] = []
    history = live.history
    while history.future:
        is_move = _is_move(history.future[-1], live)
        if done and not (_engine_waits(live) and is_move):
            break
        done.append(live.redo() or "")
        if not is_move:
            break
    if done and is_move and _engine_waits(live) and live.at_end and not live.paused:
        live.toggle_going()
    return " ".join(done) or None


def _engine_waits(live: LiveGame) -> bool:
    """Whether it is an engine's turn, a person playing the other side."""
    return HUMAN in live.sides and live.mover != HUMAN


def _is_move(kept: Kept[Snapshot], live: LiveGame, back: bool = False) -> bool:
    """Whether an action that can be done again, or undone, is one move of the game shown."""
    moment = kept.state
    there: MovePath = moment.line[: moment.step]
    before, after = (there, live.path) if back else (live.path, there)
    return moment.number == live.number and len(before) + 1 == len(after) and after[:-1] == before
