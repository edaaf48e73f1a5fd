"""Requests to explain a search, and pictures: the trees of a recording with their facts."""

from typing import Any, NamedTuple

from othello import notation
from othello.evaluation.explain import read_game
from othello.notation import move_name
from othello.position import PASS, PASS_NAME
from othello.rules import SCORE_SCALE
from players import registry
from players.interest.player import DEFAULT_LIMIT
from players.limits import Limits
from players.protocol import Player
from players.search.bounds import INFINITY
from players.study.explain.recorder import Recording, Visit

EXPLAINED_DEPTH = 3
PLAYERS = ("alphabeta", "forward", "interest")
"""Players whose searches can be recorded."""


class SearchRequest(NamedTuple):
    """A player named by `spec`, the position and limits; `title` and `board` describe it."""

    player: Player
    spec: str
    state: Any
    limits: Limits
    title: str
    board: str


class Picture(NamedTuple):
    """The searches of the last iteration, ready to be drawn.

    `facts` are lines above the trees, `board` those of the position. `chosen` holds the numbers of
    the visits on the expected line.
    """

    title: str
    board: str
    facts: tuple[str, ...]
    roots: tuple[Visit, ...]
    chosen: frozenset[int]


def score_text(score: int) -> str:
    """A score in discs, with its sign."""
    if abs(score) >= INFINITY:
        return "+inf" if score > 0 else "-inf"
    return f"{score / SCORE_SCALE:+.2f}"


def difference_text(score: int) -> str:
    """A difference of scores in discs, without a sign."""
    return score_text(abs(score))[1:]


def request_of(text: str, spec: str, depth: int | None) -> SearchRequest:
    """Read a transcript or a board, and make the player.

    ValueError, in one line, for wrong text, a player that cannot be explained or a finished game.
    """
    game = read_game(text)
    if game.over:
        raise ValueError(f"the game is over: {game.result():+d} for black")
    name, options = registry.parse(spec)
    if name not in PLAYERS:
        raise ValueError(f"{name} cannot be explained, only {', '.join(PLAYERS)}")
    if options.get("seconds") is not None:
        raise ValueError(f"{spec!r}: a recorded search is slow: no limit in seconds")
    limits = _limits(name, options, depth)
    moves = notation.transcript_text(game.moves)
    title = f"{moves.strip(PASS_NAME) or 'the position'}, {game.side} to move"
    if game.moves[-1:] == (PASS,):
        title += ", since the other side passes"
    board = notation.diagram(game.position, game.black_to_move)
    registry.make(spec)  # for errors that quote the typed text
    player = registry.make(registry.spec_text(name, {**options, "solve": 0}))  # search, no solver
    return SearchRequest(player, spec, game.position, limits, title, board)


def _limits(name: str, options: dict[str, Any], depth: int | None) -> Limits:
    """Limits in a player's options, with `depth` if given; ValueError for a depth below 1."""
    if depth is not None and depth < 1:
        raise ValueError(f"--depth must be 1 or more, not {depth}")
    nodes, limit = options.get("nodes"), options.get("limit")
    if name == "interest":
        if nodes is None and limit is None:
            limit = DEFAULT_LIMIT
        return Limits(depth, nodes, interest=limit)
    return Limits(depth or options.get("depth") or (None if nodes else EXPLAINED_DEPTH), nodes)


def picture_of(request: SearchRequest, recording: Recording) -> Picture:
    """Picture of a recording; ValueError if every search was stopped."""
    roots = recording.last()
    if not roots:
        raise ValueError(f"{request.spec!r}: its limits stopped every search")
    chosen = frozenset(_line(roots[-1], recording.choice.variation))
    facts = tuple(_facts(request, recording, roots))
    return Picture(request.title, request.board, facts, roots, chosen)


def _line(root: Visit, moves: tuple[int, ...]) -> list[int]:
    """Numbers of the visits along a line of moves, as far as the tree goes."""
    line = [root]
    for move in moves:
        if move not in line[-1].successors():
            break
        line.append(line[-1].successors()[move])
    return [visit.number for visit in line]


def _facts(request: SearchRequest, recording: Recording, roots: tuple[Visit, ...]) -> list[str]:
    choice, depth = recording.choice, request.limits.depth
    line = " ".join(map(move_name, choice.variation))
    drawn = f"{sum(1 for root in roots for _ in root.walk())} visits"
    if len(recording.searches) > 1:
        last = "" if len(roots) == 1 else f" {len(roots)}"
        drawn += f" in the last{last} of {len(recording.searches)} searches"
    spec = request.spec if depth is None else f"{request.spec} to depth {depth}"
    facts = [
        f"{spec}: {move_name(choice.move)}, {score_text(choice.score)} discs, line {line}",
        f"{choice.nodes} positions generated; {drawn}",
    ]
    if recording.cut_short:
        facts.append(f"{recording.cut_short} stopped searches are not drawn")
    return facts
