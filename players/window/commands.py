"""The table of commands, made of the panels', and the help; by name and by key."""

from players.window.overlays import Help
from players.window.panels.panel import (
    COMMAND_GROUPS,
    HEADINGS,
    WINDOW,
    Command,
    Keys,
    Named,
    command_list,
    key_text,
)
from players.window.panels.table import panels
from players.window.state import State
from players.window.translation import N_, _

WELCOME = (
    (N_("Click a dot"), N_("Play there; you are black and begin")),
    ("L", N_("Choose how strong the engine is")),
    ("V  T", N_("See what every move is worth, or a hint")),
    (N_("Left  Right"), N_("Go through the game, R reviews it")),
    (N_("?  Ctrl+K"), N_("All keys, all commands by name")),
)
"""What a person sees at the first start."""


def welcome(state: State) -> None:
    """Show the few things that one has to know."""
    state.overlay = Help(tuple((_(keys), _(words)) for keys, words in WELCOME), _("Othello"))


def open_menu(state: State) -> None:
    """All commands, in the editor those that do the same there."""
    shown = [command for command in COMMANDS if state.editor is None or command.in_editor]
    state.overlay = command_list(shown, lambda command: carry_out(state, command))


def show_help(state: State) -> None:
    """Show the keys."""
    state.overlay = Help(help_lines(), _("Help"))


def close(state: State) -> None:
    """Close the window."""
    state.quit = True


OWN = (
    Command("menu", ("ctrl+k", "u"), N_("All commands"), open_menu, WINDOW, True, listed=False),
    Command("help", ("?", "f1"), N_("Help"), show_help, WINDOW, in_editor=True),
    Command("quit", ("ctrl+q",), N_("Quit"), close, WINDOW, in_editor=True),
)
"""The commands that are about the table itself, and the end."""
COMMANDS = tuple(
    sorted(
        (*(command for panel in panels().values() for command in panel.commands), *OWN),
        key=lambda command: COMMAND_GROUPS.index(command.group),
    )
)
BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {key: command for command in COMMANDS for key in command.keys}
BY_KEY["ctrl+shift+z"] = BY_NAME["redo"]  # as other programs have it; the help has room for one


def carry_out(state: State, command: Command) -> None:
    """Carry out a command, unless it would change the game below the editor unseen."""
    if state.editor is None or command.in_editor:
        command.run(state)
    else:
        nothing = _("{command}: not in the editor, Return or Escape leaves it")
        state.notify(nothing.format(command=_(command.title)))


def run(state: State, name: str) -> None:
    """Carry out the command `name`."""
    carry_out(state, BY_NAME[name])


def help_lines() -> tuple[tuple[str, str], ...]:
    """Keys with what they do, under headings, which have none; what panels share is said once."""
    told: dict[str, dict[tuple[str, str], None]] = {heading: {} for heading in HEADINGS}
    for panel in panels().values():
        for line in panel.lines:
            told[line.heading] |= dict.fromkeys(_lines(line))
        for line in panel.help() if panel.help is not None else ():
            told[line.heading][line.keys, line.words] = None
    told[WINDOW] |= dict.fromkeys(_lines(Named(WINDOW, "menu help quit")))
    return tuple(line for heading, lines in told.items() for line in (("", _(heading)), *lines))


def _lines(line: Keys | Named) -> list[tuple[str, str]]:
    """What the help says for a line of a panel's, in the language of the window."""
    if isinstance(line, Keys):
        return [(_(line.keys), _(line.words))]
    found = []
    for names in line.names.split():
        commands = [BY_NAME[name] for name in names.split("/")]
        keys = "  ".join(key_text(key) for command in commands for key in command.keys)
        found.append((keys, _(line.words or commands[0].title)))
    return found
