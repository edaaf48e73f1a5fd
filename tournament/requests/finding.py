"""All that can be asked for, and where it is found among what is stored."""

from tournament.formats.events import GAUNTLET, ROUND_ROBIN, Event
from tournament.formats.ladder import Ladder
from tournament.formats.parity import Parity
from tournament.formats.sprt import SequentialMatch
from tournament.games.tournament import Tournament
from tournament.requests.contests import EventRequest, ParityRequest, SequentialRequest
from tournament.requests.matches import LadderRequest, MatchRequest
from tournament.storage.store import Store, StoredRequest


class RequestError(ValueError):
    """Something that was never asked for, or cannot be asked again; the message is one line."""


Request = MatchRequest | LadderRequest | EventRequest | SequentialRequest | ParityRequest


def request_of(stored: StoredRequest) -> Request:
    """The request that a row of the store remembers; ValueError for an unknown kind."""
    if stored.kind == "match":
        return MatchRequest(Tournament.from_text(stored.question))
    if stored.kind == "ladder":
        return LadderRequest(*Ladder.from_text(stored.question))
    if stored.kind in (ROUND_ROBIN, GAUNTLET):
        return EventRequest(Event.from_text(stored.kind, stored.question))
    if stored.kind == "sprt":
        return SequentialRequest(SequentialMatch.from_text(stored.question))
    if stored.kind == "parity":
        return ParityRequest(Parity.from_text(stored.question))
    raise ValueError(f"nothing is known of the kind {stored.kind!r}")


def stored_requests(store: Store, start: str = "") -> list[Request]:
    """All that was asked for and can be read and whose id starts so, the latest last."""
    found = (
        store.readable(f"{stored.kind!s:.20} {str(stored.id)[:8]!r}", _named_request, stored)
        for stored in store.requests()
        if str(stored.id).startswith(start)
    )
    return [request for request in found if request is not None]


def _named_request(stored: StoredRequest) -> Request:
    """The request of a row; ValueError if it is not the one that was named so."""
    request = request_of(stored)
    if request.stored.id != stored.id:
        raise ValueError("its question is not the one that it was named after")
    return request


def find_request(store: Store, start: str) -> Request:
    """The one request, or tournament of one, whose id starts so; or RequestError."""
    found = {request.stored.id: request for request in stored_requests(store, start)}
    for tournament in store.tournaments(start):
        found.setdefault(tournament.id, MatchRequest(tournament))
    matching = [request for name, request in found.items() if name.startswith(start)]
    if len(matching) != 1:
        many = f"{len(matching)} ids start" if matching else "no id starts"
        raise RequestError(f"{many} with {start!r}; `python -m tournament show` lists them")
    return matching[0]
