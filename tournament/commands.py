"""The commands that play: read what is asked, hand it on, show what comes back."""

import importlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from players import registry
from players.protocol import Limits
from tournament import schedule
from tournament.arguments import Parser
from tournament.display import display_for
from tournament.experiments import EXPERIMENTS
from tournament.identity import Tournament, code_version
from tournament.ladder import DEFAULT_RUNGS, Goal, Ladder
from tournament.questions import (
    LadderQuestion,
    MatchQuestion,
    Question,
    QuestionError,
)
from tournament.schema import default_path
from tournament.session import Means, Session
from tournament.store import Store
from tournament.tables import print_table


class Stopped(Exception):  # noqa: N818 - what a user asked for, no error
    """Ctrl-C: what is finished is stored; the message says how to go on."""


def store_path(options: Namespace) -> Path:
    """The store that the options name."""
    return options.store or default_path()


def load_players(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The strangers' modules, imported; those of the current folder are found too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    registry.load(modules)
    return modules


def _checked(spec: str) -> str:
    """A player's canonical specification; SpecError unless the player can be made."""
    registry.make(spec)
    return registry.canonical(spec)


def write_json(data: Any) -> None:
    """Data on the standard output."""
    print(json.dumps(data, indent=2, allow_nan=False))


def show_answer(question: Question, store: Store, options: Namespace) -> None:
    """Show what is known."""
    if options.json:
        write_json(question.data(store))
    else:
        print_table(question.table(store))


def carry_out(question: Question, options: Namespace) -> int:
    """Play what is missing and show the result."""
    with Store(store_path(options)) as store:
        store.ask(question.request)
        means = Means(options.jobs, options.move_seconds)
        try:
            with display_for(sys.stderr) as display, Session(store, display, means) as session:
                question.play(session)
        except KeyboardInterrupt:
            store_option = f" --store {options.store}" if options.store else ""
            raise Stopped(
                f"stopped; stored: {question.progress(store)}. Go on with the same command or:"
                f" python -m tournament resume {question.request.id[:8]}{store_option}"
            ) from None
        show_answer(question, store, options)
    return 0


def ladder(options: Namespace) -> int:
    """Climb a ladder."""
    modules = load_players(options.players)
    openings = schedule.chosen_openings(options.openings)
    a, b = _checked(options.a), _checked(options.b)
    for spec in (a, b):
        registry.deepened(spec, 1)
    rungs = options.rungs
    if rungs is None and options.max_depth is None:
        rungs = DEFAULT_RUNGS
    asked = Ladder(a, b, openings, options.cost, code_version(modules, (a, b)), modules)
    return carry_out(LadderQuestion(asked, Goal(rungs, options.max_depth)), options)


def match(options: Namespace) -> int:
    """Play one tournament."""
    modules = load_players(options.players)
    openings = schedule.chosen_openings(options.openings)
    limits = Limits(options.depth, options.nodes, options.seconds)
    a, b = _checked(options.a), _checked(options.b)
    asked = Tournament(a, b, openings, limits, code_version(modules, (a, b)), modules)
    return carry_out(MatchQuestion(asked), options)


def _examples(name: str, experiment: ModuleType) -> str:
    """The end of an experiment's help: the lines that it shows, or the least one can type."""
    command = f"python -m tournament experiment {name}"
    lines = getattr(experiment, "EXAMPLES", (command, f"{command} --json"))
    return "\n  ".join(("examples:", *lines))


def experiment(options: Namespace) -> int:
    """Run an experiment with the options that follow its name, or list all."""
    if options.name is None:
        summaries = {
            name: importlib.import_module(EXPERIMENTS[name]).SUMMARY for name in EXPERIMENTS
        }
        if options.json:
            write_json(summaries)
        else:
            print("\n".join(f"{name:12} {summary}" for name, summary in summaries.items()))
        return 0
    if options.name not in EXPERIMENTS:
        known = ", ".join(EXPERIMENTS) or "none"
        raise QuestionError(f"unknown experiment {options.name!r}; known are: {known}")
    module = importlib.import_module(EXPERIMENTS[options.name])
    parser = Parser(
        prog=f"python -m tournament experiment {options.name}",
        description=module.SUMMARY,
        epilog=_examples(options.name, module),
    )
    module.add_arguments(parser)
    return module.run(parser.parse_args(options.rest, options))


COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "ladder": ladder,
    "match": match,
    "experiment": experiment,
}
"""The commands that play."""
