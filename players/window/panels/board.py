"""The board and its editor: discs and marks; moves by click, by name and by keys."""

import re
from collections.abc import Callable, Iterable

from othello.game_tree import Step
from othello.notation import parse_square
from othello.position import START
from othello.rules import RAYS, SCORE_SCALE, flips
from players.move_values import MoveValue
from players.study.coach.accuracy import rating
from players.window.coach_text import current_mistake
from players.window.drawing.board import paint_board
from players.window.drawing.frame import Button, paint_buttons
from players.window.drawing.layout import Layout, Rect, cell_of, split
from players.window.drawing.scene import BoardScene, Mark, Part, Scene, Target
from players.window.game.clocks import HUMAN
from players.window.game.judgements import discs_text, graph_point, proof_text
from players.window.game.live_game import BLACK_DISC, NO_DISC, WHITE_DISC, DrawnBoard, Editor
from players.window.interface import Playback
from players.window.panels.panel import ANALYSIS, FILES, Command, Panel, View, unlisted
from players.window.player_names import SIDES
from players.window.state import State
from players.window.translation import N_, _

FULL_BAR = 32 * SCORE_SCALE
"""Value at which the evaluation bar is full."""
DISCS = {"x": BLACK_DISC, "o": WHITE_DISC, "space": NO_DISC}
ACTIONS: dict[str, Callable[[DrawnBoard], DrawnBoard]] = {
    "t": lambda board: board._replace(black_to_move=not board.black_to_move),
    "s": lambda board: DrawnBoard(int(START.own), int(START.opp), True),
    "delete": lambda board: board._replace(black=0, white=0),
    "i": lambda board: board._replace(black=board.white, white=board.black),
}
BUTTONS = {
    "x": N_("Black disc"),
    "o": N_("White disc"),
    "space": N_("Erase"),
    "t": N_("Switch turn"),
    "s": N_("Start position"),
    "delete": N_("Empty board"),
    "i": N_("Swap colours"),
    "escape": N_("Cancel"),
    "return": N_("Done"),
}
"""Labels of the editor's buttons, by their keys."""
COLUMNS = 3


def show(view: View) -> Part:
    """Return the board of the game, or of the editor."""
    state, editor = view.state, view.state.live.editor
    if editor is None:
        scene = board(state)
    else:
        black, white, _turn = editor.board
        brush = editor.brush == BLACK_DISC
        scene = BoardScene(black, white, brush, hover=state.ui.hover, editing=True)
    cells = (cell_of(view.layout, square) for square in range(64))
    targets = tuple(Target(place, square, "board") for square, place in enumerate(cells))
    return Part(view.layout.frame, scene, paint_board, targets)


def board(state: State) -> BoardScene:
    """Return the board of the game."""
    live, settings, line = state.live, state.settings, state.ui.playback
    shown = line or live
    here = shown.here
    moving = state.ui.animation is not None
    legal = int(here.position.legal()) if live.human_to_move and not (moving or line) else 0
    hover = state.ui.hover if state.ui.hover is not None and legal >> state.ui.hover & 1 else None
    preview = int(flips(here.position.own, here.position.opp, hover)) if hover is not None else 0
    black, white = here.discs
    return BoardScene(
        black=black,
        white=white,
        black_to_move=here.black_to_move,
        legal=legal if settings.legal_hints else 0,
        preview=preview,
        hover=hover,
        last_move=shown.last_move,
        hint=_hint(state, here) if not (moving or line) else None,
        marks=_marks(state, here) if not (moving or line) else (),
        flips=_flips(state),
        flips_to_black=state.ui.animation.to_black if state.ui.animation else True,
        numbered=line.path if line else (),
        arrows=_arrows(line) if line and line.step else (),
        balance=_balance(state, here),
    )


def _arrows(line: Playback) -> tuple[tuple[int, int], ...]:
    """Return pairs of the last move and the last disc that it turned in each direction."""
    before, move = line.steps[line.step - 1].position, line.path[-1]
    turned = int(flips(before.own, before.opp, move))
    rays = [int(ray) & turned for ray in RAYS[move]]
    lowest = [ray & -ray for ray in rays[4:]]
    return tuple((move, end.bit_length() - 1) for end in (*rays[:4], *lowest) if end)


def _balance(state: State, here: Step) -> tuple[float, str] | None:
    """Return the content of the evaluation bar; None during a game and in exercises."""
    value, exact = graph_point(here, state.live.best_values)
    if value is None:  # in a line
        value, exact = graph_point(state.live.here, state.live.best_values)
    if value is None or state.calm or state.practice.exercises is not None:
        return None
    text = discs_text(abs(value), exact)
    leader = f"{_(SIDES[value < 0])} " if text.startswith("+") else ""
    return min(max(value / FULL_BAR, -1), 1), f"{leader}{text}"


def _flips(state: State) -> tuple[tuple[int, float], ...]:
    if (turning := state.ui.animation) is None:
        return ()
    share = min(1.0, max(0.0, (state.now - turning.start) / turning.seconds))
    return tuple((square, share) for square in turning.squares)


