"""Random boards, reachable or not, through players, solver, servers and readers.

    python tests/random_boards.py [SEED [COUNT]]

Prints each board with which something fails, and how many there were. A board has 0 to 64 discs of
random colours, of one colour in every fourth.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from naive import endgame as naive_endgame
from served import Session

from othello.formats import annotated, collection, ggf, obf
from othello.game import Game
from othello.library.blocks import Names, entries_block, entry_of
from othello.notation import parse_move, square_name
from othello.position import PASS, Position
from othello.symmetry import SYMMETRIES, image
from players import registry
from players.engine.endgame import Solver
from players.limits import Limits
from players.protocol import MOST
from players.serve.thinking import Thinker

EQUAL = (
    *("greedy", "mobility", "alphabeta:depth=2", "alphabeta:nodes=30,depth=1"),
    *("engine:depth=2,selectivity=5,table=1", "forward:depth=1", "interest:limit=1"),
)
"""Players whose scores do not hang on the order of equal moves: equal for images of a position."""
SEARCHES = (
    *("forward:depth=3", "interest:nodes=150", "bestfirst:nodes=150"),
    *("engine:nodes=200,table=1", "engine:depth=3,table=1"),
)
OTHERS = ("random", *SEARCHES, "casual:depth=2,noise=3", *map("engine:level={}".format, (1, 8, 12)))
SOLVED = 6
"""Empty squares up to which results are compared with minimax."""
SHORT = Limits(depth=2)
"""For levels, which look far ahead otherwise."""


def board(seed):
    """A game from a random board."""
    chance = random.Random(seed)
    discs = chance.choice((chance.randrange(65), chance.randrange(1, 61), chance.randrange(8)))
    share = chance.choice((0, 1, 0.5, chance.random())) if seed % 4 else 0
    held = chance.sample(range(64), 64 - discs if seed % 3 == 0 else discs)
    own = sum(1 << square for square in held if chance.random() < share)
    opp = sum(1 << square for square in held) & ~own
    return Game(Position(own, opp), black_to_move=chance.random() < 0.5)


def result(position):
    """The result of a position with few empty squares by minimax, None with more."""
    return naive_endgame.score(position) if position.plies_left() <= SOLVED else None


def judge(choice, position):
    """AssertionError or IllegalMoveError for an answer that cannot be right."""
    known, line = result(position), choice.variation or (choice.move,)
    assert line[0] == choice.move, "the line begins with another move"
    for move in line:
        position = position.play(int(move))
    assert -MOST <= choice.lower <= choice.upper <= MOST, "no range"
    assert known is None or choice.lower <= known <= choice.upper, f"the result is {known}"


class Rooms:
    """All that boards are given to, made once."""

    def __init__(self, specs=EQUAL + OTHERS):
        registry.load()
        self._players = {spec: registry.make(spec) for spec in specs}
        self._solver = Solver(megabytes=1)
        self._sessions = {name: Session(name, Thinker("greedy")) for name in ("gtp", "nboard")}

    def faults(self, seed):
        """What fails with a board, each as text."""
        game = board(seed)
        checks = {"solver": self._solve, "nboard": self._nboard, "gtp": self._gtp, "files": read}
        if not game.over:
            checks |= {spec: self._choose for spec in self._players}
        for name, check in checks.items():
            try:
                check(game.copy(), name, seed)
            except Exception as error:
                yield f"{name}: {type(error).__name__}: {error}"

    def _choose(self, game, spec, seed):
        player, scores = self._players[spec], []
        twin = image(game.position, seed % SYMMETRIES)
        for position in (game.position, twin) if spec in EQUAL else (twin,):
            player.new_game(seed)
            choice = player.choose(position, SHORT if "level" in spec else None)
            judge(choice, position)
            scores.append(choice.score)
        assert len(set(scores)) == 1, f"{scores} for images"

    def _solve(self, game, name, seed):
        position = Position(*game.positions[0])
        found = self._solver.solve(position, budget=100_000 if result(position) is None else None)
        assert found.lower <= found.score <= found.upper, "no range"
        assert result(position) in (None, 100 * found.score), "wrong result"
        for move in found.line:
            position = position.play(move)

    def _nboard(self, game, name, seed):
        text = ggf.write([ggf.from_game(game)])
        said = self._sessions[name].ask(f"set game {text.strip()}", "go").splitlines()
        moves = [line.split()[1].split("/")[0] for line in said if line.startswith("===")]
        assert game.over or len(moves) == 1, said
        assert all(parse_move(move) in (*game.legal(), PASS) for move in moves), moves

    def _gtp(self, game, name, seed):
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(sgf_setup(Game(game.positions[0], black_to_move=black_starts(game))))
            file.flush()
            loaded = self._sessions[name].ask(f"loadsgf {file.name}")
        side = "b" if black_starts(game) else "w"
        said = self._sessions[name].ask(f"genmove {side}")
        assert loaded.startswith("=") and said.startswith("="), (loaded, said)
        first = Game(game.positions[0])
        expected = (PASS,) if first.over or first.moves == (PASS,) else first.legal()
        assert parse_move(said.split()[1]) in expected, said


def black_starts(game):
    """Whether black is to move on the first board of a game."""
    return game.black_to_move == (len(game.moves) % 2 == 0)


def sgf_setup(game):
    """A board as SGF."""
    black, white = (
        "".join(f"[{square_name(square)}]" for square in range(64) if int(word) >> square & 1)
        for word in (game.black, game.white)
    )
    stones = "".join(
        f"{name}{squares}" for name, squares in (("AB", black), ("AW", white)) if squares
    )
    return f"(;FF[4]GM[2]SZ[8]{stones}PL[{'B' if black_starts(game) else 'W'}])"


def read(game, name, seed):
    """A random game from the board is the same when each format has written and read it."""
    chance, begins = random.Random(seed), black_starts(game)
    start = Game(game.positions[0], black_to_move=begins)
    while not game.over:
        game.play(chance.choice(game.legal()))
    moves, first = tuple(move for move in game.moves if move != PASS), game.positions[0]
    kept = annotated.AnnotatedGame(start=first, black_starts=begins, lines=(moves,))
    entry = collection.Entry(start=first, black_starts=begins, moves=moves)
    names = Names()
    entries = {
        "ggf": collection.read(ggf.write([ggf.from_game(game)]))[0],
        "json": collection.read(annotated.write(kept))[0],
        "library": entry_of(entries_block([entry], names), 0, names),
    }
    for kind, found in entries.items():
        assert found.game().positions == game.positions, kind
    boards = {
        "obf": collection.read(obf.write([obf.Problem(first, begins)]))[0],
        "sgf": collection.read(sgf_setup(start))[0],
        "board": collection.read(start.board())[0],
    }
    for kind, found in boards.items():
        assert (found.start, found.black_starts) == (first, begins), kind


def main(seed=0, count=10_000):
    """Print what fails, each kind ten times at most."""
    rooms, counts = Rooms(), Counter()
    for number in range(seed, seed + count):
        for fault in rooms.faults(number):
            counts[fault.split(":")[0]] += 1
            if counts[fault.split(":")[0]] <= 10:
                print(f"{number} {board(number).board()} {fault}", flush=True)
    print(f"{count} boards, faults: {dict(counts) or 'none'}")
    return bool(counts)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
