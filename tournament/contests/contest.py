"""The base class of contests: options, storage, play and results; and the contest of one match."""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from othello.cli.command import prints_on_stderr
from othello.cli.errors import UserError
from othello.cli.parser import natural, plies, seconds, seed, whole
from players import registry
from players.limits import Limits
from tournament.games.adjudication import DEFAULT_MOVES, MOST_EMPTIES, Adjudication
from tournament.games.code import code_version
from tournament.games.match import CLOCK, LIMIT_KINDS, Clock, Match, TimeControl, own_time_control
from tournament.games.openings import chosen_openings
from tournament.results import stored_result
from tournament.running.contest_runner import ContestRunner, RunStopped
from tournament.storage.store import ContestRow, Store


@contextmanager
def file_errors(path: Path | None = None) -> Iterator[None]:
    """Turn errors of reading or writing a file into UserErrors.

    The message names `path`, or else the file of the OSError.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{path or error.filename}: {error.strerror}") from None


def add_openings(parser: argparse.ArgumentParser) -> None:
    """Add the option --openings."""
    words = (
        "openings to play (default: all 244 of four moves): N of these, from as many classes as"
        " possible; classes: one of each of their 60 classes; random:plies=8,count=100,seed=1; a"
        " FILE with a transcript or a board on each line; or transcripts such as f5d6c3d3,f5f6e6"
    )
    parser.add_argument("--openings", metavar="WHICH", help=words)


def add_a_and_b(parser: argparse.ArgumentParser) -> None:
    """Add the players of a match, and its openings."""
    parser.add_argument("a", metavar="A", help="a player, such as alphabeta:depth=3")
    parser.add_argument("b", metavar="B", help="its opponent")
    add_openings(parser)


def add_seed(parser: argparse.ArgumentParser, what: str = "players' random choices") -> None:
    """Add the option for the seed of `what`."""
    words = f"seed of the {what} (default: 0)"
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help=words)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the limits of all players, and the rules of adjudication."""
    add = parser.add_argument_group("limits of players that have none of their own").add_argument
    add("--depth", metavar="N", type=plies, help="search depth in plies")
    add("--nodes", metavar="N", type=natural, help="most positions generated per move")
    add("--seconds", metavar="S", type=seconds, help="most CPU seconds per move")
    words = "budget of each side for a line, for interest search"
    add("--interest", metavar="X", type=seconds, help=words)
    words = "wall-clock seconds of each side for a game; a side that runs out loses"
    add("--game-seconds", metavar="S", type=seconds, help=words)
    words = "wall-clock seconds added after each move"
    add("--increment", metavar="S", type=seconds, help=words)
    add = parser.add_argument_group("ends of games before their last move").add_argument
    words = (
        "a game ends once the last scores of both players give one side N discs or more; the least"
        " of these scores counts (default: never)"
    )
    add("--agreed-discs", metavar="N", type=whole(1, 64), help=words)
    words = f"moves of each player that must agree (default: {DEFAULT_MOVES})"
    add("--agreed-moves", metavar="N", type=whole(1, 60), help=words)
    words = (
        f"with N empty squares or fewer, 0 to {MOST_EMPTIES}, a game ends with the result under"
        " perfect play (default: never)"
    )
    add("--solve-at", metavar="N", type=whole(0, MOST_EMPTIES), help=words)


def add_anchor(parser: argparse.ArgumentParser) -> None:
    """Add the option that fixes a rating."""
    words = "rating of a player that fixes all others, in Elo (default: the mean is 0)"
    parser.add_argument("--anchor", metavar="PLAYER=RATING", help=words)


def check_player(spec: str) -> str:
    """Return a player's canonical specification; SpecError if the player cannot be made."""
    with prints_on_stderr():
        own_time_control(spec)
        registry.make(registry.without_clock(spec))
    return registry.canonical(spec)


def time_control_of_options(options: argparse.Namespace) -> TimeControl:
    """Return the time control of all players; UserError for a wrong one."""
    limits = Limits(**{kind: getattr(options, kind) for kind in LIMIT_KINDS})
    seconds, increment = (getattr(options, name) for name in CLOCK)
    if seconds is None and increment is not None:
        raise UserError("an increment needs seconds for a game: --game-seconds")
    return TimeControl(limits, None if seconds is None else Clock(seconds, increment or 0.0))


