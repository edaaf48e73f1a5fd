"""What the state looks like: the scene of the board, the panel and what is open over them."""

from othello.notation import move_name
from players.move_values import MoveValues
from players.window.drawing.describe_exercise import exercise_marks, exercise_words, marks
from players.window.drawing.describe_library import library_scene
from players.window.drawing.describe_lines import lines_scene
from players.window.drawing.describe_moves import moves_scene
from players.window.drawing.insight import Explainer
from players.window.drawing.layout import TRANSPORT_BUTTONS, Layout
from players.window.drawing.overlay_layout import help_columns, help_grid, list_rows
from players.window.drawing.scene import (
    BoardScene,
    Card,
    Curve,
    HelpScene,
    Insight,
    ListRow,
    ListScene,
    Mark,
    MovesScene,
    PromptScene,
    Scene,
)
from players.window.drawing.status import COMPILING, SIDES, after_game, player_name, status
from players.window.game.clocks import BLACK, HUMAN, WHITE, clock_text
from players.window.game.editor import BLACK_DISC, EMPTY, WHITE_DISC
from players.window.game.judgements import axis_length, discs_text, graph_point
from players.window.game.steps import Step
from players.window.overlays import Chooser, Overlay, Prompt
from players.window.state import State
from players.window.thinking.analysis import is_proven
from players.window.thinking.engine_thread import MoveRequest
from players.window.translation import _, ngettext

LINE_LENGTH = 16


def scene_of(state: State, explainer: Explainer, layout: Layout) -> Scene:
    """The scene of a state in a window of that layout."""
    headline, detail = status(state)
    if not layout.tabs and state.editor is None and state.exercises is None:
        detail = state.live.comment or detail  # which has no other place
    title, line = _line(state)
    shown = editor_board(state) if state.editor else board(state)
    seen = _insight(state, explainer)
    if state.tab == "tab_insight" and seen is not None and seen.regions is not None:
        shown = shown._replace(speaks=seen.regions.squares)
    return Scene(
        board=shown,
        cards=(_card(state, BLACK), _card(state, WHITE)),
        headline=headline,
        detail=detail,
        curve=_curve(state) if state.analysis.graph else None,
        line_title=title,
        line=line,
        tab=state.tab,
        moves=moves_scene(state, layout) if state.tab == "tab_moves" else MovesScene(),
        lines=lines_scene(state, layout) if state.tab == "tab_lines" else (),
        words=exercise_words(state, explainer) if state.tab == "tab_moves" else (),
        insight=seen,
        library=library_scene(state, layout),
        empty_text=_empty_text(state),
        active=_active(state),
        disabled=_disabled(state),
        going=not state.live.stopped,
        pressed=state.pressed,
        editing=state.editor is not None,
        overlay=_overlay(state.overlay, layout),
        toast=state.toast,
    )


def _word(squares: list[int]) -> int:
    return sum(1 << square for square in squares)


def board(state: State) -> BoardScene:
    """The board of the game."""
    live, settings = state.live, state.settings
    game = live.game
    moving = state.animation is not None
    by_hand = live.human_to_move and not moving
    legal = _word(game.legal()) if by_hand else 0
    target = state.hover if state.hover is not None else state.cursor
    preview = 0
    if settings.preview and target is not None and legal >> target & 1:
        preview = int(game.position.play(target).opp) & int(game.position.opp)
    here = live.here
    return BoardScene(
        black=int(game.black),
        white=int(game.white),
        black_to_move=game.black_to_move,
        legal=legal if settings.legal_hints else 0,
        preview=preview,
        hover=state.hover if state.hover is not None and legal >> state.hover & 1 else None,
        cursor=state.cursor,
        last_move=live.last_move,
        hint=_hint(state, here) if not moving else None,
        marks=_marks(state, here) if not moving else (),
        flips=_flips(state),
        flips_to_black=state.animation.to_black if state.animation else True,
        coordinates=settings.coordinates,
    )


def _flips(state: State) -> tuple[tuple[int, float], ...]:
    """The squares of the discs that still turn, each with its progress from 0 to 1."""
    animation, now = state.animation, state.now
    if animation is None:
        return ()
    progress = [(square, (now - start) / animation.seconds) for square, start in animation.discs]
    return tuple((square, max(0.0, share)) for square, share in progress if share < 1)


def editor_board(state: State) -> BoardScene:
    """The board of the editor."""
    editor = state.editor
    assert editor is not None
    black, white = editor.words
    return BoardScene(
        black=black,
        white=white,
        black_to_move=editor.brush == 1,
        hover=state.hover,
        cursor=editor.cursor,
        coordinates=True,
        editing=True,
    )


def _hint(state: State, here: Step) -> int | None:
    """The best move where a hint was asked for and is known."""
    values = state.live.known.get(here.position)
    if state.asking or state.analysis.hint != here or values is None or here.over:
        return None
    return values.best.move


def _marks(state: State, here: Step) -> tuple[Mark, ...]:
    """The values of the moves on the board, if they are to be shown."""
    if state.exercises is not None:
        return exercise_marks(state)
    values = state.live.known.get(here.position)
    if not state.analysis.values or values is None or here.over:
        return ()
    return marks(values.moves, values.best.score)


def _card(state: State, side: int) -> Card:
    """One of the two players."""
    live = state.live
    black, white = state.editor.words if state.editor else (live.game.black, live.game.white)
    discs = int(white if side == WHITE else black).bit_count()
    spec = live.sides[side]
    left = live.clocks.left(side, state.now)
    asked = state.engine.thread.request
    return Card(
        black=side == BLACK,
        name=live.names[side] or player_name(state, side),
        kind=_(SIDES[side]),
        discs=discs,
        clock=clock_text(left) if live.clocks.on else "",
        hurried=left < 30,
        to_move=live.side == side and not live.ended and state.editor is None,
        thinking=spec != HUMAN
        and isinstance(asked, MoveRequest)
        and asked.black == (side == BLACK),
    )


