"""Whether positions that meet are one node of a stored tree, and how they are found."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods

NO_NODE = -1


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

    `places` is int32[2 ** bits], more than there are nodes: a node, or NO_NODE. A key's place is
    the first free one from that of its low bits on. For games in which no line comes back to a
    position. Two positions of one key, of 64 bits, would be taken for one.
    """

    places: np.ndarray

    def node_met(self, state, nodes):
        """The node of a position that is in the tree already, or NO_NODE; and its key."""
        key = np.uint64(state.key())
        last = np.uint64(self.places.size - 1)
        place = key & last
        while self.places[place] != NO_NODE:
            if nodes[self.places[place]]["key"] == key:
                return np.int64(self.places[place]), key
            place = (place + np.uint64(1)) & last
        return np.int64(NO_NODE), key

    def note_node(self, node, nodes):
        """Keep a node, which has its key; it is none of those that are kept."""
        last = np.uint64(self.places.size - 1)
        place = nodes[node]["key"] & last
        while self.places[place] != NO_NODE:
            place = (place + np.uint64(1)) & last
        self.places[place] = node

    def clear(self):
        """Forget all nodes."""
        self.places[:] = NO_NODE


def new_meetings(slots: int) -> Meetings:
    """Room for the nodes of a tree of so many slots: 8 to 16 bytes for each."""
    return Meetings(np.full(2 ** int(2 * slots - 1).bit_length(), NO_NODE, np.int32))
