"""What is to be explained: a position or a random tree, a player for it, and its limits."""

from typing import Any, NamedTuple

from othello import notation
from othello.cli.errors import meant
from othello.evaluation.explain import read_game
from othello.moves import PASS_NAME
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players import registry
from players.explain.labels import Scale
from players.forward.rules import ForwardEstimation, PerPly
from players.interest.budgets import EveryLine
from players.interest.costs import hand_set, learned
from players.interest.player import DEFAULT_LIMIT, InterestPlayer
from players.interest.terms import tree_terms
from players.limits import Limits
from players.models.random_trees import (
    EDGE_COST_HIGHEST,
    EDGE_COST_LOWEST,
    Cost,
    RandomTree,
    random_tree,
)
from players.protocol import Player
from players.search_players import KernelPlayer

EXPLAINED_DEPTH = 3
PLAYERS = ("alphabeta", "forward", "interest")
"""Those whose searches can be recorded."""
TREE_OPTIONS: dict[str, Any] = {"branching": 3, "depth": 4, "seed": 0, "uniform": "false"}
"""What a random tree is, unless told otherwise."""
OTHELLO_ONLY = (
    "evaluator", "rule", "quantile", "costs", "weights",
    "solve",
)  # fmt: skip
"""Options whose values come from games of Othello, are in discs, or bound its result."""
MADE_ALIKE = {
    "rule": ("extreme",),
    "solve": (0,),
}
"""Values of them that mean the same on random trees."""


class SearchRequest(NamedTuple):
    """A player, what it is asked, and how the answer is written.

    `title` and `board`, its lines, say what is searched; `spec` names the player.
    """

    player: Player
    spec: str
    state: Any
    limits: Limits
    scale: Scale
    title: str
    board: str


def of_position(text: str, spec: str, depth: int | None) -> SearchRequest:
    """What to search at the end of a transcript, or on a board in text.

    ValueError, in one line, for text or a player that cannot be followed, or a game that is over.
    """
    game = read_game(text)
    if game.over:
        raise ValueError(f"the game is over: {game.result():+d} for black")
    name, given = _parsed(spec)
    moves = notation.transcript_text(game.moves)
    title = f"{moves.strip(PASS_NAME) or 'the position'}, {game.side} to move"
    if game.moves[-1:] == (PASS,):
        title += ", since the other side passes"
    scale = Scale(SCORE_SCALE, lambda move: notation.move_name(move))
    limits = _limits(name, given, depth)
    board = notation.diagram(game.position, game.black_to_move)
    registry.make(spec)  # whose errors name what was typed
    player = registry.make(registry.write(name, {**given, "solve": 0}))  # must search
    return SearchRequest(player, spec, game.position, limits, scale, title, board)


def of_tree(text: str, spec: str, depth: int | None) -> SearchRequest:
    """What to search in a random tree such as "branching=3,depth=4,seed=1,uniform=true".

    ValueError, in one line, for text or a player that cannot be followed.
    """
    name, given = _parsed(spec)
    for key in OTHELLO_ONLY:
        if key in given and given[key] not in MADE_ALIKE.get(key, ()):
            raise ValueError(f"{spec!r}: {key} is for Othello, not for random trees")
    tree = _tree(text)
    player = _on_trees(registry.make(spec), given)
    scale = Scale(1, lambda move: "pass" if move == PASS else str(move))
    limits = _limits(name, given, depth)
    return SearchRequest(player, spec, tree, limits, scale, f"random tree {text}", "")


def _parsed(spec: str) -> tuple[str, dict[str, Any]]:
    """A player's name and options; ValueError if its search cannot be explained."""
    name, given = registry.parse(spec)
    if name not in PLAYERS:
        raise ValueError(f"{name} cannot be explained, only {', '.join(PLAYERS)}")
    if given.get("seconds") is not None:
        raise ValueError(f"{spec!r}: a search that is written down is slow: no limit in seconds")
    return name, given


def _limits(name: str, given: dict[str, Any], depth: int | None) -> Limits:
    """The limits in a player's options, with `depth` if it is given; ValueError if below 1."""
    if depth is not None and depth < 1:
        raise ValueError(f"--depth must be 1 or more, not {depth}")
    nodes, limit = given.get("nodes"), given.get("limit")
    if name == "interest":
        if nodes is None and limit is None:
            limit = DEFAULT_LIMIT
        return Limits(depth, nodes, interest=limit)
    return Limits(depth or given.get("depth") or (None if nodes else EXPLAINED_DEPTH), nodes)


def _tree(text: str) -> RandomTree:
    """The random tree of a text; ValueError if it says something else."""
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key not in TREE_OPTIONS:
            known = f"{', '.join(TREE_OPTIONS)}{meant(key, TREE_OPTIONS)}"
            raise ValueError(f"--tree {text!r}: {part!r} is none of {known}")
        if key in given:
            raise ValueError(f"--tree {text!r}: {key} is given twice")
        given[key] = value
    given = TREE_OPTIONS | given
    for key in ("branching", "depth", "seed"):
        try:
            given[key] = int(given[key])
        except ValueError:
            message = f"--tree {text!r}: {key} is a whole number, not {given[key]!r}"
            raise ValueError(message) from None
    if given["uniform"] not in ("true", "false"):
        raise ValueError(f"--tree {text!r}: uniform is true or false, not {given['uniform']!r}")
    if given["depth"] < 1:
        raise ValueError(f"--tree {text!r}: depth must be 1 or more, not {given['depth']}")
    uniform = given["uniform"] == "true"
    return random_tree(given["seed"], given["branching"], given["depth"], uniform)


def _on_trees(player: Any, given: dict[str, Any]) -> Player:
    """A player made to search random trees, by cost: with the margins and terms of trees.

    What a line's distance from the expected score costs is told by the disc, so none ends for it.
    """
    assert isinstance(player, KernelPlayer | InterestPlayer)
    parts: dict[str, Any] = {"evaluator": Cost()}
    if isinstance(player, InterestPlayer):
        weights = hand_set() if given.get("preset") == "published" else learned("trees")
        parts |= {"terms": tree_terms(weights), "lines": EveryLine()}
    elif isinstance(player.search.rule, ForwardEstimation):
        delta = given.get("delta")
        share = 1.0 if delta is None else delta
        margins = PerPly(EDGE_COST_LOWEST, EDGE_COST_HIGHEST, share)
        parts["rule"] = player.search.rule._replace(margins=margins)
    player.search = player.search._replace(**parts)
    return player
