"""`rate`: ratings of the players in files of games, whichever programs played them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from othello.cli.errors import UserError
from othello.cli.output import as_document
from othello.formats.collection import entries_of_file, files_named
from othello.formats.reading import OnError, read_and_report
from othello.game import Game
from othello.position import Position
from othello.symmetry import canonical
from tournament.commands.results import print_page_table
from tournament.contests.contest import add_anchor, file_errors
from tournament.contests.round_robin import MOST_PLAYERS, parse_anchor, rating_data
from tournament.page.contents import PageTable
from tournament.page.sections import RatedPlayer, cross_table
from tournament.statistics.pairs import game_points
from tournament.statistics.ratings import OpeningShare, Ratings, rate_players

OPENING_PLIES = 4
"""Games with the same position after these plies, up to symmetry, are of one class."""

CAPTION = (
    "Elo from game points, with its 95 % interval over classes of openings. Numbered columns:"
    " percent of the game points against that player. Players without a chain of games between"
    " them cannot be compared."
)


class RatedGame(NamedTuple):
    """Names of black and white, black's game points from 0 to 1, and the opening's position."""

    black: str
    white: str
    points: float
    opening: Position


def add_rate(parser: ArgumentParser) -> None:
    """Add the options of `rate`."""
    words = "file or folder of games: PGN, SGF, GGF, WTHOR or .othello"
    parser.add_argument("files", metavar="FILE", nargs="+", help=words)
    add_anchor(parser)


def rated_games(sources: Iterable[str], on_error: OnError) -> Iterator[RatedGame | None]:
    """Yield the games of files and folders, None for one without two names or a result."""
    for path in dict.fromkeys(path for source in sources for path in files_named(source)):
        with file_errors(path):
            for entry in entries_of_file(path, on_error):
                names = {entry.black, entry.white} - {""}
                if entry.result is None or len(names) < 2:
                    yield None
                    continue
                tree = entry.tree
                game = Game(tree.start, black_to_move=tree.black_starts)
                game.play_all(tree.main_line[:OPENING_PLIES])
                opening = canonical(game.position)
                yield RatedGame(entry.black, entry.white, game_points(entry.result), opening)


def rate(options: Namespace) -> int:
    """Print the ratings of all players in the files; a line reports games that were left out."""
    found = read_and_report(
        "python -m tournament", lambda on_error: [*rated_games(options.files, on_error)]
    )
    games = [game for game in found if game is not None]
    names = sorted({name for game in games for name in game[:2]})
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise UserError(f"the files have games of {len(names)} players, not 2 to {MOST_PLAYERS}")
    anchor, zero = parse_anchor(options.anchor, names) if options.anchor else (None, 0.0)
    openings = dict.fromkeys(one.opening for one in games)
    classes = {opening: number for number, opening in enumerate(openings)}
    shares = [
        OpeningShare(names.index(black), names.index(white), points, classes[opening], games=1)
        for black, white, points, opening in games
    ]
    ratings = rate_players(shares, len(names), anchor)
    if options.json:
        rated = zip(names, ratings.players, strict=True)
        rows = [{"player": name, **rating_data(rating, zero)} for name, rating in rated]
        rows.sort(key=lambda row: -row["elo"])
        content = {"games": len(games), "left_out": len(found) - len(games), "players": rows}
        print(as_document("ratings", {**content, "lead": rating_data(ratings.lead)}))
    else:
        left_out = f", {len(found) - len(games)} without names or a result left out"
        print(f"{len(games)} games{left_out if len(games) < len(found) else ''}.\n")
        print_page_table(_table(names, ratings, games, zero))
    return 0


def _table(
    names: Sequence[str], ratings: Ratings, games: Sequence[RatedGame], zero: float
) -> PageTable:
    """Return the cross table of the players, the strongest first."""
    points: dict[tuple[str, str], tuple[float, int]] = {}
    for one in games:
        for ours, theirs, won in (*one[:2], one.points), (*one[1::-1], 1 - one.points):
            total, number = points.get((ours, theirs), (0.0, 0))
            points[ours, theirs] = total + won, number + 1
    order = sorted(range(len(names)), key=lambda place: -ratings.players[place].elo)
    players = []
    for number, place in enumerate(order, start=1):
        row = rating_data(ratings.players[place], zero)
        elo = row["elo"], tuple(row["elo_interval"])
        players.append(RatedPlayer(number, names[place], *elo, side={}, games=0))
    return cross_table(players, points, "")._replace(caption=CAPTION)