def _hint(state: State, here: Step) -> int | None:
    values = state.live.search_values.get(here.position)
    if state.analysis.hint != here or values is None or here.over or state.practice.asking:
        return None
    return values.best.move


def _marks(state: State, here: Step) -> tuple[Mark, ...]:
    if state.practice.exercises is not None:  # the move tried and the best one
        if state.practice.asking or (found := state.practice.tried) is None:
            return ()
        values, tried = found
        compared = {value.move: value for value in (values.best, tried)}
        return marks(compared.values(), values.best.score)
    if state.ui.tab == "tab_coach" and not state.analysis.values:  # a mistake and the best move
        mistake = current_mistake(state)
        if mistake is None or mistake.position != here.position:
            return ()
        return marks((mistake.best, mistake.played), mistake.best.score)
    known = state.live.search_values.get(here.position)
    if not state.analysis.values or known is None or here.over:
        return ()
    return marks(known.moves, known.best.score)


def marks(values: Iterable[MoveValue], best: int) -> tuple[Mark, ...]:
    """Return values as marks on the board, rated by the score of the best move."""
    return tuple(
        Mark(v.move, discs_text(v.score, v.exact), rating(best - v.score), proof_text(v))
        for v in values
    )


def click(state: State, square: int, right: bool) -> None:
    """Play on a square, or draw on it in the editor."""
    lesson = state.practice.teaches
    if state.live.editor is not None:
        state.live.editor.paint(square, NO_DISC if right else None)
    elif not right and (lesson or state.ui.playback is None or not state.practice.take_back()):
        state.play_by_hand(square)


def press_key(state: State, key: str, scene: Scene) -> bool:
    """Take a letter a to h and then a digit as a square; True if the key is part of one."""
    if state.live.editor is not None:
        return False
    name, state.ui.typed = state.ui.typed + key, ""
    if not key.isdecimal():
        state.ui.typed = key if len(key) == 1 and key in "abcdefgh" else ""
        return bool(state.ui.typed)
    if re.fullmatch("[a-h][1-8]", name):
        state.play_by_hand(parse_square(name))
    else:
        state.notify(_("{name} is not a square. Type a letter, then a number.").format(name=name))
    return True


def go_on(state: State) -> None:
    """Show the solution after a try in an exercise, then the next exercise."""
    if state.practice.exercises is not None and not state.practice.asking:
        state.practice.step(1)
    elif state.practice.answer is not None:
        state.practice.show_solution()


def show_editor(view: View) -> Part | None:
    """Return the editor's buttons in place of the tabs; the selected brush is switched on."""
    editor, layout = view.state.live.editor, view.layout
    if editor is None or layout.tabs is None or layout.body is None:
        return None
    place = layout.tabs._replace(height=layout.body.bottom - layout.tabs.y)
    places = button_places(layout, place)
    buttons = tuple(
        Button(spot, _(label), key == "return" or DISCS.get(key) == editor.brush)
        for spot, (key, label) in zip(places, BUTTONS.items(), strict=True)
    )
    targets = (Target(spot, key, "editor") for spot, key in zip(places, BUTTONS, strict=True))
    return Part(place, buttons, paint_buttons, tuple(targets))


def button_places(layout: Layout, place: Rect) -> list[Rect]:
    """Return the places of the editor's buttons."""
    rows = -(-len(BUTTONS) // COLUMNS)
    gap = layout.size(8)
    height = min(layout.size(44), (place.height - gap * (rows - 1)) // rows)
    lines = (place.row(row, height + gap)._replace(height=height) for row in range(rows))
    return [each for line in lines for each in split(line, [1] * COLUMNS, gap)]


def press_editor_key(state: State, key: str, _source: object) -> bool:
    """Carry out a key of the editor; False if the editor is closed or has no such key."""
    editor = state.live.editor
    if editor is None:
        return False
    if key in DISCS:
        editor.brush = DISCS[key]
    elif key in ACTIONS:
        editor.board = ACTIONS[key](editor.board)
    elif key == "escape":
        state.live.editor = None
    elif key in ("return", "enter"):
        finish_editing(state)
    else:
        return False
    return True


def edit(state: State) -> None:
    """Open the editor, or close it and use its board."""
    if state.live.editor is None:
        editor = Editor(state.live.game)  # of an exercise, which may have another game
        state.drop_pending()
        state.live.editor = editor
    else:
        finish_editing(state)


def finish_editing(state: State) -> None:
    """Begin a game at the edited board, unless it is as before."""
    editor, live = state.live.editor, state.live
    assert editor is not None
    if not any(editor.board[:2]):
        state.notify(_("The board is empty."))
        return
    live.editor = None
    state.drop_pending()
    if editor.board != editor.before:
        state.analysis.review = state.practice.wanted = False
        live.start(editor.drawn())
        live.paused = live.mover != HUMAN


PANELS = {
    "board": Panel(show, click, press_key),
    "editor": Panel(show_editor, press_editor_key, press_editor_key),
}
COMMANDS = (
    unlisted("go_on", "return enter", N_("Solution, next exercise"), go_on, ANALYSIS),
    Command("edit", "ctrl+e", N_("Board editor"), edit, FILES, in_editor=True),
)
