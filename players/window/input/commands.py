"""What a person can do, by name: each command with its keys, its words and what it changes."""

from collections.abc import Callable
from typing import NamedTuple

from othello.bits import squares
from othello.notation import move_name
from players.window.game import exchange
from players.window.game.clocks import HUMAN
from players.window.game.editor import Editor
from players.window.input import lines, menus, players
from players.window.overlays import Help
from players.window.settings import ZOOMS
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED
from players.window.translation import N_, _

PAGE = 10
BOARD_COPIED = N_("The board is copied")


def back(state: State) -> None:
    """Show the position one move before, or the exercise before."""
    if state.exercises is not None:
        state.step_exercise(-1)
    else:
        state.go_to(state.live.step - 1)


def forward(state: State) -> None:
    """Show the position one move later, or the next exercise."""
    if state.exercises is not None:
        state.step_exercise(1)
    else:
        state.go_to(state.live.step + 1)


def first(state: State) -> None:
    """Show the start."""
    state.go_to(0)


def last(state: State) -> None:
    """Show the last position."""
    state.go_to(len(state.live.steps) - 1)


def page_back(state: State) -> None:
    """Show the position ten moves before."""
    state.go_to(state.live.step - PAGE)


def page_forward(state: State) -> None:
    """Show the position ten moves later."""
    state.go_to(state.live.step + PAGE)


def take_back(state: State) -> None:
    """Go back to a person's last choice; in an exercise, before the try."""
    if state.exercises is not None:
        state.exercises.tried = None
        return
    state.live.take_back()
    state.drop_pending()


def go(state: State) -> None:
    """Stop the engine, or let it go on from here."""
    if state.exercises is not None:
        return
    if state.live.sides == [HUMAN, HUMAN]:
        state.notify(_(menus.NO_ENGINE))
        return
    state.live.toggle_going()


def hurry(state: State) -> None:
    """Let the engine move at once."""
    state.engine.hurry()


def swap(state: State) -> None:
    """Give each side the other's player; who a file says has played a game stays as it is."""
    live = state.live
    if live.sides[0] == live.sides[1]:
        both = _("Both sides are played by one engine: P gives a side to another player")
        state.notify(_(menus.NO_ENGINE) if live.mover == HUMAN else both)
        return
    live.sides.reverse()
    live.names = ["", ""]
    state.drop_pending()


def new_at_once(state: State) -> None:
    """Begin a new game with the same players."""
    state.new_game(menus.next_sides(state))


def go_on(state: State) -> None:
    """Take up the game that was kept last, where it stood."""
    state.go_on_with_last_game()


def step_level(state: State, by: int) -> None:
    """Play against the level so many steps up."""
    specs = [level.spec for level in state.levels if level.ranked]
    now = specs.index(menus.opponent(state)) if menus.opponent(state) in specs else 0
    menus.set_level(state, specs[min(max(now + by, 0), len(specs) - 1)])


def harder(state: State) -> None:
    """Play against the next level up."""
    step_level(state, 1)


def easier(state: State) -> None:
    """Play against the next level down."""
    step_level(state, -1)


def values(state: State) -> None:
    """Show the value of every move, or hide it."""
    state.analysis.values = not state.analysis.values
    state.change(values=state.analysis.values)


def graph(state: State) -> None:
    """Show the graph, or hide it."""
    state.analysis.graph = not state.analysis.graph
    state.change(graph=state.analysis.graph)


def hint(state: State) -> None:
    """Ask for the best move here, or put the hint away."""
    here = state.live.here
    state.analysis.hint = None if state.analysis.hint == here else here


def review(state: State) -> None:
    """Compare all moves of the game with the best ones, or stop."""
    if state.analysis.review:
        state.stop_review()
        return
    state.start_review()
    said = _("Every move is compared with the best, {limit} each; the last {count} to the end")
    state.notify(said.format(limit=_(state.settings.review), count=REVIEW_SOLVED))


