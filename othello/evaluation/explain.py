"""What an evaluation sees in a position: python -m othello.evaluation.explain "f5d6c3"."""

from argparse import Namespace
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import count
from othello.cli.command import leave, run
from othello.cli.errors import UserError
from othello.cli.output import as_document, print_table
from othello.cli.parser import Parser, common
from othello.evaluation.bill import Bill, inputs, read_features, weigh
from othello.evaluation.patterns.explain import changes, explain_patterns
from othello.evaluation.patterns.weights import Patterns
from othello.game import Game
from othello.notation import square_name
from othello.rules import SCORE_SCALE

EXPLAIN_COMMAND = "python -m othello.evaluation.explain"
MOVES_SHOWN = 4


class Row(NamedTuple):
    """One feature: what it says of both sides, the input it makes, what that adds.

    The edge table speaks for one side as it does against the other. added is in
    log-odds, with half of each product that the input shares with another one.
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
    """What `bill` says of the position that `game` stands at, which is not over."""
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
    """The share of one input in the sum: half of what changes with its sign, and its square."""
    zero = (0.0,) * len(x)
    without = tuple(0.0 if place == column else value for place, value in enumerate(x))
    alone = tuple(value if place == column else 0.0 for place, value in enumerate(x))
    everything = weigh(bill.weights, discs, x) - weigh(bill.weights, discs, without)
    by_itself = weigh(bill.weights, discs, alone) - weigh(bill.weights, discs, zero)
    return float(everything + by_itself) / 2


def _print(game: Game, told: Explanation) -> None:
    mover, other = ("black", "white") if game.black_to_move else ("white", "black")
    rows = [
        (row.name, str(row.own), str(row.opp), f"{row.input:+.3f}", f"{row.added:+.2f}")
        for row in told.rows
    ]
    rows.append(("to be on move", "", "", "", f"{told.tempo:+.2f}"))
    rows.append(("sum", "", "", "", f"{told.log_odds:+.2f}"))
    print(game)
    print_table(("feature", mover, other, "input", "log-odds"), rows)
    print(
        f"{mover} wins with {100 * told.probability:.0f} %, "
        f"{told.score / SCORE_SCALE:+.2f} discs are expected"
    )


def _print_patterns(game: Game, evaluator: Patterns) -> None:
    """Write for a person which regions speak for whom, and what the best moves change."""
    mover = "black" if game.black_to_move else "white"
    told, moves = explain_patterns(evaluator, game.position), changes(evaluator, game.position)
    shown = moves[:MOVES_SHOWN]
    rows = [
        (name, _discs(worth), *(_discs(change.regions[name]) for change in shown))
        for name, worth in told.regions.items()
    ]
    rows.append(("moves", _discs(told.moves), *(_discs(change.moves) for change in shown)))
    rows.append(("to be on move", _discs(told.tempo), *(_discs(c.tempo) for c in shown)))
    rows.append(("sum", _discs(told.score), *(_discs(c.score - told.score) for c in shown)))
    print(game)
    names = [f"by {square_name(change.move)}" for change in shown]
    print_table(("region", f"for {mover}", *names), rows)
    print(f"in discs for {mover}: what each region says now, and what the best moves change")


def _told(game: Game, evaluator: Bill | Patterns) -> dict[str, Any]:
    """What is explained as plain data: hundredths of a disc for the side to move."""
    told: dict[str, Any] = {"transcript": game.transcript(), "side": game.side}
    if isinstance(evaluator, Bill):
        found = explain(evaluator, game)._asdict()
        return {**told, **found, "rows": [row._asdict() for row in found["rows"]]}
    moves = [
        {**change._asdict(), "move": square_name(change.move)}
        for change in changes(evaluator, game.position)
    ]
    return {**told, **explain_patterns(evaluator, game.position)._asdict(), "changes": moves}


def _discs(hundredths: float) -> str:
    return f"{hundredths / SCORE_SCALE:+.2f}"


def read_game(text: str) -> Game:
    """The game or the position that the text gives: a board has no letters of files in it.

    An empty text is the transcript of a game that has not begun.
    """
    if not text.strip() or set(text.lower()) & set("abcdefgh"):
        return Game.from_transcript(text)
    return Game.from_board(text)


def _explain(options: Namespace) -> int:
    """Print what the evaluator that is asked for says of a position."""
    game = read_game(options.game)
    evaluator: Any = evaluation.named(options.evaluator)
    if not isinstance(evaluator, Bill | Patterns):
        raise UserError(f"{options.evaluator!r} has no features to explain")
    if game.over:
        raise UserError(f"the game is over: {game.result():+d} for black")
    if options.json:
        content = {"evaluator": options.evaluator, **_told(game, evaluator)}
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
        description="What each feature of the evaluation says of a position.",
        parents=[common("json")],
    )
    parser.add_argument("game", help='a transcript such as "f5d6c3", or 64 squares and who moves')
    parser.add_argument(
        "--evaluator",
        default="bill",
        help="bill (the default), bill-quadratic, patterns, or one of them @FILE",
    )
    options = parser.parse_args(arguments)
    return run(EXPLAIN_COMMAND, lambda: _explain(options))


if __name__ == "__main__":
    leave(main)
