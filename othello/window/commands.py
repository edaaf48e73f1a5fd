"""What a person can do, by name: each command with its keys, its words and what it changes."""

from collections.abc import Callable
from typing import NamedTuple

from othello.window import actions, file_menus, menus
from othello.window.desk import Desk


class Command(NamedTuple):
    """A command; `keys` are as `controls.key_text` names them."""

    name: str
    keys: tuple[str, ...]
    title: str
    run: Callable[[Desk], None]


def _menu(desk: Desk) -> None:
    desk.overlay = menus.all_commands(desk, COMMANDS)


COMMANDS = (
    Command("new", ("n",), "New game", menus.open_new_game),
    Command("new_at_once", ("ctrl+n",), "New game at once, as before", actions.new_at_once),
    Command("next_move", ("tab",), "Go to the next legal move", actions.next_move),
    Command("previous_move", ("shift+tab",), "Go to the legal move before", actions.previous_move),
    Command("play", ("return", "enter"), "Play the move at the cursor", actions.play_cursor),
    Command("take_back", ("backspace", "ctrl+z"), "Take your move back", actions.take_back),
    Command("go", ("space",), "Stop the engine, or let it go on", actions.go),
    Command("hurry", ("m",), "Move now", actions.hurry),
    Command("swap", ("x",), "Change sides", actions.swap),
    Command("level", ("l",), "Level", menus.open_levels),
    Command("harder", ("+", "="), "Next level up", actions.harder),
    Command("easier", ("-",), "Next level down", actions.easier),
    Command("players", ("p",), "Who plays black and white", menus.open_players),
    Command("back", ("left",), "One move back", actions.back),
    Command("forward", ("right",), "One move forward", actions.forward),
    Command("page_back", ("page up",), "Ten moves back", actions.page_back),
    Command("page_forward", ("page down",), "Ten moves forward", actions.page_forward),
    Command("first", ("home",), "To the start", actions.first),
    Command("last", ("end",), "To the last move", actions.last),
    Command("hint", ("t",), "Tip: the best move", actions.hint),
    Command("values", ("v",), "Value of every move", actions.values),
    Command("review", ("r",), "Review the whole game", actions.review),
    Command("insight", ("i",), "What the evaluation sees", actions.insight),
    Command("graph", ("k",), "Graph of the value", actions.graph),
    Command("tab_moves", (), "List of moves", actions.tab_moves),
    Command("tab_insight", (), "Features of the evaluation", actions.tab_insight),
    Command("edit", ("ctrl+e",), "Board editor", actions.edit),
    Command("open", ("ctrl+o",), "Open GGF, WTHOR, OBF, text", file_menus.open_folder),
    Command("save", ("ctrl+s",), "Save the game: .ggf or .txt", file_menus.open_save),
    Command("copy", ("ctrl+c",), "Copy the moves", actions.copy),
    Command("copy_board", ("ctrl+shift+c",), "Copy the board", actions.copy_board),
    Command("paste", ("ctrl+v",), "Paste moves, a board or GGF", actions.paste),
    Command("picture", ("f12",), "Screenshot to a PNG file", actions.picture),
    Command("settings", ("s",), "Settings", menus.open_settings),
    Command("theme", ("o",), "Next theme", actions.theme),
    Command("larger", ("ctrl++", "ctrl+="), "Larger text", actions.larger),
    Command("smaller", ("ctrl+-",), "Smaller text", actions.smaller),
    Command("full_screen", ("f11",), "Full screen", actions.full_screen),
    Command("menu", ("ctrl+k", "u"), "All commands", _menu),
    Command("help", ("?", "f1"), "Help", actions.show_help),
    Command("quit", ("ctrl+q",), "Quit", actions.close),
)


BY_NAME = {command.name: command for command in COMMANDS}


BY_KEY = {key: command for command in COMMANDS for key in command.keys}


def run(desk: Desk, name: str) -> None:
    """Carry out the command `name`."""
    BY_NAME[name].run(desk)
