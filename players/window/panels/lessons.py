"""Lessons: their list, and the texts of the lesson on the board."""

from players.study.coach.accuracy import BEST, BLUNDER
from players.study.lessons import lessons
from players.window.dialogs import Chooser, Row
from players.window.drawing.frame import LEADS, TEXT, TextRow, paragraph, rows_part, text_width
from players.window.drawing.scene import Part
from players.window.panels.panel import PLAY, Command, Panel, View
from players.window.state import State
from players.window.training.lessons import Lessons
from players.window.translation import N_, _


def show(view: View) -> Part | None:
    """Return the idea, the task, the answer to a try, and the ways to go on."""
    body, layout, state = view.body_of("moves"), view.layout, view.state
    shown = state.practice.exercises
    if body is None or not isinstance(shown, Lessons):
        return None
    width, size, blank = text_width(layout, body), layout.size(TEXT), TextRow(("",))
    lesson, tried = shown.lesson, shown.tried
    task, *more = paragraph(_(lesson.task), width, size)
    rows = [*paragraph(_(lesson.idea), width, size), blank, task._replace(current=True)]
    rows += [row._replace(joined=True) for row in more]
    rows.append(blank)
    if tried is not None:
        rank = BEST if lesson.is_right(tried) else BLUNDER
        answer = paragraph(lesson.answer(tried, _), width, size)
        rows += [*(row._replace(ratings=(rank,)) for row in answer), blank]
    links = {1: N_("Next lesson"), 0: N_("Back to the game")}
    if state.practice.asking or shown.index + 1 == shown.count:
        del links[1]
    rows += [TextRow((f"{_(label)} {LEADS}",), link=by) for by, label in links.items()]
    return rows_part("lessons", layout, body, rows, state.ui.scrolled)


def follow(state: State, by: int, right: bool) -> None:
    """Show the next lesson, or end the lessons (0)."""
    if by:
        state.practice.step(by)
    else:
        state.drop_pending()


def open_lessons(state: State) -> None:
    """List the lessons."""
    rows = [
        Row(f"{number + 1}. {_(lesson.title)}", _(lesson.group), number)
        for number, lesson in enumerate(lessons())
    ]

    def choose(row: Row) -> None:
        state.begin_training(lambda: Lessons(row.value, state.files.deck, state.live))

    hint = _("Each is a position with a task. Click your answer on the board.")
    state.ui.dialog = Chooser(_("Learn to play"), lambda: rows, choose, hint=hint)


PANELS = {"lessons": Panel(show, follow)}
COMMANDS = (Command("learn", "f2", N_("Learn to play"), open_lessons, PLAY),)
