"""What the commands change."""

from othello.bits import squares
from othello.window import exchange, file_menus, menus
from othello.window.agenda import REVIEW_DEPTHS
from othello.window.desk import Desk
from othello.window.editor import Editor
from othello.window.engine import HUMAN
from othello.window.overlays import Help
from othello.window.settings import ZOOMS

PAGE = 10


def back(desk: Desk) -> None:
    """Show the position one move before."""
    desk.go_to(desk.session.step - 1)


def forward(desk: Desk) -> None:
    """Show the position one move later."""
    desk.go_to(desk.session.step + 1)


def first(desk: Desk) -> None:
    """Show the start."""
    desk.go_to(0)


def last(desk: Desk) -> None:
    """Show the last position."""
    desk.go_to(len(desk.session.steps) - 1)


def page_back(desk: Desk) -> None:
    """Show the position ten moves before."""
    desk.go_to(desk.session.step - PAGE)


def page_forward(desk: Desk) -> None:
    """Show the position ten moves later."""
    desk.go_to(desk.session.step + PAGE)


def take_back(desk: Desk) -> None:
    """Go back to a person's last choice."""
    desk.session.take_back()
    desk.still()


def go(desk: Desk) -> None:
    """Stop the engine, or let it go on from here."""
    if desk.session.sides == [HUMAN, HUMAN]:
        desk.notify("Two people play: P gives a side to the engine")
        return
    desk.session.toggle_going()


def hurry(desk: Desk) -> None:
    """Let the engine move at once."""
    desk.hurry()


def swap(desk: Desk) -> None:
    """Give each side the other's player."""
    desk.session.sides.reverse()
    desk.session.names.reverse()
    desk.still()


def new_at_once(desk: Desk) -> None:
    """Begin a new game with the same players."""
    desk.new_game(menus.next_sides(desk))


def step_level(desk: Desk, by: int) -> None:
    """Play against the level so many steps up."""
    specs = [level.spec for level in desk.levels]
    now = specs.index(menus.opponent(desk)) if menus.opponent(desk) in specs else 0
    menus.set_level(desk, desk.levels[min(max(now + by, 0), len(specs) - 1)].spec)


def harder(desk: Desk) -> None:
    """Play against the next level up."""
    step_level(desk, 1)


def easier(desk: Desk) -> None:
    """Play against the next level down."""
    step_level(desk, -1)


def values(desk: Desk) -> None:
    """Show the value of every move, or hide it."""
    desk.interests.values = not desk.interests.values
    desk.change(values=desk.interests.values)


def graph(desk: Desk) -> None:
    """Show the graph, or hide it."""
    desk.interests.graph = not desk.interests.graph
    desk.change(graph=desk.interests.graph)


def hint(desk: Desk) -> None:
    """Ask for the best move here, or put the hint away."""
    here = desk.session.steps[desk.session.step]
    desk.interests.hint = None if desk.interests.hint == here else here


def review(desk: Desk) -> None:
    """Compare all moves of the game with the best ones, or stop."""
    desk.interests.review = not desk.interests.review
    if desk.interests.review:
        desk.tab = "tab_moves"
        depth = REVIEW_DEPTHS[-1]
        desk.notify(f"Every move is compared with the best one, {depth} plies deep")


def insight(desk: Desk) -> None:
    """Show the evaluation's features, or the moves again."""
    desk.tab = "tab_moves" if desk.tab == "tab_insight" else "tab_insight"


def tab_moves(desk: Desk) -> None:
    """Show the list of moves."""
    desk.tab = "tab_moves"


def tab_insight(desk: Desk) -> None:
    """Show the evaluation's features."""
    desk.tab = "tab_insight"


def edit(desk: Desk) -> None:
    """Open the editor, or leave it with its board."""
    if desk.editor is None:
        desk.editor = Editor(desk.session.game)
        desk.still()
        desk.cursor = None
    else:
        finish_editing(desk)


def finish_editing(desk: Desk) -> None:
    """Go on from the edited board, in the old game if it has it."""
    editor, session = desk.editor, desk.session
    assert editor is not None
    if editor.words == (0, 0):
        desk.notify("There is no disc on the board")
        return
    game = editor.game()
    desk.editor = None
    desk.still()
    if game.positions[0] == session.game.positions[0] and (
        game.moves + game.undone == session.game.moves + session.game.undone
    ):
        session.go_to(session.step if game == session.game else sum(m >= 0 for m in game.moves))
    else:
        desk.interests.balanced = None
        session.start(game)
        session.paused = session.mover != HUMAN


def copy(desk: Desk) -> None:
    """Copy the moves, or the board where moves do not tell the game."""
    text = exchange.transcript_or_board(exchange.whole(desk.session.game))
    desk.clipboard.put(text)
    desk.notify("The moves are copied" if " " not in text else "The board is copied")


def copy_board(desk: Desk) -> None:
    """Copy the board."""
    desk.clipboard.put(desk.session.game.board())
    desk.notify("The board is copied")


def paste(desk: Desk) -> None:
    """Take up what the clipboard holds."""
    try:
        entries = exchange.pasted(desk.clipboard.get())
        file_menus.show_entries(desk, entries, "Pasted games")
    except ValueError as error:
        desk.notify(str(error))


def picture(desk: Desk) -> None:
    """Save a picture of the window after this frame."""
    desk.picture = exchange.pictures_folder() / exchange.stamped(".png")


def full_screen(desk: Desk) -> None:
    """Fill the screen, or no longer."""
    desk.fullscreen = not desk.fullscreen


def show_help(desk: Desk) -> None:
    """Show the keys."""
    desk.overlay = Help()


def theme(desk: Desk) -> None:
    """Take the next theme."""
    menus.turn(desk, "theme", 1)


def zoom(desk: Desk, by: int) -> None:
    """Change the size of text by so many steps."""
    place = ZOOMS.index(desk.settings.zoom) + by
    desk.change(zoom=ZOOMS[min(max(place, 0), len(ZOOMS) - 1)])


def larger(desk: Desk) -> None:
    """Make text larger."""
    zoom(desk, 1)


def smaller(desk: Desk) -> None:
    """Make text smaller."""
    zoom(desk, -1)


def close(desk: Desk) -> None:
    """Close the window."""
    desk.quit = True


def next_move(desk: Desk, by: int = 1) -> None:
    """Put the cursor on the next legal move."""
    legal = squares(desk.session.game.position.legal()) if desk.session.human_to_move else []
    if not legal:
        return
    if desk.cursor not in legal:
        desk.cursor = legal[0] if by > 0 else legal[-1]
    else:
        desk.cursor = legal[(legal.index(desk.cursor) + by) % len(legal)]


def previous_move(desk: Desk) -> None:
    """Put the cursor on the legal move before."""
    next_move(desk, -1)


def play_cursor(desk: Desk) -> None:
    """Play the square at the cursor."""
    if desk.cursor is not None:
        desk.play_by_hand(desk.cursor)