def find_mistakes(state: State) -> None:
    """Show the person's mistakes as exercises, or end them."""
    if state.exercises is not None:
        state.end_exercises()
    elif state.editor is None:
        state.want_exercises()


def insight(state: State) -> None:
    """Show what the board's regions say, then the evaluation's features, then the moves again."""
    following = {"tab_moves": "tab_insight", "tab_lines": "tab_insight"}
    following |= {"tab_insight": "tab_features"}
    state.tab = following.get(state.tab, "tab_moves")


def tab_moves(state: State) -> None:
    """Show the list of moves."""
    state.tab = "tab_moves"


def tab_lines(state: State) -> None:
    """Show the best lines from here, or the moves again."""
    state.tab = "tab_moves" if state.tab == "tab_lines" else "tab_lines"


def tab_insight(state: State) -> None:
    """Show what the board's regions say."""
    state.tab = "tab_insight"


def tab_features(state: State) -> None:
    """Show the evaluation's features."""
    state.tab = "tab_features"


def tab_graph(state: State) -> None:
    """Show the graph, where it has no place of its own."""
    state.tab = "tab_graph"


def tab_library(state: State) -> None:
    """Show what was played here in the library's games."""
    state.tab = "tab_library"


def edit(state: State) -> None:
    """Open the editor, or leave it with its board."""
    if state.editor is None:
        state.live.editor = Editor(state.live.game)
        state.drop_pending()
        state.cursor = None
    else:
        finish_editing(state)


def finish_editing(state: State) -> None:
    """Go on from the edited board, in the old game if it has it."""
    editor, live = state.editor, state.live
    assert editor is not None
    if editor.words == (0, 0):
        state.notify(_("There is no disc on the board"))
        return
    game = editor.game()
    live.editor = None
    state.drop_pending()
    if game.positions[0] == live.game.positions[0] and (
        game.moves + game.undone == live.game.moves + live.game.undone
    ):
        live.go_to(live.step if game == live.game else sum(m >= 0 for m in game.moves))
    else:
        state.analysis.balanced = None
        state.analysis.review = state.exercises_wanted = False
        live.start(game, action=N_("edited board"))
        live.paused = live.mover != HUMAN


def copy(state: State) -> None:
    """Copy the moves, or the board where moves do not tell the game."""
    if state.editor is not None:
        copy_board(state)
        return
    text = exchange.transcript_or_board(exchange.whole(state.live.game))
    state.clipboard.put(text)
    state.notify(_("The moves are copied") if " " not in text else _(BOARD_COPIED))


def copy_board(state: State) -> None:
    """Copy the board, the drawn one in the editor."""
    game = state.live.game if state.editor is None else state.editor.drawn()
    state.clipboard.put(game.board())
    state.notify(_(BOARD_COPIED))


def paste(state: State) -> None:
    """Take up what the clipboard holds."""
    try:
        menus.show_entries(state, exchange.pasted(state.clipboard.get()), _("Pasted games"))
    except ValueError as error:
        state.notify(str(error))


def picture(state: State) -> None:
    """Save a picture of the window after this frame."""
    state.screenshot_path = exchange.pictures_folder() / exchange.stamped(".png")


def full_screen(state: State) -> None:
    """Fill the screen, or no longer."""
    state.fullscreen = not state.fullscreen


def show_help(state: State) -> None:
    """Show the keys."""
    state.overlay = Help(menus.help_lines(BY_NAME), _("Help"))


def theme(state: State) -> None:
    """Take the next theme."""
    menus.turn(state, "theme", 1)


def turn_board(state: State) -> None:
    """Show the board a quarter further clockwise."""
    menus.turn(state, "turned", 1)


def mirror_board(state: State) -> None:
    """Show the board's left side at the right, or no longer."""
    menus.turn(state, "mirrored", 1)


def sound(state: State) -> None:
    """Switch the sound of the discs on or off."""
    menus.turn(state, "sound", 1)
    if state.settings.sound == bool(state.sound):
        on = state.settings.sound
        state.notify(_("The sound is on") if on else _("The sound is off"))


