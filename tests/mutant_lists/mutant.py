"""What a mutant is, and which tests could notice one in each part of the code."""

import re
from collections.abc import Mapping
from typing import NamedTuple


class Mutant(NamedTuple):
    """A fault: in the file `path` the text `old`, which is there once, becomes `new`.

    `tests` are the names of the test files that could notice it, the likeliest first, with
    their folder where there are two of one name.
    """

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]


Faults = Mapping[tuple[str, tuple[str, ...]], Mapping[str, str]]
"""By path and tests the mutants there: by name the text that is changed, with «old→new» in it."""
CHANGE = re.compile("«(.*?)→(.*?)»", re.DOTALL)


def mutants_of(faults: Faults) -> tuple[Mutant, ...]:
    """The mutants of files."""
    return tuple(
        Mutant(name, path, CHANGE.sub(r"\1", text), CHANGE.sub(r"\2", text), tests)
        for (path, tests), changes in faults.items()
        for name, text in changes.items()
    )


def tests_named(words: str) -> tuple[str, ...]:
    """The test files that these words name: "rules", or "othello/openings" with the folder."""
    parts = (word.rpartition("/") for word in words.split())
    return tuple(f"{folder}{slash}test_{name}.py" for folder, slash, name in parts)


RULES = tests_named("rules position game perft othello/openings")
GAMES = tests_named("game notation play_game ggf collection")
SYMMETRY = tests_named("symmetry othello/openings bill edge_stability")
STABILITY = tests_named("stability")
PLAYERS = tests_named("registry adviser explain")
SEARCH = (
    *tests_named("alphabeta deepening random_trees forward_estimation tree_figures"),
    *PLAYERS,
)
TABLE = (
    *tests_named("table alphabeta deepening forward_estimation"),
    *PLAYERS,
)
FORWARD = (
    *tests_named("forward_estimation edge_costs tree_figures forward_experiments"),
    *PLAYERS,
)
INTEREST = (
    *tests_named("interest interest_experiments learn_interest"),
    *PLAYERS,
)
BEST_FIRST = tests_named("bestfirst")
STORED = tests_named("store play_game schedule ladder trials tournament_command")
WORKERS = tests_named("lost_games watchdog play_game tournament_command trials")
STATISTICS = tests_named(
    "pairs pentanomial equal_strength forward_experiments tournament_command ladder"
)
ENGINE = tests_named("midgame_table engine selective")
SOLVER = tests_named("solver_table endgame_table endgame selective")
PLAYS = tests_named("player engine book clock")
LEVELS = tests_named("human_choice player players/levels")
BOOK = tests_named("book")
BILL = tests_named("bill_terms bill")
EDGES = tests_named("edge_stability")
PATTERNS = tests_named("patterns shipped_patterns")
RUNS = tests_named("labels batches learning")
LEARN_PATTERNS = tests_named("labels learn_patterns")
LEARN_REFIT = tests_named("refit")
LEARN_BILL = tests_named("fits learning")
LEARN_CUTS = tests_named("fits learn_selectivity")
LEARN_BOOK = tests_named("make_book")
LEARN_EDGES = tests_named("learn_edge_costs")
LEARN_HUMAN = tests_named("learn_human_errors")
LEARN_INTEREST = tests_named("learn_interest")
SERVE = tests_named("serving_clocks serving")
CLOCKS = tests_named("game_model clocks")
TREE = tests_named("game_model variations")
REVIEW = tests_named("game_model window_review")
TRAINING = tests_named("training")
COACH = tests_named("accuracy mistakes facts")
SHARED = tests_named("shared_game")
FIGURES = tests_named("tree_figures")
LADDERS_OF_TREES = tests_named("figure3a")
SWINGS = tests_named("pattern_experiments")
RESAMPLES = tests_named("bootstrap")
LIBRARY = tests_named("library_order library")
