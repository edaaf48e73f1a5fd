"""Explanation of an evaluation: python -m othello evaluate "f5d6c3".

Bill's value is explained feature by feature, that of the patterns region by region. Half of the
difference of a pattern's weight and that of its state with colours exchanged is spread over the
pattern's squares. Half of their sum is the worth of being on move.
"""

from argparse import Namespace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import count
from othello.cli.command import run
from othello.cli.errors import UserError
from othello.cli.output import as_document, print_table
from othello.cli.parser import Parser, common
from othello.evaluation.bill import Bill, inputs, read_features, weigh
from othello.evaluation.patterns.places import HIGHEST, INSTANCES
from othello.evaluation.patterns.weights import Patterns, counts_of
from othello.game import Game
from othello.position import Position
from othello.rules import SCORE_SCALE

EXPLAIN_COMMAND = "python -m othello evaluate"


class Row(NamedTuple):
    """One feature: its value for both sides, the classifier's input, and the share of that.

    The edge table's value for one side is minus that for the other. `added` is in log-odds, with
    half of each product that the input shares with another one.
    """

    name: str
    own: int
    opp: int
    input: float
    added: float


class Explanation(NamedTuple):
    """The features of a position and their sum for the side to move."""

    rows: tuple[Row, ...]
    tempo: float
    log_odds: float
    probability: float
    score: int


def explain(bill: Bill, game: Game) -> Explanation:
    """Return the features that `bill` reads from a game's position, which is not over."""
    position = game.position
    moves, replies = np.uint64(position.legal()), np.uint64(position.passed().legal())
    features = read_features(position, moves, replies, bill.tables)
    x = inputs(features)
    discs = count(position.own | position.opp)
    sides = (
        ("edge stability", features.edge, -features.edge),
        ("mobility", features.own_mobility, features.opp_mobility),
        ("potential mobility", features.own_potential, features.opp_potential),
        ("weighted squares", features.own_squares, features.opp_squares),
    )
    added = [_added(bill, discs, x, column) for column in range(len(x))]
    rows = tuple(Row(*side, value, part) for side, value, part in zip(sides, x, added, strict=True))
    return Explanation(
        rows,
        float(bill.weights[discs, 0]),
        float(weigh(bill.weights, discs, x)),
        float(bill.probability(position)),
        int(bill.value(position)),
    )


def _added(bill: Bill, discs: int, x: tuple[float, ...], column: int) -> float:
    """Return the share of one input: half of what changes with its sign, and its square."""
    zero = (0.0,) * len(x)
    without = tuple(0.0 if place == column else value for place, value in enumerate(x))
    alone = tuple(value if place == column else 0.0 for place, value in enumerate(x))
    everything = weigh(bill.weights, discs, x) - weigh(bill.weights, discs, without)
    by_itself = weigh(bill.weights, discs, alone) - weigh(bill.weights, discs, zero)
    return float(everything + by_itself) / 2


_CUTS = (0, 3, 5, 8)
_NAMES = (
    ("corner a1", "top edge", "corner h1"),
    ("left edge", "centre", "right edge"),
    ("corner a8", "bottom edge", "corner h8"),
)
REGIONS = {
    name: tuple(8 * row + column for row in range(*rows) for column in range(*columns))
    for names, rows in zip(_NAMES, pairwise(_CUTS), strict=True)
    for name, columns in zip(names, pairwise(_CUTS), strict=True)
}
"""The squares of each region: four corners, four edges between them, the centre."""


class PatternExplanation(NamedTuple):
    """The parts of a value, in hundredths of a disc for the side to move.

    squares: float64[64], the share of each square in the patterns. moves: the share of both sides'
    moves and of the other counts. tempo: the worth of being on move. score: the value, equal to the
    sum of the parts unless that is beyond the range of scores.
    """

    squares: np.ndarray
    moves: float
    tempo: float
    score: int

    @property
    def regions(self) -> dict[str, float]:
        """The share of each of REGIONS in the patterns."""
        return {name: float(self.squares[list(places)].sum()) for name, places in REGIONS.items()}