def zoom(state: State, by: int) -> None:
    """Change the size of text by so many steps."""
    place = ZOOMS.index(state.settings.zoom) + by
    state.change(zoom=ZOOMS[min(max(place, 0), len(ZOOMS) - 1)])


def larger(state: State) -> None:
    """Make text larger."""
    zoom(state, 1)


def smaller(state: State) -> None:
    """Make text smaller."""
    zoom(state, -1)


def close(state: State) -> None:
    """Close the window."""
    state.quit = True


def next_move(state: State, by: int = 1) -> None:
    """Put the cursor on the next legal move."""
    legal = squares(state.live.game.position.legal()) if state.live.human_to_move else []
    if not legal:
        return
    if state.cursor not in legal:
        state.cursor = legal[0] if by > 0 else legal[-1]
    else:
        state.cursor = legal[(legal.index(state.cursor) + by) % len(legal)]


def previous_move(state: State) -> None:
    """Put the cursor on the legal move before."""
    next_move(state, -1)


def play_cursor(state: State) -> None:
    """Play the square at the cursor; where an exercise is answered, take the next one."""
    if state.exercises is not None and not state.asking:
        state.step_exercise(1)
    elif state.cursor is not None:
        state.play_by_hand(state.cursor)


class Command(NamedTuple):
    """A command; `keys` are named as in "ctrl+shift+c", "tab" or "?"."""

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[State], None]


def _menu(state: State) -> None:
    shown = COMMANDS if state.editor is None else [BY_NAME[name] for name in IN_EDITOR.split()]
    state.overlay = menus.all_commands(shown, lambda command: carry_out(state, command))


