"""The commands about what is stored: to list and show it, to go on with it, to take it away."""

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from players import registry
from tournament import export
from tournament.commands import carry_out, load_players, show_answer, store_path, write_json
from tournament.identity import code_version
from tournament.questions import Question, QuestionError, find_question, stored_questions
from tournament.store import Store
from tournament.tables import draw_table, list_table, print_table


def _row(question: Question, store: Store) -> dict[str, Any]:
    """One line of the list of what was asked for."""
    subject = question.subject
    row = {"id": question.request.id, "kind": question.request.kind, "a": subject.a, "b": subject.b}
    try:
        played, complete = question.progress(store), question.complete(store)
    except registry.SpecError as error:  # a stranger's module that is not here
        played, complete = f"unknown: {error}", False
    return {**row, "openings": len(subject.openings), "played": played, "complete": complete}


def show(options: Namespace) -> int:
    """List what was asked for, or show one result."""
    with Store(store_path(options), read_only=True) as store:
        load_players(options.players)
        if options.id is not None:
            question = find_question(store, options.id)
            show_answer(question, store, options)
            if options.svg is not None:
                _draw(question, store, options.svg)
            return 0
        if options.svg is not None:
            raise QuestionError("--svg draws one result: name its id")
        rows = [_row(question, store) for question in stored_questions(store)]
        if options.json:
            write_json(rows)
        else:
            print_table(list_table(rows))
    return 0


def _draw(question: Question, store: Store, path: Path) -> None:
    """Draw a result as a picture."""
    try:
        draw_table(question.table(store), path)
    except OSError as error:
        raise QuestionError(f"{path}: {error.strerror}") from None


def _unfinished(store: Store) -> Question | None:
    """The latest question that is not answered, None if all are."""
    for question in reversed(stored_questions(store)):
        if not _row(question, store)["complete"]:
            return question
    return None


def resume(options: Namespace) -> int:
    """Go on with the latest unfinished match or ladder, or with a named one."""
    load_players(options.players)
    with Store(store_path(options), read_only=True) as store:
        question = find_question(store, options.id) if options.id else _unfinished(store)
        if question is None:
            print("nothing is left to be played", file=sys.stderr)
            if options.json:
                write_json(None)
            return 0
        modules = load_players(question.subject.modules)
        finished = question.complete(store)
    specs = question.subject.a, question.subject.b
    if not finished and code_version(modules, specs) != question.subject.code:
        raise QuestionError(
            f"{question.request.id[:8]} was begun with other sources, whose games do not mix"
            " with new ones; ask for it anew"
        )
    return carry_out(question, options)


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """The file of that name, or the standard output."""
    if path is None:
        yield sys.stdout
        return
    try:
        with open(path, "w", encoding="utf-8") as stream:
            yield stream
    except OSError as error:
        raise QuestionError(f"{path}: {error.strerror}") from None


def export_games(options: Namespace) -> int:
    """Write stored games as CSV, or as JSON."""
    with Store(store_path(options), read_only=True) as store:
        if options.id is None:
            tournaments = store.tournaments()
        else:
            load_players(options.players)
            tournaments = find_question(store, options.id).tournaments(store)
        games = export.rows(store, tournaments)
        with _output(options.output) as stream:
            if options.json:
                json.dump(list(games), stream, indent=2)
                stream.write("\n")
            else:
                export.write_csv(games, stream)
    return 0


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "show": show,
    "resume": resume,
    "export": export_games,
}
"""The commands that read."""
