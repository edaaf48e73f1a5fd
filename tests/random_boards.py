"""Random boards, reachable or not, through players, solver, servers and readers.

python tests/random_boards.py [SEED [COUNT]] prints each board with which something fails.
"""

import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from naive import endgame
from served import Session

from othello.bits import squares
from othello.formats import annotated, collection, ggf
from othello.formats.entry import Entry
from othello.game import Game
from othello.library.blocks import Names, entries_block, entry_of
from othello.notation import board_text, parse_move, square_name
from othello.position import Position
from othello.symmetry import SYMMETRIES, image
from players import registry
from players.engine.endgame import Solver
from players.engine.request import Request
from players.limits import Limits
from players.protocol import MAX_SCORE

EXACT = ("greedy", "mobility", "alphabeta:depth=2", "engine:depth=2,selectivity=5,table=1")
"""Players whose scores do not depend on which of equal moves comes first."""
SEARCHES = (
    *("forward:depth=3", "interest:nodes=150", "bestfirst:nodes=150"),
    *("engine:nodes=200,table=1", "engine:depth=3,table=1"),
)
OTHERS = ("random", *SEARCHES, *map("engine:level={}".format, (1, 8, 12)))
FEW = 6
"""Empty squares up to which results are compared with minimax."""


def board(seed):
    """A game from a board of 0 to 64 discs, in every fourth of one colour."""
    chance = random.Random(seed)
    discs = chance.choice((chance.randrange(65), chance.randrange(1, 61), chance.randrange(8)))
    share = chance.choice((0.1, 0.5, chance.random())) if seed % 4 else 0
    held = chance.sample(range(64), 64 - discs if seed % 3 == 0 else discs)
    own = sum(1 << square for square in held if chance.random() < share)
    opp = sum(1 << square for square in held) & ~own
    return Game(Position(own, opp), black_to_move=chance.random() < 0.5)


def judge(position, line, lower, upper):
    """Fail for an illegal line and for a range, in hundredths of a disc, without the result."""
    known = endgame.score(position) if position.plies_left() <= FEW else lower
    assert -MAX_SCORE <= lower <= known <= upper <= MAX_SCORE, (lower, known, upper)
    for move in line:
        position = position.play(int(move))


def by_player(game, player, seed, exact):
    """Ask a player about two images of a position; `exact`: with the same score."""
    scores = set()
    for number in (0, 1 + seed % (SYMMETRIES - 1)):
        position = image(game.position, number)
        player.new_game(seed)
        choice = player.choose(position, Limits(depth=2) if hasattr(player, "_judge") else None)
        assert choice.variation[:1] in ((), (choice.move,))
        judge(position, choice.variation or (choice.move,), choice.lower, choice.upper)
        scores.add(choice.score)
    assert len(scores) == 1 or not exact, scores


def by_solver(game, solver):
    """Solve the first position, if it has few empty squares, and else bound its result."""
    first = game.positions[0]
    found = solver.solve(first, Request(nodes=None if first.plies_left() <= FEW else 1000))
    assert found.proven or first.plies_left() > FEW
    judge(first, found.line, found.lower, found.upper)


def by_server(game, nboard):
    """Ask a served player for the move on the first board."""
    first, black = game.start, game.black_starts
    start = Game(first, black_to_move=black)
    said = nboard.ask(f"set game {ggf.write([ggf.from_game(start)]).strip()}", "go").splitlines()
    moves = [parse_move(line[4:].split("/")[0]) for line in said if line.startswith("===")]
    assert start.over or (len(moves) == 1 and moves[0] in start.legal()), said


def sgf_text(position, black):
    """A board as SGF; one without discs is the start there."""
    text = f"(;FF[4]GM[2]SZ[8]PL[{'B' if black else 'W'}]"
    for name, word in zip(("AB", "AW") if black else ("AW", "AB"), position, strict=True):
        text += "".join([name if word else "", *(f"[{square_name(n)}]" for n in squares(word))])
    return f"{text})"


def only_entry(text):
    """The game or position of a text."""
    (found,) = collection.read(text)
    return found


def by_readers(game, seed):
    """Write and read a board, and a random game from it."""
    chance, first, black = random.Random(seed), game.start, game.black_starts
    texts = [f"{board_text(first, black)};", board_text(first, black)]
    for text in [*texts, sgf_text(first, black)] if first.own | first.opp else texts:
        found = only_entry(text)
        assert found.tree[:2] == (first, black), text
    while not game.over:
        game.play(chance.choice(game.legal()))
    entry, names = Entry.of(game), Names()
    written = ggf.write([ggf.from_game(game)]), annotated.write(entry)
    found = [entry_of(entries_block([entry], names), 0, names), *map(only_entry, written)]
    assert all(one.game().positions == game.positions for one in found)


def faults(seeds, specs=EXACT + OTHERS):
    """Yield what fails with the boards of the seeds, as (name, text)."""
    registry.load()
    players = {spec: registry.make(spec) for spec in specs}
    solver, served = Solver(megabytes=1), Session("nboard")
    for seed in seeds:
        game = board(seed)
        asked = {spec: (by_player, player, seed, spec in EXACT) for spec, player in players.items()}
        checks = {"solver": (by_solver, solver), "server": (by_server, served)}
        checks |= {**({} if game.over else asked), "readers": (by_readers, seed)}
        for name, (check, *arguments) in checks.items():
            try:
                check(game.copy(), *arguments)
            except Exception as error:
                yield name, f"{seed} {game.board()} {name}: {type(error).__name__}: {error}"


if __name__ == "__main__":
    seed, count = map(int, (*sys.argv[1:], *("0", "10000")[len(sys.argv) - 1 :]))
    found = faults(range(seed, seed + count))
    counts = Counter(print(text, flush=True) or name for name, text in found)
    sys.exit(f"{count} boards, faults: {dict(counts)}" if counts else 0)