COMMANDS = (
    Command("new", ("n",), N_("New game"), menus.open_new_game),
    Command("new_at_once", ("ctrl+n",), N_("New game at once, as before"), new_at_once),
    Command("go_on", ("ctrl+g",), N_("Go on with the last game"), go_on),
    Command("next_move", ("tab",), N_("Go to the next legal move"), next_move),
    Command("previous_move", ("shift+tab",), N_("Go to the legal move before"), previous_move),
    Command("play", ("return", "enter"), N_("Play the move at the cursor"), play_cursor),
    Command("take_back", ("backspace",), N_("Take your move back"), take_back),
    Command("go", ("space",), N_("Stop the engine, or let it go on"), go),
    Command("hurry", ("m",), N_("Move now"), hurry),
    Command("swap", ("x",), N_("Change sides"), swap),
    Command("level", ("l",), N_("Level"), menus.open_levels),
    Command("harder", ("+", "="), N_("Next level up"), harder),
    Command("easier", ("-",), N_("Next level down"), easier),
    Command("engine", ("q",), N_("The engine: its options"), players.open_engine),
    Command("players", ("p",), N_("Who plays black and white"), players.open_players),
    Command("back", ("left",), N_("One move back"), back),
    Command("forward", ("right",), N_("One move forward"), forward),
    Command("page_back", ("page up",), N_("Ten moves back"), page_back),
    Command("page_forward", ("page down",), N_("Ten moves forward"), page_forward),
    Command("first", ("home",), N_("To the start"), first),
    Command("last", ("end",), N_("To the last move"), last),
    Command("undo", ("ctrl+z",), N_("Undo: moves, new games, all"), lines.undo),
    Command("redo", ("ctrl+y",), N_("Do again"), lines.redo),
    Command("line_above", ("up",), N_("To the line above"), lines.line_above),
    Command("line_below", ("down",), N_("To the line below"), lines.line_below),
    Command("promote", ("ctrl+up",), N_("Make this the main line"), lines.promote),
    Command("delete", ("delete",), N_("Delete from this move on"), lines.delete),
    Command("comment", ("ctrl+m",), N_("Write a comment here"), lines.open_comment),
    Command("hint", ("t",), N_("Hint: the best move"), hint),
    Command("values", ("v",), N_("Value of every move"), values),
    Command("review", ("r",), N_("Review the whole game"), review),
    Command("review_by", ("ctrl+r",), N_("Review: how deep, how long"), menus.open_review),
    Command("exercises", ("shift+r",), N_("Exercises: find my mistakes"), find_mistakes),
    Command("insight", ("i",), N_("Why: what the evaluation sees"), insight),
    Command("graph", ("k",), N_("Graph of the value"), graph),
    Command("tab_moves", (), N_("List of moves"), tab_moves),
    Command("tab_lines", ("shift+v",), N_("Best lines from here"), tab_lines),
    Command("tab_insight", (), N_("Regions of the board"), tab_insight),
    Command("tab_features", (), N_("Features of the evaluation"), tab_features),
    Command("tab_graph", (), N_("Graph"), tab_graph),
    Command("edit", ("ctrl+e",), N_("Board editor"), edit),
    Command("open", ("ctrl+o",), N_("Open GGF, WTHOR, OBF, text"), menus.open_folder),
    Command("library", ("ctrl+l",), N_("Library: search many games"), menus.open_library),
    Command("tab_library", ("shift+l",), N_("Replies in the library"), tab_library),
    Command("save", ("ctrl+s",), N_("Save: .ggf, .othello, .txt"), menus.open_save),
    Command("copy", ("ctrl+c",), N_("Copy the moves"), copy),
    Command("copy_board", ("ctrl+shift+c",), N_("Copy the board"), copy_board),
    Command("paste", ("ctrl+v",), N_("Paste moves, a board or GGF"), paste),
    Command("picture", ("f12",), N_("Screenshot to a PNG file"), picture),
    Command("settings", ("s",), N_("Settings"), menus.open_settings),
    Command("theme", ("o",), N_("Next theme"), theme),
    Command("turn_board", ("j",), N_("Turn the board"), turn_board),
    Command("mirror_board", ("y",), N_("Mirror the board"), mirror_board),
    Command("sound", ("z",), N_("Sound on or off"), sound),
    Command("larger", ("ctrl++", "ctrl+="), N_("Larger text"), larger),
    Command("smaller", ("ctrl+-",), N_("Smaller text"), smaller),
    Command("full_screen", ("f11",), N_("Full screen"), full_screen),
    Command("menu", ("ctrl+k", "u"), N_("All commands"), _menu),
    Command("help", ("?", "f1"), N_("Help"), show_help),
    Command("quit", ("ctrl+q",), N_("Quit"), close),
)


BY_NAME = {command.name: command for command in COMMANDS}


BY_KEY = {key: command for command in COMMANDS for key in command.keys}
BY_KEY["ctrl+shift+z"] = BY_NAME["redo"]  # as other programs have it; the help has room for one


IN_EDITOR = (
    "new new_at_once go_on undo redo edit open library copy copy_board paste picture settings theme"
    " turn_board mirror_board sound larger smaller full_screen menu help quit"
)
"""The commands that do the same while the editor is open; all others are about the game below."""


OF_A_MOVE = "comment delete promote"
"""The commands about the move shown that a right click on it in the list offers."""


def open_move(state: State) -> None:
    """What can be done with the move shown, as a list."""
    path = state.live.path
    title = _("Move {number}, {move}").format(number=len(path), move=move_name(path[-1]))
    shown = [BY_NAME[name] for name in OF_A_MOVE.split()]
    state.overlay = menus.all_commands(shown, lambda command: carry_out(state, command), title)


def carry_out(state: State, command: Command) -> None:
    """Carry out a command, unless it would change the game below the editor unseen."""
    if state.editor is None or command.name in IN_EDITOR.split():
        command.run(state)
    else:
        nothing = _("{command}: not in the editor, Return or Escape leaves it")
        state.notify(nothing.format(command=_(command.title)))


def run(state: State, name: str) -> None:
    """Carry out the command `name`."""
    carry_out(state, BY_NAME[name])