def match_of_options(options: argparse.Namespace, *players: str) -> Match:
    """Return the match of the first two of some players, who support the limits or have others.

    A clock is for any player: the tournament stops it.
    """
    openings = chosen_openings(options.openings)
    control, specs = time_control_of_options(options), tuple(map(check_player, players))
    for spec in specs:
        supported = registry.supported_limits(spec)
        if own_time_control(spec).limits != Limits():
            continue
        for kind in LIMIT_KINDS:
            if getattr(control.limits, kind) is not None and kind not in supported:
                names = ", ".join(supported) or "no limit"
                raise UserError(f"{spec!r} does not support the limit {kind}; it supports {names}")
    code = code_version(options.players, specs)
    a, b, *_ = specs
    discs, moves, empties = options.agreed_discs, options.agreed_moves, options.solve_at
    if moves is not None and discs is None:
        raise UserError("--agreed-moves needs --agreed-discs")
    early = Adjudication(discs, moves or DEFAULT_MOVES, empties)
    return Match(a, b, openings, *control, code, options.players, options.seed, early)


class Progress(NamedTuple):
    """The progress of a contest; `played` describes it, such as "3 of 8 games".

    `matches` are the matches that have games, and the one to be played next.
    """

    matches: list[Match]
    complete: bool
    played: str


@dataclass(frozen=True)
class Contest(ABC):
    """Base class of contests, with a subclass for each kind.

    `template` has the players, openings, limits and code that its matches share.
    """

    template: Match

    kind: ClassVar[str]
    """The contest's name on the command line, in the store and in JSON."""
    summary: ClassVar[str]
    description: ClassVar[str] = ""
    examples: ClassVar[str]
    """Example commands at the end of the help."""

    @staticmethod
    @abstractmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Add the contest's options on the command line to a parser."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: argparse.Namespace) -> "Contest":
        """Return the contest of the options; raise a one-line ValueError if it is impossible."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> "Contest":
        """Parse the text of `as_text`."""

    @abstractmethod
    def as_text(self) -> str:
        """Return this contest as JSON."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The digest that identifies the contest in the store."""

    def anchored(self, text: str) -> "Contest":
        """Return this contest with the rating of a player fixed; UserError if it has no ratings."""
        raise UserError(f"--anchor {text}: only a round robin has ratings")

    @property
    def row(self) -> ContestRow:
        """The contest's row in the store."""
        return ContestRow(self.id, self.kind, self.as_text())

    @property
    def sides(self) -> tuple[str, str]:
        """The two columns of players in the list of `show`."""
        return self.template.a, self.template.b

    @property
    def matches(self) -> list[Match]:
        """All matches, if these are fixed from the start."""
        return [self.template]

    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""
        matches = self.matches
        for number, match in enumerate(matches, start=1):
            label = f"match {number} of {len(matches)}, " if len(matches) > 1 else ""
            runner.play_match(match, label)

    def play_in(self, store: Store, runner: ContestRunner) -> None:
        """Add the contest to the runner's store and play it; RunStopped after Ctrl-C."""
        store.add_contest(self.row)
        try:
            self.play(runner)
        except KeyboardInterrupt:
            played = self.progress(store).played
            raise RunStopped(f"stopped; stored: {played}. The same command resumes") from None

    def progress(self, store: Store) -> Progress:
        """Return the contest's progress."""
        matches = self.matches
        played = sum(store.game_count(match.id) for match in matches)
        games = sum(match.game_count for match in matches)
        return Progress(matches, played == games, f"{played} of {games} games")

    @abstractmethod
    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""


@dataclass(frozen=True)
class MatchContest(Contest):
    """One match, the template."""

    kind = "match"
    summary = "A against B, each opening with both colours"
    examples = """
  python -m tournament match alphabeta:depth=3,evaluator=mobility greedy
  python -m tournament match random:seed=1 mobility --openings 20 --json
  python -m tournament match alphabeta forward --openings f5d6c3d3,f5f6e6f4 --nodes 5000"""

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Add players, openings, seed and limits."""
        add_a_and_b(parser)
        add_seed(parser)
        add_limits(parser)

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "MatchContest":
        """Return the match of the options."""
        return cls(match_of_options(options, options.a, options.b))

    @classmethod
    def from_text(cls, text: str) -> "MatchContest":
        """Parse the text of `as_text`."""
        return cls(Match.from_text(text))

    def as_text(self) -> str:
        """Return the match as JSON."""
        return self.template.as_text()

    @property
    def id(self) -> str:
        """The digest that identifies the match."""
        return self.template.id

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        return stored_result(store, self.template)
