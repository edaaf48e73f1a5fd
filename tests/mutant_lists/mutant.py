"""What a mutant is, and which tests could notice one in each part of the code."""

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


RULES = (
    "test_rules.py",
    "test_position.py",
    "test_game.py",
    "test_perft.py",
    "othello/test_openings.py",
)
GAMES = (
    "test_game.py",
    "test_notation.py",
    "test_play_game.py",
    "test_ggf.py",
    "test_collection.py",
)
SYMMETRY = (
    "test_symmetry.py",
    "othello/test_openings.py",
    "test_bill.py",
    "test_edge_stability.py",
)
STABILITY = ("test_stability.py", "test_score_range.py", "test_range_audit.py")

PLAYERS = ("test_registry.py", "test_adviser.py", "test_explain.py")
SEARCH = (
    "test_alphabeta.py",
    "test_deepening.py",
    "test_random_trees.py",
    "test_forward_estimation.py",
    "test_tree_figures.py",
    *PLAYERS,
)
TABLE = (
    "test_table.py",
    "test_alphabeta.py",
    "test_deepening.py",
    "test_forward_estimation.py",
    "test_pollution.py",
    "test_score_range.py",
    *PLAYERS,
)
FORWARD = (
    "test_forward_estimation.py",
    "test_edge_costs.py",
    "test_tree_figures.py",
    "test_forward_experiments.py",
    "test_score_range.py",
    *PLAYERS,
)
RANGES = (
    "test_score_range.py",
    "test_range_audit.py",
    "test_score_range_graphs.py",
    *PLAYERS,
)
INTEREST = (
    "test_interest.py",
    "test_pollution.py",
    "test_score_range.py",
    "test_interest_agreement.py",
    "test_interest_experiments.py",
    "test_learn_interest.py",
    *PLAYERS,
)
BEST_FIRST = ("test_bestfirst.py",)

STORED = (
    "test_store.py",
    "test_play_game.py",
    "test_schedule.py",
    "test_ladder.py",
    "test_trials.py",
    "test_tournament_command.py",
)
WORKERS = (
    "test_lost_games.py",
    "test_watchdog.py",
    "test_play_game.py",
    "test_tournament_command.py",
    "test_trials.py",
)
STATISTICS = (
    "test_pairs.py",
    "test_pentanomial.py",
    "test_equal_strength.py",
    "test_forward_experiments.py",
    "test_tournament_command.py",
    "test_ladder.py",
)

ENGINE = ("test_midgame_table.py", "test_engine.py", "test_selective.py")
SOLVER = ("test_solver_table.py", "test_endgame_table.py", "test_endgame.py", "test_selective.py")
PLAYS = ("test_player.py", "test_engine.py", "test_book.py")
LEVELS = ("test_player.py", "players/test_levels.py")
BOOK = ("test_book.py",)
BILL = ("test_bill_terms.py", "test_bill.py")
EDGES = ("test_edge_stability.py",)
PATTERNS = ("test_patterns.py", "test_shipped_patterns.py")

RUNS = ("test_labels.py", "test_batches.py", "test_learning.py")
LEARN_PATTERNS = ("test_labels.py", "test_learn_patterns.py")
LEARN_REFIT = ("test_refit.py",)
LEARN_BILL = ("test_fits.py", "test_learning.py")
LEARN_CUTS = ("test_fits.py", "test_learn_selectivity.py")
LEARN_BOOK = ("test_make_book.py",)
LEARN_EDGES = ("test_learn_edge_costs.py",)
SERVE = ("test_serving_clocks.py", "test_serving.py")
CLOCKS = (
    "test_game_model.py",
    "test_clocks.py",
)
TREE = (
    "test_game_model.py",
    "test_variations.py",
)
REVIEW = (
    "test_game_model.py",
    "test_window_review.py",
)
LIBRARY = ("test_library_order.py", "test_library.py")