def _curve(state: State) -> Curve:
    """The value of every position of the game."""
    live = state.live
    points = [graph_point(step, live.judged) for step in live.steps]
    return Curve(
        tuple(known.value for known in points),
        tuple(known.exact for known in points),
        live.step,
        axis_length(len(points)),
    )


def _line(state: State) -> tuple[str, str]:
    """The best line from here, and what is said above it."""
    here = state.live.here
    requested = state.analysis.values or state.analysis.lines or state.analysis.hint == here
    if state.editor:
        return _("Best line"), ""
    if here.over:
        return after_game(state)
    if state.asking:
        return _("Best line"), _("shown after your try")
    if (values := state.answer) is not None:
        return _best_line(values)
    if not requested:
        return _("Best line"), _("V shows the value of every move, T a hint")
    values = state.live.known.get(here.position)
    if values is None:
        return _("Best line"), _("thinking …") if state.engine.ready else ""
    return _best_line(values)


def _best_line(values: MoveValues) -> tuple[str, str]:
    """The best line of a position, and what is said above it."""
    best = values.best
    solved = sum(value.exact for value in values.moves)
    if solved and not values.exact:
        depth = _("{count} of {all} moves proven").format(count=solved, all=len(values.moves))
    elif is_proven(values):
        depth = _("to the end")
    else:
        depth = ngettext("{count} ply", "{count} plies", values.depth).format(count=values.depth)
    title = f"{_('Best line')}   {discs_text(best.score, best.exact)}   {depth}"
    return title, "  ".join(move_name(move) for move in best.line[:LINE_LENGTH])


def _insight(state: State, explainer: Explainer) -> Insight | None:
    """What the evaluations say, where that is looked at; of the move that is pointed at.

    Else of the best move, if that is shown.
    """
    if state.tab not in ("tab_insight", "tab_features") or state.editor is not None:
        return None
    game, here = state.live.game, state.live.here
    target = state.hover if state.hover is not None else state.cursor
    if not game.over and target is not None and target in game.legal():
        return explainer.insight(game, target)
    if state.exercises is not None and state.asking and here.move is not None:
        return explainer.insight(game, here.move, _("as in the game"))
    values = state.live.known.get(here.position)
    shown = state.exercises is not None or state.analysis.values or state.analysis.hint == here
    if shown and values is not None and values.best.move in game.legal():
        return explainer.insight(game, values.best.move, _("the best"))
    return explainer.insight(game)


def _empty_text(state: State) -> str:
    """The text of the panel's body where there is nothing to list."""
    if state.tab == "tab_moves":
        return _("No move yet. Click a square, or type its name.")
    if state.live.game.over:
        return _("The game is over: the discs decide.")
    if not state.engine.ready:
        return _(COMPILING)
    if state.tab == "tab_lines" and state.asking:
        return _("The best lines are shown after your try.")
    return _("thinking …") if state.tab == "tab_lines" else ""


def _active(state: State) -> frozenset[str]:
    """The buttons that are switched on."""
    analysis = state.analysis
    here = state.live.here
    states = {
        "values": analysis.values,
        "review": analysis.review,
        "edit": state.editor is not None,
        "hint": analysis.hint == here,
        state.tab: True,
    }
    if state.editor is not None:
        brushes = {BLACK_DISC: "brush_black", WHITE_DISC: "brush_white", EMPTY: "brush_empty"}
        states[brushes[state.editor.brush]] = True
    return frozenset(name for name, on in states.items() if on)


def _disabled(state: State) -> frozenset[str]:
    """The buttons that would do nothing."""
    live = state.live
    if state.editor is not None:
        return frozenset(TRANSPORT_BUTTONS)
    nothing = set()
    if live.step == 0:
        nothing |= {"first", "back"}
    if live.step == len(live.steps) - 1:
        nothing |= {"last", "forward"}
    if live.ended or live.sides == [HUMAN, HUMAN]:
        nothing |= {"go"}
    return frozenset(nothing)


def _overlay(overlay: Overlay | None, layout: Layout) -> ListScene | PromptScene | HelpScene | None:
    """The scene of an overlay in a window; None without one."""
    if overlay is None:
        return None
    if isinstance(overlay, Chooser):
        return _list(overlay, list_rows(layout, overlay.total, bool(overlay.heads)))
    if isinstance(overlay, Prompt):
        return PromptScene(overlay.title, overlay.text, overlay.hint, overlay.error, overlay.marked)
    most, rows = help_grid(layout, len(overlay.lines))
    columns = help_columns(overlay.lines, most)
    overlay.top = min(overlay.top, max(0, max(map(len, columns)) - rows))
    return HelpScene(overlay.title, columns, overlay.top, rows)


def _list(chooser: Chooser, visible: int) -> ListScene:
    shown = chooser.window(visible)
    rows = tuple(
        ListRow(
            row.label, row.detail, row.current, chooser.top + place == chooser.selected, row.cells
        )
        for place, row in enumerate(shown)
    )
    below = len(chooser.rows) - chooser.top - len(shown)
    selected = chooser.selected_row
    hint = (selected.meaning if selected else "") or chooser.hint
    parts = (chooser.title, chooser.query, rows, chooser.top, below, hint, chooser.total)
    return ListScene(*parts, chooser.heads, chooser.order)
