"""Engines of other people: list them, and add, test, change or remove one in engines.toml."""

import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from othello.cli.errors import first_line
from players.external import engine_list
from players.external.engines_command import check_engine
from players.protocol import EngineTimeoutError, ProtocolError
from players.registry import value_in_spec
from players.window import timed_files
from players.window.dialogs import Chooser, Prompt, Row, TextField
from players.window.game import import_export
from players.window.open_games import FolderChooser
from players.window.state import State
from players.window.translation import N_, _

PROTOCOLS = {"gtp": "GTP", "nboard": "NBoard"}
NUMBERS = {"level": N_("Level"), "depth": N_("Depth"), "seconds": N_("Seconds per move")}
TEXTS = {"name": N_("Name"), "command": N_("Command line"), "folder": N_("Working folder")}
FIELDS = {**TEXTS, **NUMBERS}
"""Values of an engine that are typed, with their labels."""
TEST_SECONDS = 10
"""Longest wait for each answer of an engine that is tested."""

Entry = dict[str, Any]
Next = Callable[[State], None]


def read_engines() -> tuple[dict[str, Entry], list[str], str]:
    """Return the listed engines, specifications of the installed ones, and "" or a fault."""
    installed: list[str] = []

    def read() -> dict[str, Entry]:
        engines = engine_list.listed(local=False)
        for name, entry in engines.items():
            with suppress(ValueError):
                engine_list.setup(entry["protocol"], entry)
                installed.append(f"{entry['protocol']}:name={value_in_spec(name)}")
        return engines

    try:
        return timed_files.run_with_timeout(read), installed, ""
    except (OSError, ValueError) as error:
        return {}, [], first_line(error)


def open_engines(state: State, then: Next) -> None:
    """List the engines, to add or change one; call `then` after that."""
    engines, _specs, fault = read_engines()
    new = "", {"protocol": "gtp", "command": ""}
    rows = [Row(_("Add an engine …"), _("choose its program"), new)]
    rows += [Row(name, entry["command"], (name, entry)) for name, entry in engines.items()]

    def choose(row: Row) -> None:
        name, entry = row.value
        state.ui.dialog = EngineForm(state, name, entry, then)
        state.ui.dialog.back = chooser

    hint = _("Programs that speak GTP or NBoard's protocol, such as Edax")
    chooser = state.ui.dialog = Chooser(_("Other engines"), lambda: rows, choose, hint=hint)
    chooser.error = fault


class EngineForm(Chooser):
    """The entry of an engine: a row for each value, and rows to test, save and remove it."""

    follows = True

    def __init__(self, state: State, name: str, entry: Entry, then: Next) -> None:
        self._state, self._then, self._is_listed = state, then, bool(name)
        self._values = {"name": name, **entry}
        title, hint = name or _("Add an engine"), _("Choose the program, test it, save")

        def choose(row: Row) -> None:
            self.hint, self.error, self.field = "", "", TextField()  # of the last test
            row.value()

        super().__init__(title, self._fields, choose, stays=True, hint=hint)

    def _fields(self) -> list[Row]:
        values, own = self._values, import_export.from_home(engine_list.own_file())
        sent, protocol = engine_list.sent_numbers(values), values["protocol"]
        other = next(each for each in PROTOCOLS if each != protocol)
        keys = ["name"] if not self._is_listed else []
        keys += ["command", "folder", *(key for key in NUMBERS if key in sent or key in values)]
        entry = {key: value for key, value in values.items() if key != "name" and value != ""}
        remove = [Row(_("Remove"), own, partial(self._write, None))] if self._is_listed else []
        return [
            Row(_("Program"), _("Browse …"), partial(self._browse, import_export.home())),
            Row(_("Protocol"), PROTOCOLS[protocol], partial(values.update, protocol=other)),
            *(Row(_(FIELDS[k]), str(values.get(k, "")), partial(self._ask, k)) for k in keys),
            Row(_("Test"), _("asks for a first move"), partial(self._test, entry)),
            Row(_("Save"), own, partial(self._write, entry)),
            *remove,
        ]

    def _browse(self, folder: Path) -> None:
        """List the files of a folder, to choose the engine's program."""

        def choose(row: Row) -> None:
            path = row.value or folder
            if timed_files.is_folder(path):
                self._browse(path)
                return
            name = self._values["name"] or path.stem
            command, own = shlex.quote(str(path)), str(path.parent)
            self._values |= {"name": name, "command": command, "folder": own}
            self._state.ui.dialog = self

        above = Row("..", _("parent folder"), folder.parent)
        rows = [above, *import_export.folder_rows(folder, every=True)]
        self._state.ui.dialog = FolderChooser(folder, lambda: rows, choose)
        self._state.ui.dialog.back = self

    def _ask(self, key: str) -> None:
        """Ask for a value, which may be blank."""
        number = _("A whole number. Leave blank for the default.") if key in NUMBERS else ""

        def accept(text: str) -> str | None:
            text = text.strip()
            if number and not re.fullmatch("([1-9][0-9]{0,8})?", text):
                return number
            self._values[key] = int(text) if number and text else text
            return None

        hint = _("Program and arguments; {level} stands for the level") if key == "command" else ""
        text = str(self._values.get(key, ""))
        prompt = self._state.ui.dialog = Prompt(_(FIELDS[key]), text, accept, number or hint, True)
        prompt.back = self

    def _test(self, entry: Entry) -> None:
        """Start a thread that asks the engine for a move."""
        self.hint = _("Testing …")
        timed_files.start_thread(partial(self._run_test, entry), "engine test")

    def _run_test(self, entry: Entry) -> None:
        """Show the engine's first move, or what failed; runs in a thread."""
        protocol, error, hint = PROTOCOLS[entry["protocol"]], "", ""
        try:
            engine_list.setup(entry["protocol"], entry)  # whose reasons are plain
            limits = {"handshake": TEST_SECONDS, "patience": TEST_SECONDS}
            found = check_engine({**entry, **limits})
            played, seconds = _("It played {move} in {seconds} s"), found["move_seconds"]
            hint = played.format(move=found["first_move"], seconds=f"{seconds:.2f}")
        except EngineTimeoutError:
            silent = _("No answer in {seconds} s. Does the program speak {protocol}?")
            error = silent.format(seconds=TEST_SECONDS, protocol=protocol)
        except ProtocolError as fault:
            wrong = _("{fault}. Does the program speak {protocol}?")
            error = wrong.format(fault=fault, protocol=protocol)
        except Exception as fault:  # the window shows it: nobody sees a thread end
            error = first_line(fault)
        self.error, self.hint = error, hint  # the hint last: it says that the test goes on

    def _write(self, entry: Entry | None) -> None:
        """Set the entry in the user's list, or remove it for None."""
        path, name = engine_list.own_file(), self._values["name"]
        self.error = "" if name else _("Give the engine a name.")
        if self.error:
            return
        content = partial(engine_list.with_engine, path, name, entry)
        try:
            timed_files.write(path, timed_files.run_with_timeout(content))
            self._then(self._state)
        except (OSError, ValueError) as error:
            self.error = first_line(error)
