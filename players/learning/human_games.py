"""Samples of people's errors: their tournament games, with the value of every legal move.

Players are rated from their games against each other, once for all years. Programs, with
their author in brackets behind the name, and players without a name are left out. Games are
drawn evenly over ratings, so that rare ratings weigh as much as frequent ones.
"""

import functools
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, eye_array, vstack

from othello import fingerprint
from othello.formats import wthor
from othello.formats.reading import FormatError
from othello.formats.wthor import END
from othello.game import Game
from othello.position import Position
from players.engine.level_player import AVERAGE, SCALE, phase_of
from players.engine.player import EngineOptions, EnginePlayer
from players.learning.bill import regression
from players.learning.pipeline import Batches, join
from players.move_values import LEAST_DEPTH, MoveValue, values_at

BATCH = 10
"""Games per file."""
MEGABYTES = 8
CLASS = 100
"""Width of a rating class in Elo; all classes are drawn equally often."""
RARE = 50
FEWEST_GAMES = 20
"""Fewest games against other rated players for a rating."""
ELO = SCALE / np.log(10)
NO_NAME = "???"


class HumanGames(NamedTuple):
    """Games between rated people.

    records: RECORD[n] of WTHOR. ratings: float64[n, 2], black's first. players: number of people.
    digest: of the files read.
    """

    records: np.ndarray
    ratings: np.ndarray
    players: int
    digest: str


def bradley_terry(pairs: np.ndarray, points: np.ndarray, players: int) -> np.ndarray:
    """Return the most likely ratings, float64[players], with mean AVERAGE.

    Everybody is credited with a drawn game against an average player.
    pairs: int64[n, 2], player numbers. points: float64[n], 1, 0.5 or 0 for the first of a pair.
    Source: Bradley and Terry 1952.
    """
    ends = np.arange(0, pairs.size + 1, 2)
    signs = csr_array(
        (np.tile([1.0, -1.0], len(pairs)), pairs.ravel(), ends), (len(pairs), players)
    )
    terms = vstack([signs, eye_array(players)])  # with the credited games
    strengths = regression(terms, np.append(points, np.full(players, 0.5)), ridge=0.0)
    return np.asarray(AVERAGE + ELO * (strengths - strengths.mean()))


def _frequent(records: np.ndarray, players: np.ndarray) -> np.ndarray:
    """Return the mask of `players` who met each other FEWEST_GAMES times: bool[players]."""
    while True:
        games = records[players[records["black"]] & players[records["white"]]]
        numbers = np.concatenate([games["black"], games["white"]])
        frequent = players & (np.bincount(numbers, minlength=len(players)) >= FEWEST_GAMES)
        if (frequent == players).all():
            return players
        players = frequent


@functools.lru_cache(maxsize=1)
def read_human_games(folder: str) -> HumanGames:
    """Return the complete games of rated people in a folder of WTHOR's files with its .JOU file.

    FormatError, in one line, for a folder without such files, or without games of rated people.
    """
    files = sorted(Path(folder).iterdir())
    games = [path for path in files if path.suffix.lower() == ".wtb"]
    lists = [path for path in files if path.suffix.lower() == ".jou"]
    if not games or not lists:
        missing = ".wtb file of games" if not games else ".jou file of players"
        raise FormatError(f"{folder}: no {missing} of the WTHOR database")
    names = wthor.read_names(lists[0])
    rated = np.array(["(" not in name and name.strip() not in ("", NO_NAME) for name in names])
    records = np.concatenate([wthor.read_records(path)[0] for path in games])
    for name in ("black", "white"):
        if (records[name] >= len(rated)).any():
            raise FormatError(f"{lists[0]}: {len(rated)} names, but games refer to more")
    rated = _frequent(records, rated)
    records = records[rated[records["black"]] & rated[records["white"]]]
    if not len(records):
        raise FormatError(f"{folder}: no player met others {FEWEST_GAMES} times")
    places = np.cumsum(rated) - 1
    pairs = places[np.stack([records["black"], records["white"]], axis=1)]
    black = records["black_discs"].astype(float)
    points = np.where(black == 32, 0.5, black > 32)
    players = int(rated.sum())
    ratings = bradley_terry(pairs, points, players)[pairs]
    digest = fingerprint.digest(b"".join(path.read_bytes() for path in (lists[0], *games)))
    return HumanGames(records, ratings, players, digest)


class Recipe(NamedTuple):
    """Rules by which people's games are drawn and judged.

    data: a folder of WTHOR's files; data_digest: of its games. depth: plies of the judge, the
    judged move included. solved: empty squares from which it searches to the end.
    """

    data: str = "wthor"
    data_digest: str = ""
    evaluator: str = "patterns"
    depth: int = 10
    solved: int = 16
    seed: int = 0


