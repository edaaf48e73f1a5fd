"""What a review found: kept with the game, written to files and taken from them."""

from othello.bits import bit
from othello.formats.reviews import WHOLE, ExportedMove, Reviewed, Reviews
from players.window.model import variations
from players.window.model.analysis import Analysis, ReviewLimit, is_judged, loss_is_exact
from players.window.model.judged import KeptValues, is_proven, kept_value, value_of
from players.window.model.play import LiveGame
from players.window.model.variations import Node, Tree


def keep(live: LiveGame, limit: ReviewLimit) -> None:
    """Keep what is known of the line shown, as far as it was looked at as a review does."""
    last = limit.passes[-1]
    for step in live.steps:
        if not step.over and is_judged(live, step, last):
            found = live.judged.get(step.position)
            if found is not None:
                live.kept[step.position] = found


def _reviewed(live: LiveGame, node: Node) -> Reviewed | None:
    """What is kept of a move; None if nothing is."""
    values = live.kept.get(node.before)
    played = value_of(values, node.move)
    if values is None or played is None:
        return None
    proven = loss_is_exact(node.step, live.kept)
    best = played if played.score == values.best.score else values.best  # as good is the best
    ranges = (WHOLE, WHOLE) if proven else ((played.lower, played.upper), (best.lower, best.upper))
    return Reviewed(values.depth, played.score, best.score, best.line, proven, *ranges)


def results(live: LiveGame) -> Reviews:
    """What is kept of the moves of the game, side lines among them."""
    nodes = ((path, node) for path, node in variations.places(live.tree) if isinstance(node, Node))
    found = ((path, _reviewed(live, node)) for path, node in nodes)
    return tuple((path, reviewed) for path, reviewed in found if reviewed is not None)


def rows(tree: Tree, known: Reviews) -> list[ExportedMove]:
    """The moves of the main line, to be exported."""
    line, said = variations.main_line(tree), dict(known)
    nodes = variations.nodes_on(tree, line)
    return [
        ExportedMove(node.black, node.move, said.get(line[:length]))
        for length, node in enumerate(nodes, start=1)
    ]


def take(live: LiveGame, known: Reviews) -> None:
    """Keep what a file says of the game's moves; what cannot be of them is left out."""
    for path, found in known:
        try:
            node = variations.nodes_on(live.tree, path)[-1]
        except (KeyError, IndexError):
            continue
        best = found.line[0]
        if int(node.before.legal()) & int(bit(best)):
            values = _kept_values(node.move, found)
            before = live.kept.get(node.before)
            if before is not None and not isinstance(before, KeptValues):
                continue  # found here, where the same game was open: it tells of every move
            live.kept[node.before] = values if before is None else values.joined(before)


def _kept_values(move: int, found: Reviewed) -> KeptValues:
    """The values of the best move and of the one that was played."""
    best = kept_value(found.line[0], found.best_score, found.proven, found.line, found.best_range)
    played = kept_value(move, found.score, found.proven, (move,), found.range)
    values = KeptValues(found.depth, (best,))
    return values if move == best.move else values.joined(KeptValues(found.depth, (played,)))


def show_taken(live: LiveGame, analysis: Analysis) -> bool:
    """Show what a file said as a review, if it is of every move of the line; whether it is.

    Moves that are added later are looked at as far as those of the file were at least.
    """
    steps = [step for step in live.steps if step.move is not None]
    kept = [live.kept.get(step.position) for step in steps]
    found = [
        values
        for values, step in zip(kept, steps, strict=True)
        if values is not None and value_of(values, step.move) is not None
    ]
    if not steps or len(found) < len(steps):
        return False
    depths = [values.depth for values in found if not is_proven(values)]
    analysis.limit = ReviewLimit(min(depths, default=2), solved=0)
    analysis.review = True
    return True
