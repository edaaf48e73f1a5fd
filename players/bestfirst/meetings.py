"""Whether positions that meet are one node of a stored tree, and how they are found."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods

NO_NODE = -1
LARGEST_ENTRY = 2**32
"""Less than this is kept of a node at its place."""


@jitmethods
class NoMeetings(NamedTuple):
    """Every path leads to a node of its own: a tree."""

    number: int = 0

    def node_met(self, state, nodes):
        """NO_NODE, and no key: none is looked for."""
        return NO_NODE, np.uint64(0)

    def note_node(self, node, nodes):
        """No-op: none is looked for."""

    def clear(self):
        """No-op: none is kept."""


@jitmethods
class Meetings(NamedTuple):
    """The nodes of a tree by the keys of their positions.

    `places` is uint32[2 ** bits], at least twice as many as there are nodes: a node plus the
    `base`, int64[1], of the time when it was kept. The base rises when all nodes are forgotten, so
    that what is less than it is none. A key's place is the first free one from that of its low
    bits on. For games in which no line comes back to a position. Two positions of one key, of 64
    bits, would be taken for one.
    """

    places: np.ndarray
    base: np.ndarray

    def node_met(self, state, nodes):
        """The node of a position that is in the tree already, or NO_NODE; and its key."""
        key, base = np.uint64(state.key()), self.base[0]
        last = np.uint64(self.places.size - 1)
        place = key & last
        while self.places[place] >= base:
            node = np.int64(self.places[place]) - base
            if nodes[node]["key"] == key:
                return node, key
            place = (place + np.uint64(1)) & last
        return np.int64(NO_NODE), key

    def note_node(self, node, nodes):
        """Keep a node, which has its key; it is none of those that are kept."""
        last, base = np.uint64(self.places.size - 1), self.base[0]
        place = nodes[node]["key"] & last
        while self.places[place] >= base:
            place = (place + np.uint64(1)) & last
        self.places[place] = base + node

    def clear(self):
        """Forget all nodes; the places are written only where the bases come to their end."""
        most_nodes = self.places.size // 2
        self.base[0] += most_nodes
        if self.base[0] + most_nodes > LARGEST_ENTRY:
            self.places[:] = 0
            self.base[0] = most_nodes


def new_meetings(slots: int) -> Meetings:
    """Room for the nodes of a tree of so many slots: 8 to 16 bytes for each."""
    size = 2 ** int(2 * slots - 1).bit_length()
    return Meetings(np.zeros(size, np.uint32), np.array([size // 2]))
