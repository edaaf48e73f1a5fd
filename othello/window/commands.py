"""What a person can do, by name: each command with its keys, its words and what it changes."""

from collections.abc import Callable
from typing import NamedTuple

from othello.bits import squares
from othello.window import exchange, menus
from othello.window.agenda import REVIEW_DEPTHS
from othello.window.desk import Desk
from othello.window.editor import Editor
from othello.window.engine import HUMAN
from othello.window.overlays import Help
from othello.window.settings import ZOOMS

PAGE = 10


class Command(NamedTuple):
    """A command; `keys` are as `controls.key_text` names them."""

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[Desk], None]


def _back(desk: Desk) -> None:
    desk.go_to(desk.session.step - 1)


def _forward(desk: Desk) -> None:
    desk.go_to(desk.session.step + 1)


def _first(desk: Desk) -> None:
    desk.go_to(0)


def _last(desk: Desk) -> None:
    desk.go_to(len(desk.session.steps) - 1)


def _page_back(desk: Desk) -> None:
    desk.go_to(desk.session.step - PAGE)


def _page_forward(desk: Desk) -> None:
    desk.go_to(desk.session.step + PAGE)


def _take_back(desk: Desk) -> None:
    desk.session.take_back()
    desk.still()


def _go(desk: Desk) -> None:
    if desk.session.sides == [HUMAN, HUMAN]:
        desk.notify("Two people play: P gives a side to the engine")
        return
    desk.session.toggle_going()


def _hurry(desk: Desk) -> None:
    desk.hurry()


def _swap(desk: Desk) -> None:
    desk.session.sides.reverse()
    desk.session.names.reverse()
    desk.still()


def _new_at_once(desk: Desk) -> None:
    desk.new_game(menus.next_sides(desk))


def _step_level(desk: Desk, by: int) -> None:
    specs = [level.spec for level in desk.levels]
    now = specs.index(menus.opponent(desk)) if menus.opponent(desk) in specs else 0
    menus.set_level(desk, desk.levels[min(max(now + by, 0), len(specs) - 1)].spec)


def _harder(desk: Desk) -> None:
    _step_level(desk, 1)


def _easier(desk: Desk) -> None:
    _step_level(desk, -1)


def _values(desk: Desk) -> None:
    desk.interests.values = not desk.interests.values
    desk.change(values=desk.interests.values)


def _graph(desk: Desk) -> None:
    desk.interests.graph = not desk.interests.graph
    desk.change(graph=desk.interests.graph)


def _hint(desk: Desk) -> None:
    here = desk.session.steps[desk.session.step]
    desk.interests.hint = None if desk.interests.hint == here else here


def _review(desk: Desk) -> None:
    desk.interests.review = not desk.interests.review
    if desk.interests.review:
        desk.tab = "tab_moves"
        depth = REVIEW_DEPTHS[-1]
        desk.notify(f"Every move is compared with the best one, {depth} plies deep")


def _insight(desk: Desk) -> None:
    desk.tab = "tab_moves" if desk.tab == "tab_insight" else "tab_insight"


def _tab_moves(desk: Desk) -> None:
    desk.tab = "tab_moves"


def _tab_insight(desk: Desk) -> None:
    desk.tab = "tab_insight"


def _edit(desk: Desk) -> None:
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
        session.start(game)
        session.paused = session.mover != HUMAN


def _copy(desk: Desk) -> None:
    text = exchange.transcript_or_board(desk.session.game)
    desk.clipboard.put(text)
    desk.notify("The moves are copied" if " " not in text else "The board is copied")


def _copy_board(desk: Desk) -> None:
    desk.clipboard.put(desk.session.game.board())
    desk.notify("The board is copied")


def _paste(desk: Desk) -> None:
    try:
        entries = exchange.pasted(desk.clipboard.get())
        menus.show_entries(desk, entries, "Pasted games")
    except ValueError as error:
        desk.notify(str(error))


def _picture(desk: Desk) -> None:
    desk.picture = exchange.pictures_folder() / exchange.stamped(".png")


def _full_screen(desk: Desk) -> None:
    desk.fullscreen = not desk.fullscreen


def _help(desk: Desk) -> None:
    desk.overlay = Help()


def _theme(desk: Desk) -> None:
    menus.turn(desk, "theme", 1)


