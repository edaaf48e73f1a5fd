"""Slow and obvious searches of games on graphs, to check the kernels against.

A graph is a list of lists of successors and a list of scores. `Listing` is the published listing
of contingency minimax (Muller 2007), with the corrections that the kernel's module names.
"""

from dataclasses import dataclass, field

import numpy as np

from players.models.graphs import Graph, set_of

INF = 1 << 30
DRAW_SCORE = 0


def graph_of(successors, scores):
    """Graph with these lists of successors and scores of terminal nodes."""
    sets = [set_of(nodes) for nodes in successors]
    return Graph(np.array(sets, np.uint64), np.array(scores, np.int64))


def lists_of(graph):
    """Successors and scores of a graph as lists."""
    numbers = range(len(graph.scores))
    successors = [[n for n in numbers if int(members) >> n & 1] for members in graph.successors]
    return successors, [int(score) for score in graph.scores]


def value_by_paths(successors, scores, node, path=()):
    """Value of a node by following every line; a return to the path is a draw."""
    if node in path:
        return 0
    if not successors[node]:
        return scores[node]
    longer = (*path, node)
    return max(-value_by_paths(successors, scores, n, longer) for n in successors[node])


@dataclass
class Entry:
    """Entry of the listing's table."""

    rep_cnt: int = 0
    rep_depth: int = 0
    lower_bound: int = -INF
    upper_bound: int = INF


@dataclass
class Listing:
    """The listing, and its table."""

    successors: list
    scores: list
    entries: dict = field(default_factory=dict)
    nodes: int = 0

    def search(self, node, alpha, beta, depth=0):
        """The real score, LOWER, UPPER and REP_DEPTH."""
        entry = self.entries.setdefault(node, Entry())
        if entry.rep_cnt > 2:
            return DRAW_SCORE, entry.lower_bound, entry.upper_bound, entry.rep_depth
        if not self.successors[node]:
            score = self.scores[node]
            return score, score, score, INF
        if depth > 0:
            bounds = entry.lower_bound, entry.upper_bound
            if bounds[0] >= beta or bounds[0] == bounds[1]:
                return bounds[0], *bounds, INF
            if bounds[1] <= alpha:
                return bounds[1], *bounds, INF
        return self.search_moves(node, entry, alpha, beta, depth)

    def search_moves(self, node, entry, alpha, beta, depth):
        """The part after "first time in tree, normal search"."""
        entry.rep_cnt += 3
        entry.rep_depth = depth
        entry.lower_bound, entry.upper_bound = -INF, INF
        best_pes_score = best_opt_score = best_real_score = -INF
        draw_depth = INF
        moves_left = len(self.successors[node])
        for move in self.successors[node]:
            moves_left -= 1
            self.nodes += 1
            score, *shadow = self.search(move, -beta, -alpha, depth + 1)
            score = -score
            if shadow[2] >= depth:
                shadow[0] = shadow[1] = -score
            best_pes_score = max(best_pes_score, -shadow[1])
            best_opt_score = max(best_opt_score, -shadow[0])
            draw_depth = min(draw_depth, shadow[2])
            if score > best_real_score:
                best_real_score = score
                alpha = max(alpha, score)
                if alpha >= beta and moves_left:
                    best_opt_score = INF
                    break
            entry.lower_bound = best_pes_score
        entry.rep_cnt -= 3
        entry.lower_bound, entry.upper_bound = best_pes_score, best_opt_score
        return best_real_score, best_pes_score, best_opt_score, draw_depth
