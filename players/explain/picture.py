"""What is drawn of a recorded search: its trees, as large as allowed, and what is said of them."""

from typing import NamedTuple

from players.explain.labels import Scale
from players.explain.recorder import Recording
from players.explain.request import SearchRequest
from players.explain.search_tree import Visit, trimmed
from players.protocol import MOST


class Picture(NamedTuple):
    """The searches of the last iteration, ready to be drawn.

    `facts` are lines that stand above the trees, `board` those of the position, if it has one.
    `chosen` holds the numbers of the visits on the line that the player expects.
    """

    title: str
    board: str
    facts: tuple[str, ...]
    roots: tuple[Visit, ...]
    scale: Scale
    chosen: frozenset[int]


def picture_of(request: SearchRequest, recording: Recording, most: int) -> Picture:
    """The picture of a recording, of `most` visits; ValueError if no search came to its end."""
    roots = recording.last()
    if not roots:
        raise ValueError(f"{request.spec!r}: its limits cut every search short")
    chosen = frozenset(_line(roots[-1], recording.choice.variation))
    facts = tuple(_facts(request, recording, roots))
    drawn: list[Visit] = []
    left = most
    for root in reversed(roots):  # the last search is the one that decided
        drawn.insert(0, trimmed(root, left))
        left -= sum(1 for _ in drawn[0].walk())
    return Picture(request.title, request.board, facts, tuple(drawn), request.scale, chosen)


def _line(root: Visit, moves: tuple[int, ...]) -> list[int]:
    """The numbers of the visits along a line of moves, as far as the tree goes."""
    numbers = [root.number]
    visit: Visit | None = root
    for move in moves:
        visit = visit and visit.successors().get(move)
        if visit is None:
            break
        numbers.append(visit.number)
    return numbers


def _facts(request: SearchRequest, recording: Recording, roots: tuple[Visit, ...]) -> list[str]:
    """What was chosen, how much was searched, and what of it is drawn."""
    choice, scale = recording.choice, request.scale
    line = " ".join(map(scale.move_name, choice.variation))
    unit = " discs" if scale.unit > 1 else ""
    visits = sum(1 for root in roots for _ in root.walk())
    drawn = f"{visits} visits"
    if len(recording.searches) > 1:
        last = "" if len(roots) == 1 else f" {len(roots)}"
        drawn += f" in the last{last} of {len(recording.searches)} searches"
    depth = request.limits.depth
    asked = request.spec if depth is None else f"{request.spec} to depth {depth}"
    facts = [
        f"{asked}: {scale.move_name(choice.move)}, {scale.score(choice.score)}{unit}, line {line}",
        f"{choice.nodes} positions generated; {drawn}",
    ]
    if (choice.lower, choice.upper) != (-MOST, MOST):
        best = f", and no move is better than {scale.move_name(choice.move)}"
        known = f"proven: {scale.result(choice.lower, choice.upper)}"
        facts.append(known + best * choice.proven)
    if recording.cut_short:
        facts.append(f"{recording.cut_short} searches were cut short and are not drawn")
    return facts