def _zoom(desk: Desk, by: int) -> None:
    place = ZOOMS.index(desk.settings.zoom) + by
    desk.change(zoom=ZOOMS[min(max(place, 0), len(ZOOMS) - 1)])


def _larger(desk: Desk) -> None:
    _zoom(desk, 1)


def _smaller(desk: Desk) -> None:
    _zoom(desk, -1)


def _quit(desk: Desk) -> None:
    desk.quit = True


def _next_move(desk: Desk, by: int = 1) -> None:
    legal = squares(desk.session.game.position.legal()) if desk.session.human_to_move else []
    if not legal:
        return
    if desk.cursor not in legal:
        desk.cursor = legal[0] if by > 0 else legal[-1]
    else:
        desk.cursor = legal[(legal.index(desk.cursor) + by) % len(legal)]


def _previous_move(desk: Desk) -> None:
    _next_move(desk, -1)


def _play_cursor(desk: Desk) -> None:
    if desk.cursor is not None:
        desk.play_by_hand(desk.cursor)


def _menu(desk: Desk) -> None:
    desk.overlay = menus.all_commands(desk, COMMANDS)


COMMANDS = (
    Command("new", ("n",), "New game", menus.open_new_game),
    Command("new_at_once", ("ctrl+n",), "New game at once, as before", _new_at_once),
    Command("next_move", ("tab",), "Go to the next legal move", _next_move),
    Command("previous_move", ("shift+tab",), "Go to the legal move before", _previous_move),
    Command("play", ("return", "enter"), "Play the move at the cursor", _play_cursor),
    Command("take_back", ("backspace", "ctrl+z"), "Take your move back", _take_back),
    Command("go", ("space",), "Stop the engine, or let it go on", _go),
    Command("hurry", ("m",), "Move now", _hurry),
    Command("swap", ("x",), "Change sides", _swap),
    Command("level", ("l",), "Level", menus.open_levels),
    Command("harder", ("+", "="), "Next level up", _harder),
    Command("easier", ("-",), "Next level down", _easier),
    Command("players", ("p",), "Who plays black and white", menus.open_players),
    Command("back", ("left",), "One move back", _back),
    Command("forward", ("right",), "One move forward", _forward),
    Command("page_back", ("page up",), "Ten moves back", _page_back),
    Command("page_forward", ("page down",), "Ten moves forward", _page_forward),
    Command("first", ("home",), "To the start", _first),
    Command("last", ("end",), "To the last move", _last),
    Command("hint", ("t",), "Tip: the best move", _hint),
    Command("values", ("v",), "Value of every move", _values),
    Command("review", ("r",), "Review the whole game", _review),
    Command("insight", ("i",), "What the evaluation sees", _insight),
    Command("graph", ("k",), "Graph of the value", _graph),
    Command("tab_moves", (), "List of moves", _tab_moves),
    Command("tab_insight", (), "Features of the evaluation", _tab_insight),
    Command("edit", ("ctrl+e",), "Board editor", _edit),
    Command("open", ("ctrl+o",), "Open GGF, WTHOR, OBF, text", menus.open_folder),
    Command("save", ("ctrl+s",), "Save the game: .ggf or .txt", menus.open_save),
    Command("copy", ("ctrl+c",), "Copy the moves", _copy),
    Command("copy_board", ("ctrl+shift+c",), "Copy the board", _copy_board),
    Command("paste", ("ctrl+v",), "Paste moves, a board or GGF", _paste),
    Command("picture", ("f12",), "Screenshot to a PNG file", _picture),
    Command("settings", ("s",), "Settings", menus.open_settings),
    Command("theme", ("o",), "Next theme", _theme),
    Command("larger", ("ctrl++", "ctrl+="), "Larger text", _larger),
    Command("smaller", ("ctrl+-",), "Smaller text", _smaller),
    Command("full_screen", ("f11",), "Full screen", _full_screen),
    Command("menu", ("ctrl+k", "u"), "All commands", _menu),
    Command("help", ("?", "f1"), "Help", _help),
    Command("quit", ("ctrl+q",), "Quit", _quit),
)

BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {key: command for command in COMMANDS for key in command.keys}


def run(desk: Desk, name: str) -> None:
    """Carry out the command `name`."""
    BY_NAME[name].run(desk)
