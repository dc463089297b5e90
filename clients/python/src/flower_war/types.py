"""What the server says, as types: docs/json-api.md and docs/protocol.md. A newer server may say more."""
from typing import Any, Literal, TypedDict

Command = dict[str, Any]
"""A command of a game: `type`, and its fields."""

Line = dict[str, Any]
"""A line of a stream: `type`, and the fields of docs/json-api.md."""

View = dict[str, Any]
"""A game as one seat sees it."""

Outcome = dict[str, Any]
"""How a match ended: `by`, `winner`, and what the game adds."""

BotKind = Literal["easy", "skilled"]


class Seat(TypedDict):
    """A seat of a match (docs/protocol.md, State)."""

    seat: str
    kind: str
    name: str
    nonce: str
    connected: bool
    ready: bool
    host: bool
    player: str
    signed: int
    temple: str
    templeOnline: bool
    fixH: int
    fixT: int


class Awaiting(TypedDict):
    """A decision that the match waits for."""

    seat: str
    decision: str


class SeatClock(TypedDict):
    """A seat's clock. `deadline` is when the server plays for the seat, ms since 1970; `None`: it does not run."""

    reserve: int
    turnEnds: int
    deadline: int | None
    away: bool
    stopped: int | None


class Clocks(TypedDict):
    """The clocks of a match, in ms."""

    rules: dict[str, Any]
    givenBack: int
    seats: dict[str, SeatClock]


class Offer(TypedDict):
    """An open offer to end the match."""

    id: str
    what: str
    by: str
    accepted: list[str]
    asked: list[str]
    until: int


class Answer(TypedDict):
    """The answer to a command: the number of its entry, and the commands that the seat may send next."""

    n: int
    legal: list[Command]


class ChatLine(TypedDict):
    """Something that was said. `seat` is `None` for a spectator; `text` or `reaction` is empty."""

    n: int
    at: int
    seat: str | None
    name: str
    text: str
    reaction: str


class TablePage(TypedDict):
    """A page of the lobby: the matches of docs/protocol.md, The lobby."""

    tables: list[dict[str, Any]]
    total: int
    page: int
    pages: int


class StoredSeat(TypedDict):
    """A seat that was taken. Secret: who has the token has the seat."""

    server: str
    match: str
    code: str
    invitation: str | None
    game: str
    seat: str
    token: str
