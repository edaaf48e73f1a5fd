"""The spoken line: what is new on the screen, in words for a screen reader."""

from typing import Any

import pygame

from othello.bits import squares
from othello.notation import move_name
from players.study.coach.words import TWO_SQUARES
from players.window.drawing.scene import COMMAND, NOWHERE, Scene
from players.window.events import BY_NAME
from players.window.focus import focused
from players.window.player_names import SIDES
from players.window.state import State
from players.window.translation import _


def say(state: State, scene: Scene, before: tuple[str, ...]) -> tuple[str, ...]:
    """Put what is new in the title and print it, the cursor's square only if nothing else is new.

    Return all texts, which are `before` for the next call.
    """
    status, shown = scene.parts["status"].content, scene.dialog
    asks = state.ui.typed or state.practice.exercises or state.analysis.hint == state.live.here
    headline = f"{status.headline}. {status.detail if asks else ''}".strip()
    texts = [_move_text(state), scene.toast, headline]
    if shown is not None:
        row = shown.rows[shown.selected][1] if shown.rows else None
        words = (row.label, row.detail, row.cells) if row else ""
        texts += [shown.title, shown.error or shown.hint, " ".join(_words(words))]
    new = [text for text in texts if text not in ("", *before)]
    texts.append(_cursor_text(state, scene))
    new = new or [text for text in texts[-1:] if text not in ("", *before)]
    if new:
        pygame.display.set_caption(" ".join(new))
        print(*new, flush=True)
    return tuple(texts)


def _words(content: Any) -> list[str]:
    """Return all texts in nested tuples."""
    if isinstance(content, str):
        return [content] if content else []
    return [word for part in content for word in _words(part)] if isinstance(content, tuple) else []


def _move_text(state: State) -> str:
    """Return the last move on the board with its flips, "" at the start."""
    shown = state.ui.playback or state.live
    if shown.last_move is None:
        return ""
    before = shown.steps[shown.step - 1]
    return _("{side} {move} flips {squares}.").format(
        side=_(SIDES[not before.black_to_move]),
        move=move_name(shown.last_move),
        squares=_flips_text(before.position, shown.last_move),
    )


def _flips_text(position: Any, move: int) -> str:
    *names, last = map(move_name, squares(position.play(move).opp & position.opp))
    return _(TWO_SQUARES).format(first=", ".join(names), last=last) if names else last


def _cursor_text(state: State, scene: Scene) -> str:
    """Return the words on the target under the cursor, or the content of its square."""
    target = focused(state.ui, scene.parts)
    if target is None:
        return ""
    content = scene.parts[state.ui.focus].content
    if target.panel == "board":
        return _square_text(state, content, target.meaning)
    if target.panel == COMMAND:
        return _(BY_NAME[target.meaning].title)
    if target.panel == "players":
        return f"{_(SIDES[target.meaning])}: {content[target.meaning].name}"
    items = tuple(item for item in content if getattr(item, "place", NOWHERE) == target.place)
    return " ".join(_words(items or content)) or str(target.meaning)


def _square_text(state: State, board: Any, square: int) -> str:
    name, live = move_name(square), state.live
    if (board.black | board.white) >> square & 1:
        return f"{name}: {_(SIDES[board.white >> square & 1])}"
    hinted = state.settings.legal_hints and live.human_to_move and not state.ui.playback
    if board.editing or not hinted or square not in live.game.legal():
        return _("{square}: empty").format(square=name)
    text = _("{square}: legal, flips {squares}")
    return text.format(square=name, squares=_flips_text(live.here.position, square))
