"""The meaning of results, in plain sentences."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from tournament.games.match import Match
from tournament.page.contents import Data, number, rate


def count_of(count: int, noun: str, plural: str = "") -> str:
    """Return a number with a noun: "1 game", "488 games"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def signed(value: float | None, sign_of: float = 0.0) -> str:
    """Format a rating difference; None is infinite, with the sign of `sign_of`."""
    return number(math.copysign(math.inf, sign_of) if value is None else value, "+,.0f").text


def elo_text(data: Data) -> str:
    """Describe A's lead in Elo with its interval."""
    low, high = data["elo_interval"]
    middle = signed(data["elo"], data["game_points_share"] - 0.5)
    return f"{middle} Elo (95 % interval {signed(low, -1)} to {signed(high, 1)})"


def is_even(data: Data) -> bool:
    """Return True if each pair had the same result for A and for B."""
    return data["pairs_won_tied_lost"][1] == data["pairs"]


def verdict(data: Data) -> str:
    """Describe which player is stronger, or that this remains open."""
    if not data["pairs"]:
        return "No opening has been played by both sides yet, so A and B cannot be compared."
    share = f"{rate(data['game_points_share']).text} % of the game points"
    low, high = data["game_points_interval"]
    if low > 0.5:
        return f"A is stronger than B: it took {share}, {elo_text(data)}."
    if high < 0.5:
        return f"B is stronger than A: A took only {share}, {elo_text(data)}."
    if is_even(data):
        same = data["a"]["spec"] == data["b"]["spec"] and not data["chance"]
        return f"A and B{' are the same player and' * same} came out even in every opening."
    low_elo, high_elo = data["elo_interval"]
    return (
        f"Who is stronger remains open: A took {share}, but every difference from"
        f" {signed(low_elo, -1)} to {signed(high_elo, 1)} Elo fits these games."
    )


def cost(data: Data) -> str:
    """Describe B's costs as multiples of A's."""
    times = []
    for key, what in (("nodes", "the nodes"), ("cpu_seconds", "the CPU time")):
        ours, theirs = data["a"][key], data["b"][key]
        if ours > 0 and theirs > 0:
            ratio = theirs / ours
            times.append(f"{ratio:{'.2f' if ratio < 10 else ',.0f'}} times {what}")
    return f"B took {' and '.join(times)} of A." if times else ""


def faults(matches: Iterable[Data]) -> str:
    """Describe the games that were lost by a fault."""
    forfeits: Counter[str] = Counter()
    for one in matches:
        forfeits.update(one["forfeits"])
    if not forfeits:
        return ""
    causes = "; ".join(f"{count}: {cause}" for cause, count in forfeits.items())
    lost = sum(forfeits.values())
    return f"{count_of(lost, 'game')} {'was' if lost == 1 else 'were'} lost by a fault ({causes})."


def limits_text(matches: Sequence[Match], who: str = "Both") -> str:
    """Describe the limits of the players of some matches with the same limits."""
    limits, early = matches[0].time_control, matches[0].adjudication.words()
    own = {one.time_control_of(spec) != limits for one in matches for spec in (one.a, one.b)}
    if own == {True} or not limits.words():
        return f"Each player had its own limits. {early}".strip()
    players = "Players without limits of their own" if True in own else who
    return f"{players} played with {limits.words()}. {early}".strip()


def repeats(data: Data) -> str:
    """Describe repeated games, and if playing them again could add anything."""
    games, distinct = data["games"], data["distinct_games"]
    several = "All games differ." if distinct == games else f"{distinct:,} of the games differ."
    if data["chance"]:
        return several
    return f"{several} Neither player is random, so playing them again adds nothing."


def prose(*sentences: str) -> tuple[str, ...]:
    """Return the sentences that are not empty."""
    return tuple(filter(None, sentences))
