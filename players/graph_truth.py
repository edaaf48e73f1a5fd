"""What every node of a graph is worth, whatever the path to it: retrograde analysis.

Play without end is a draw. For a score s above a draw, a side can get s or more
from a node exactly if the node is attracted: if it is a terminal node worth that
much to the side, if the side is to move and has a successor that is attracted,
or if the other side is to move and has no successor that is not. The rank at
which a node joined falls with every move of that play, so it repeats nothing;
and from a node that never joined, the other side can stay outside for ever. A
node that is attracted for neither side, by no score, is a draw.

Source: Thompson 1986, "Retrograde analysis of certain endgames"; the sets are
the attractors of Zermelo's theorem for infinite games on finite graphs.
"""

import numpy as np

from othello.bits import NONE, bit
from othello.jit import jit
from players.graph_game import DRAW, Graph, in_set, set_of


@jit
def _attracted(goal, successors, side):
    """The set of the nodes from which the side of the nodes `side` modulo 2 can enter `goal`."""
    region = goal
    before = ~goal
    while region != before:
        before = region
        for node in range(successors.size):
            moves = successors[node]
            inside = moves & region
            if inside != NONE and (node % 2 == side or inside == moves):
                region |= bit(node)
    return region


def true_values(graph: Graph, twice: int = 0) -> np.ndarray:
    """The value of each node for the side to move there, int64[n].

    The nodes in the set `twice` are draws, having stood twice in the game.
    """
    nodes = np.arange(graph.scores.size)
    drawn = in_set(twice, nodes)
    successors = np.where(drawn, NONE, graph.successors)
    for_even = np.where(nodes % 2 == 0, 1, -1)
    ends = np.where(drawn, DRAW, graph.scores * for_even)
    values = np.full(nodes.size, DRAW)
    for side, sign in enumerate((1, -1)):
        worth = np.where(successors == NONE, sign * ends, DRAW)
        for score in np.unique(worth[worth > DRAW]):
            region = _attracted(np.uint64(set_of(nodes[worth >= score])), successors, side)
            values[in_set(region, nodes)] = sign * score
    return values * for_even