def explain_patterns(evaluator: Patterns, position: Position) -> PatternExplanation:
    """Return the parts of the value of a position in which the game is not over."""
    own, opp = int(position.own), int(position.opp)
    discs = count(position.own | position.opp)
    entries = evaluator.weights.entries[int(evaluator.weights.rows[discs])].astype(float)
    by_square, tempo = np.zeros(64), 0.0
    for instance in INSTANCES:
        state = exchanged = 0
        for place, square in enumerate(instance.squares):
            mine, theirs = own >> square & 1, opp >> square & 1
            state += 3**place * (mine + 2 * theirs)
            exchanged += 3**place * (theirs + 2 * mine)
        one, other = entries[instance.offset + state], entries[instance.offset + exchanged]
        by_square[list(instance.squares)] += (one - other) / 2 / len(instance.squares)
        tempo += (one + other) / 2
    moves, replies = np.uint64(position.legal()), np.uint64(position.passed().legal())
    one = sum(entries[int(e)] for e in counts_of(position.own, position.opp, moves, replies))
    other = sum(entries[int(e)] for e in counts_of(position.opp, position.own, replies, moves))
    tempo += (one + other) / 2
    total = by_square.sum() + (one - other) / 2 + tempo
    score = round(min(max(total, -HIGHEST), HIGHEST))
    return PatternExplanation(by_square, (one - other) / 2, float(tempo), score)


def _print(game: Game, explanation: Explanation) -> None:
    """Print the features of a position."""
    mover, other = ("black", "white") if game.black_to_move else ("white", "black")
    rows = [
        (row.name, str(row.own), str(row.opp), f"{row.input:+.3f}", f"{row.added:+.2f}")
        for row in explanation.rows
    ]
    rows.append(("to be on move", "", "", "", f"{explanation.tempo:+.2f}"))
    rows.append(("sum", "", "", "", f"{explanation.log_odds:+.2f}"))
    print(game)
    print_table(("feature", mover, other, "input", "log-odds"), rows)
    print(
        f"{mover} wins with {100 * explanation.probability:.0f} %; "
        f"expected result {explanation.score / SCORE_SCALE:+.2f} discs"
    )


def _print_patterns(game: Game, evaluator: Patterns) -> None:
    """Print the value of each region."""
    found = explain_patterns(evaluator, game.position)
    parts = {**found.regions, "moves": found.moves, "to be on move": found.tempo}
    rows = [
        (name, f"{worth / SCORE_SCALE:+.2f}")
        for name, worth in (*parts.items(), ("sum", found.score))
    ]
    print(game)
    print_table(("region", f"discs for {game.side}"), rows)


def _document(game: Game, evaluator: Bill | Patterns) -> dict[str, Any]:
    """Return an explanation as plain data, in hundredths of a disc for the side to move."""
    about: dict[str, Any] = {"transcript": game.transcript(), "side": game.side}
    if isinstance(evaluator, Bill):
        found = explain(evaluator, game)._asdict()
        return {**about, **found, "rows": [row._asdict() for row in found["rows"]]}
    return {**about, **explain_patterns(evaluator, game.position)._asdict()}


def read_game(text: str) -> Game:
    """Return the game of a transcript or of a board in text; a board has no letters of files.

    An empty text is the transcript of a game that has not begun.
    """
    if not text.strip() or set(text.lower()) & set("abcdefgh"):
        return Game.from_transcript(text)
    return Game.from_board(text)


def _explain(options: Namespace) -> int:
    """Print an evaluator's explanation of a position; return the exit code."""
    game = read_game(options.game)
    evaluator: Any = evaluation.named(options.evaluator)
    if not isinstance(evaluator, Bill | Patterns):
        raise UserError(f"{options.evaluator!r} has no features to explain")
    if game.over:
        raise UserError(f"the game is over: {game.result():+d} for black")
    if options.json:
        content = {"evaluator": options.evaluator, **_document(game, evaluator)}
        print(as_document("evaluation", content))
    elif isinstance(evaluator, Patterns):
        _print_patterns(game, evaluator)
    else:
        _print(game, explain(evaluator, game))
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Explain a position; return an exit code."""
    parser = Parser(
        prog=EXPLAIN_COMMAND,
        description="Explain the evaluation of a position feature by feature.",
        parents=[common("json")],
    )
    parser.add_argument(
        "game", help='a transcript such as "f5d6c3", or 64 squares and the side to move'
    )
    parser.add_argument(
        "--evaluator",
        default="bill",
        help="bill (the default), bill-quadratic, patterns, or one of them @FILE",
    )
    options = parser.parse_args(arguments)
    return run(EXPLAIN_COMMAND, lambda: _explain(options))
