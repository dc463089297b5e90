"""What the server says, as types. A newer server may say more.

`npm run generate` writes this file from the schemas of the HTTP API (docs/json-api.md).
"""

from typing import Any, Literal, NotRequired, TypedDict

Command = dict[str, Any]
"""A command of a game: `type`, and its fields."""

Line = dict[str, Any]
"""A line of a stream: `type`, and the fields of docs/json-api.md."""

View = dict[str, Any]
"""A game as one seat sees it."""

Outcome = dict[str, Any]
"""How a match ended: `by`, `winner`, and what the game adds."""

BotKind = Literal["easy", "skilled", "strong"]


class Seat(TypedDict):
    """A seat of a match, and who has it."""

    seat: str
    """The seat's name, e.g. `east`."""
    kind: str
    """Who has the seat. `bot`: one of the server's own; `bot-account`: a player that is a program."""
    name: str
    nonce: str
    """What the seat adds to the match's dice. Empty: nothing yet."""
    connected: bool
    temple: str
    """The temple that the seat is local to. Empty: none."""
    templeOnline: bool
    fixH: int
    """Beads to take out of Huitzilopochtli's half of the lake there, as a number below 0; above 0: to put in."""
    fixT: int
    """The same of Tlaloc's half."""
    ready: bool
    """The player says that the match can begin."""
    host: bool
    """The player runs the table while it gathers."""
    player: str
    """The id of the player whose seat it is. Empty: not known."""
    signed: int
    """The number of the last entry that the seat has signed; 0: none."""


class Awaiting(TypedDict):
    """A decision of a seat, and what the game's rules say of it."""

    seat: str
    """The seat's name, e.g. `east`."""
    decision: str


class ClockRules(TypedDict):
    """How long players may think. All times are in ms."""

    turn: int
    """For a turn: from when a seat is awaited until it is not, or until its next turn begins, however many decisions that takes. ms."""
    reserve: int
    """Each player's time beyond that, for the whole match. ms."""
    increment: int
    """What each of the player's own commands adds to the reserve. ms."""
    warning: int
    """How long before the end of both players are warned; 0: never. ms."""
    awayAfter: int
    """Turns in a row played for a seat after which its player counts as away."""
    away: str
    """Who plays an away player's seat until they are back, at once: an easy bot, the game's fallback; or the seat concedes (`forfeit`; in a game without conceding, as `fallback`)."""


class SeatClock(TypedDict):
    """The clock of one player."""

    reserve: int
    """What was left of the reserve when the turn began. ms."""
    turnEnds: int | None
    """When the turn's own time ends; `None`: the seat is not awaited. ms since 1970."""
    deadline: int | None
    """When the server plays for the seat; `None`: its clock does not run. ms since 1970."""
    away: bool
    """The server plays the seat at once, until the request `here`."""
    stopped: NotRequired[int]
    """What is left of turn and reserve while the clock stands still because of an outage, until its player is back. ms."""


class Clocks(TypedDict):
    """The players' clocks."""

    rules: ClockRules
    givenBack: int
    """Given back to all players so far because of outages. ms."""
    seats: dict[str, SeatClock]
    """By seat; those of people."""


class Hint(TypedDict):
    """What a strong bot would do in your seat."""

    n: int
    """The number of entries before the decision that it is for."""
    moves: list[dict[str, Any]]
    """The better one first, by the bot's judgement."""


class Offer(TypedDict):
    """An offer to end the match, or the question whether its maker may take an act back, pause the match, give a seat time or hand theirs over."""

    id: str
    """Names the offer in answers to it."""
    what: str
    n: NotRequired[int]
    """With `take-back`: the number of the act's entry."""
    seconds: NotRequired[int]
    """With `pause` and `give-time`: how many."""
    to: NotRequired[str]
    """With `give-time`: the seat that gets them."""
    by: str
    """Its maker's; empty: the judge asks."""
    accepted: list[str]
    """The seats that agree, that of its maker first."""
    asked: list[str]
    """The seats that have not answered, in turn order."""
    until: int
    """When it lapses: then a seat is handed over, and nothing else happens. ms since 1970."""


class Answer(TypedDict):
    """The command is durable, and has happened."""

    n: int
    """The number of the entry that the command made, from 1."""
    legal: NotRequired[list[Command]]
    """The commands that you may send now. Missing from older servers, and if your reservation was asked for without it."""


class ChatLine(TypedDict):
    n: int
    """Its number in the match, from 1. Some lines are not for all: numbers may be missing."""
    at: int
    """When it was said. ms since 1970."""
    seat: str | None
    """The seat that its sender had then; `None`: a spectator."""
    name: str
    """The sender's name then."""
    text: str
    """Empty: a reaction."""
    reaction: str
    """Empty: a text."""


class Listing(TypedDict):
    """A public match that can be joined or watched."""

    id: str
    """The match's id."""
    code: str
    """The match's short code: 4 characters that are easy to read out."""
    game: str
    """The game's name, as `GET /api/games` lists it."""
    status: str
    seats: int
    """Seats of the match."""
    open: int
    """Seats that are still open."""
    host: str
    """The name of the player who hosts it."""
    preset: str
    """The preset of the game that has its options. Empty: it has others."""
    speed: str
    """How fast it is played."""
    people: list[str]
    """The names of the people who have seats, in turn order."""
    temple: bool
    """Whether a seat is local to a temple."""
    createdAt: int
    """ms since 1970."""
    replaceable: int
    """Seats of bots that a person may take though the match has begun: those of a countdown, before the first command."""
    silent: bool
    """Whether the table has no chat."""
    language: str
    """In which people talk there, as BCP 47 has it. Empty: unknown."""
    bots: list[str]
    """The names of the bot accounts that have seats, in turn order."""
    admission: str
    """Who may sit down. `invited`: no seat is listed as open."""
    title: str
    """The table's name. Empty: it has none, and is the host's."""
    watchDelay: int
    """Seconds after which spectators are shown what happens once the match has begun."""
    unwatched: bool
    """The table takes no spectators."""
    takeBacks: bool
    """Whether acts can be taken back."""
    pauses: int
    """Seconds of the longest pause; 0: there are none."""
    holidays: int
    """Days that a player may take off in 30; 0: none."""
    handOvers: str
    """Whether seats may be handed over in play."""
    judges: bool
    """Whether the host may name a judge."""


class TablePage(TypedDict):
    """A page of the list of matches."""

    tables: list[Listing]
    total: int
    """Matches on all pages."""
    page: int
    """Which page this is: 1 to `pages`."""
    pages: int
    """At least 1."""
