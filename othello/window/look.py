"""What the desk looks like: a scene made from the game and all that is open beside it."""

from othello.notation import move_name
from othello.window import overlay_look, status
from othello.window.agenda import Interests
from othello.window.board_look import board, editor_board
from othello.window.clocks import BLACK, WHITE, clock_text
from othello.window.desk import Desk
from othello.window.editor import BLACK_DISC, EMPTY, WHITE_DISC
from othello.window.engine import HUMAN
from othello.window.insight import Explainer
from othello.window.judgement import axis_length, discs_text, loss, point, rating
from othello.window.layout import TRANSPORT_BUTTONS, Layout
from othello.window.questions import Choose
from othello.window.scene import Card, Cell, Curve, Insight, Scene

LINE_LENGTH = 16


def scene_of(desk: Desk, explainer: Explainer, layout: Layout) -> Scene:
    """The scene of a desk in a window of that layout."""
    headline, detail = status.of(desk)
    title, line = _line(desk)
    return Scene(
        board=editor_board(desk) if desk.editor else board(desk),
        cards=(_card(desk, BLACK), _card(desk, WHITE)),
        headline=headline,
        detail=detail,
        curve=_curve(desk) if desk.interests.graph else None,
        line_title=title,
        line=line,
        tab=desk.tab,
        cells=_cells(desk),
        insight=_insight(desk, explainer),
        empty_text=_empty_text(desk),
        active=_active(desk),
        disabled=_disabled(desk),
        going=not desk.session.stopped,
        pressed=desk.pressed,
        editing=desk.editor is not None,
        overlay=overlay_look.of(desk.overlay, layout),
        toast=desk.toast,
    )


def _card(desk: Desk, side: int) -> Card:
    """One of the two players."""
    session = desk.session
    black, white = desk.editor.words if desk.editor else (session.game.black, session.game.white)
    discs = int(white if side == WHITE else black).bit_count()
    spec = session.sides[side]
    left = session.clocks.left(side, desk.now)
    asked = desk.thinker.question
    return Card(
        black=side == BLACK,
        name=session.names[side] or status.player_name(desk, side),
        kind="Black" if side == BLACK else "White",
        discs=discs,
        clock=clock_text(left) if session.clocks.on else "",
        hurried=left < 30,
        to_move=session.side == side and not session.ended and desk.editor is None,
        thinking=spec != HUMAN and isinstance(asked, Choose) and asked.black == (side == BLACK),
    )


def _curve(desk: Desk) -> Curve:
    """The value of every position of the game."""
    session = desk.session
    points = [point(step, session.known) for step in session.steps]
    return Curve(
        tuple(known.value for known in points),
        tuple(known.exact for known in points),
        session.step,
        axis_length(len(points)),
    )


def _line(desk: Desk) -> tuple[str, str]:
    """The best line from here, and what is said above it."""
    here = desk.session.steps[desk.session.step]
    wished = desk.interests.values or desk.interests.hint == here
    if here.over or desk.editor:
        return "Best line", ""
    if not wished:
        return "Best line", "V shows the value of every move, T a tip"
    values = desk.session.known.get(here.position)
    if values is None:
        return "Best line", "thinking \N{HORIZONTAL ELLIPSIS}" if desk.engine_ready else ""
    best = values.best
    depth = "to the end" if best.exact else f"{values.depth} plies"
    title = f"Best line   {discs_text(best.score, best.exact)}   {depth}"
    return title, "  ".join(move_name(move) for move in best.line[:LINE_LENGTH])


def _cells(desk: Desk) -> tuple[Cell, ...]:
    """The moves of the game, those taken back too."""
    session = desk.session
    rated = desk.interests.review or desk.interests.values
    cells = []
    for number, step in enumerate(session.steps[:-1], start=1):
        lost = loss(step, session.known) if rated else None
        cells.append(
            Cell(
                number,
                move_name(step.move) if step.move is not None else "",
                step.black_to_move,
                None if lost is None else rating(lost),
                "" if not lost or rating(lost) == 0 else discs_text(-lost, False),
                number == session.step,
                number > session.step,
            )
        )
    return tuple(cells)


def _insight(desk: Desk, explainer: Explainer) -> Insight | None:
    """What the features say, where that is looked at."""
    if desk.tab != "tab_insight" or desk.editor is not None:
        return None
    return explainer.insight(desk.session.game)


def _empty_text(desk: Desk) -> str:
    """What stands in the body where there is nothing to list."""
    if desk.tab == "tab_moves":
        return "No move yet. Click a square, or type its name."
    if desk.session.game.over:
        return "The game is over: the discs decide."
    return "The engine is being compiled \N{HORIZONTAL ELLIPSIS}" if not desk.engine_ready else ""


def _active(desk: Desk) -> frozenset[str]:
    """The buttons that are switched on."""
    interests: Interests = desk.interests
    here = desk.session.steps[desk.session.step]
    states = {
        "values": interests.values,
        "review": interests.review,
        "edit": desk.editor is not None,
        "hint": interests.hint == here,
        desk.tab: True,
    }
    if desk.editor is not None:
        brushes = {BLACK_DISC: "brush_black", WHITE_DISC: "brush_white", EMPTY: "brush_empty"}
        states[brushes[desk.editor.brush]] = True
    return frozenset(name for name, on in states.items() if on)


def _disabled(desk: Desk) -> frozenset[str]:
    """The buttons that would do nothing."""
    session = desk.session
    if desk.editor is not None:
        return frozenset(TRANSPORT_BUTTONS)
    nothing = set()
    if session.step == 0:
        nothing |= {"first", "back"}
    if session.step == len(session.steps) - 1:
        nothing |= {"last", "forward"}
    if session.ended or session.sides == [HUMAN, HUMAN]:
        nothing |= {"go"}
    return frozenset(nothing)
