"""What the board looks like: the game's, or the editor's."""

from othello.window.desk import Desk
from othello.window.judgement import discs_text, proof_text, rating
from othello.window.scene import BoardScene, Mark
from othello.window.timeline import Step


def _word(squares: list[int]) -> int:
    return sum(1 << square for square in squares)


def board(desk: Desk) -> BoardScene:
    """The board of the game."""
    session, settings = desk.session, desk.settings
    game = session.game
    flips = desk.animation.flips(desk.now) if desk.animation else ()
    moving = desk.animation is not None
    by_hand = session.human_to_move and not moving
    legal = _word(game.legal()) if by_hand else 0
    target = desk.hover if desk.hover is not None else desk.cursor
    preview = 0
    if settings.preview and target is not None and legal >> target & 1:
        preview = int(game.position.play(target).opp) & int(game.position.opp)
    here = session.steps[session.step]
    return BoardScene(
        black=int(game.black),
        white=int(game.white),
        black_to_move=game.black_to_move,
        legal=legal if settings.legal_hints else 0,
        preview=preview,
        hover=desk.hover if desk.hover is not None and legal >> desk.hover & 1 else None,
        cursor=desk.cursor,
        last_move=session.last_move,
        hint=_hint(desk, here) if not moving else None,
        marks=_marks(desk, here) if not moving else (),
        flips=flips,
        flips_to_black=desk.animation.to_black if desk.animation else True,
        coordinates=settings.coordinates,
    )


def editor_board(desk: Desk) -> BoardScene:
    """The board of the editor."""
    editor = desk.editor
    assert editor is not None
    black, white = editor.words
    return BoardScene(
        black=black,
        white=white,
        black_to_move=editor.brush == 1,
        hover=desk.hover,
        cursor=editor.cursor,
        coordinates=True,
        editing=True,
    )


def _hint(desk: Desk, here: Step) -> int | None:
    """The best move where a hint was asked for and is known."""
    values = desk.session.known.get(here.position)
    if desk.interests.hint != here or values is None or here.over:
        return None
    return values.best.move


def _marks(desk: Desk, here: Step) -> tuple[Mark, ...]:
    """The values of the moves on the board, if they are to be shown."""
    values = desk.session.known.get(here.position)
    if not desk.interests.values or values is None or here.over:
        return ()
    best = values.best.score
    return tuple(
        Mark(
            value.move,
            discs_text(value.score, value.exact),
            rating(best - value.score),
            value.exact,
            proof_text(value),
        )
        for value in values.moves
    )
