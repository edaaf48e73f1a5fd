"""The spoken line: what has changed, in words for a screen reader."""

from typing import Any

import pygame

from othello.bits import squares
from othello.notation import move_name
from players.study.coach.words import TWO_SQUARES
from players.window.drawing.scene import COMMAND, NOWHERE, DialogScene, Scene
from players.window.events import BY_NAME
from players.window.focus import focused
from players.window.player_names import SIDES
from players.window.state import State
from players.window.translation import _


class Speech:
    """The line in the window's title and on standard output."""

    def __init__(self) -> None:
        self._texts: tuple[str, ...] = ()

    def say(self, state: State, scene: Scene) -> None:
        """Show and print the texts that have changed, that of the cursor only by itself."""
        texts, before = spoken_texts(state, scene), self._texts or ("",) * 6
        changed = [i for i, text in enumerate(texts) if text and text != before[i]]
        self._texts = texts
        if changed:
            line = " ".join(texts[i] for i in changed if i < len(texts) - 1 or len(changed) == 1)
            pygame.display.set_caption(line)
            print(line, flush=True)


def spoken_texts(state: State, scene: Scene) -> tuple[str, ...]:
    """Return the dialog's title and row, the last move, the message, the status, the cursor."""
    title, row = _dialog_texts(scene.dialog) if scene.dialog is not None else ("", "")
    status = scene.parts["status"].content
    asks = state.ui.typed or state.practice.exercises or state.analysis.hint == state.live.here
    said = f"{status.headline}. {status.detail}" if asks else status.headline
    return title, row, _move_text(state), scene.toast, said, _cursor_text(state, scene)


def _dialog_texts(shown: DialogScene) -> tuple[str, str]:
    if shown.button or not shown.rows:
        return shown.title, shown.error or shown.hint
    row = shown.rows[shown.selected][1]
    return shown.title, " ".join((row.label, row.detail, *row.cells))


def _move_text(state: State) -> str:
    """Return the last move on the board with its flips, "" at the start."""
    shown = state.ui.playback or state.live
    if shown.last_move is None:
        return ""
    before = shown.steps[shown.step - 1]
    text = _("{side} {move} flips {squares}.")
    side, move = _(SIDES[not before.black_to_move]), move_name(shown.last_move)
    return text.format(side=side, move=move, squares=_flips_text(before.position, shown.last_move))


def _flips_text(position: Any, move: int) -> str:
    turned = squares(position.play(move).opp & position.opp)
    *names, last = map(move_name, turned)
    return _(TWO_SQUARES).format(first=", ".join(names), last=last) if names else last


def _cursor_text(state: State, scene: Scene) -> str:
    """Return the words on the target under the cursor, or the state of its square."""
    target = focused(state.ui, scene.parts)
    if target is None:
        return ""
    content = scene.parts[state.ui.focus].content
    if target.panel == "board":
        return _square_text(state, content, target.meaning)
    if target.panel == COMMAND:
        return _(BY_NAME[target.meaning].title)
    if target.panel == "players":
        content = (content[target.meaning],)
    items = [item for item in content if getattr(item, "place", NOWHERE) == target.place]
    return " ".join(_words(items or content)) or str(target.meaning)


def _words(content: Any) -> list[str]:
    """Return all texts in nested tuples."""
    if isinstance(content, tuple | list):
        return [word for part in content for word in _words(part)]
    return [content] if isinstance(content, str) and content else []


def _square_text(state: State, board: Any, square: int) -> str:
    name, here = move_name(square), state.live.here.position
    if (board.black | board.white) >> square & 1:
        return f"{name}: {_(SIDES[board.white >> square & 1])}"
    may_move = state.live.human_to_move and not (board.editing or state.ui.playback)
    if not (may_move and state.settings.legal_hints and int(here.legal()) >> square & 1):
        return _("{square}: empty").format(square=name)
    text = _("{square}: legal, flips {squares}")
    return text.format(square=name, squares=_flips_text(here, square))