class Decisions(NamedTuple):
    """Choices of people between at least two moves, and the value of each move.

    boards: uint64[n, 2], own discs and the other side's. ratings: float32[n], of the mover. game:
    int32[n]. played: uint8[n], the square. counts: uint8[n], of legal moves. moves: uint8[sum of
    counts], squares, those of a decision adjacent; values: int16, hundredths of a disc.
    """

    boards: np.ndarray
    ratings: np.ndarray
    game: np.ndarray
    played: np.ndarray
    counts: np.ndarray
    moves: np.ndarray
    values: np.ndarray

    @property
    def phase(self) -> np.ndarray:
        """The phase of the game of each decision: int64[n]."""
        return phase_of(64 - np.bitwise_count(self.boards.sum(axis=1)).astype(np.int64))

    def pick(self, rows: np.ndarray) -> "Decisions":
        """Return the decisions in `rows`, bool[n]."""
        theirs = np.repeat(rows, self.counts)
        moves, values = self.moves[theirs], self.values[theirs]
        boards, ratings, game, played, counts = (part[rows] for part in self[:5])
        return Decisions(boards, ratings, game, played, counts, moves, values)


def draw_games(ratings: np.ndarray, size: int, rng: np.random.Generator) -> list[int]:
    """Return the numbers of `size` different games, evenly over classes of float64[n, 2] ratings.

    The RARE weakest sides join the next class, and so do the strongest.
    """
    sides = ratings.ravel()
    order = np.sort(sides)
    rare = min(RARE, len(order) - 1)
    classes = np.floor(np.clip(sides, order[rare], order[-1 - rare]) / CLASS).astype(int)
    members = [np.flatnonzero(classes == name) // 2 for name in np.unique(classes)]
    drawn: dict[int, None] = {}
    while len(drawn) < min(size, len(ratings)):
        drawn[int(rng.choice(members[rng.integers(len(members))]))] = None
    return list(drawn)


def decisions_of(
    moves: Sequence[int], judge: EnginePlayer, recipe: Recipe
) -> Iterator[tuple[bool, Position, int, tuple[MoveValue, ...]]]:
    """Yield (black to move, position, move, values of all moves) for each choice in a game.

    A game that breaks the rules ends before the first illegal move.
    """
    game = Game()
    for move in moves:
        legal, position = game.legal(), game.position
        if move not in legal:
            return
        if len(legal) > 1:
            empties = int(position.plies_left())
            plies = empties if empties <= recipe.solved else recipe.depth
            values = values_at(judge, position, max(LEAST_DEPTH, plies)).moves
            yield game.black_to_move, position, move, values
        game.play(move)


def make_batch(recipe: Recipe, number: int, size: int) -> dict[str, np.ndarray]:
    """Return the decisions in one batch of `size` games, as arrays by name.

    ValueError if the folder's files are not those of the recipe.
    """
    games = read_human_games(recipe.data)
    if games.digest != recipe.data_digest:
        raise ValueError(
            f"{platform.node()}: {recipe.data} holds other games than on the command's machine"
        )
    judge = EnginePlayer(EngineOptions(table=MEGABYTES, evaluator=recipe.evaluator))
    rng = np.random.default_rng([recipe.seed % 2**64, number])
    rows: list[tuple[Any, ...]] = []
    judged: list[MoveValue] = []
    for game in draw_games(games.ratings, size, rng):
        played = games.records["moves"][game]
        judge.new_game()
        line = played[played != END].tolist()
        for black, position, move, values in decisions_of(line, judge, recipe):
            rating = games.ratings[game, 0 if black else 1]
            rows.append((position, rating, game, move, len(values)))
            judged += values
    kinds = np.uint64, np.float32, np.int32, np.uint8, np.uint8
    columns = zip(zip(*rows, strict=True), kinds, strict=True)
    arrays = [np.array(column, kind) for column, kind in columns]
    arrays.append(np.array([value.move for value in judged], np.uint8))
    arrays.append(np.array([value.score for value in judged], np.int16))
    return Decisions(*arrays)._asdict()


HUMAN_GAMES = Batches("decisions", BATCH, make_batch)


def read_decisions(paths: Sequence[Path]) -> Decisions:
    """Return the decisions in some files, repeated games once; ValueError names a bad file."""
    columns, batch = join(paths, *Decisions._fields)
    decisions = Decisions(*columns)
    _, first, same = np.unique(decisions.game, return_index=True, return_inverse=True)
    return decisions.pick(batch == batch[first][same])
