"""A match as its stream shows it."""
import time
from typing import Any, cast

from .types import Awaiting, Clocks, Command, Line, Offer, Outcome, Seat, View

OF_ENTRY = frozenset({"type", "seat", "events", "at"})


class MatchState:
    """A match as it is now, as far as one viewer may see it. What a newer server tells besides is in `fields`."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        """All that the stream has told, by the names of docs/json-api.md."""
        self._ahead = (time.time() - time.monotonic()) * 1000
        """By how many ms the server's clock is ahead of the monotonic one, which no change of the machine's clock moves."""

    def apply(self, line: Line) -> None:
        """Takes a line of the stream."""
        kind = line.get("type")
        if kind == "match":
            self.fields = {name: value for name, value in line.items() if name != "type"}
            if "now" in line:
                self._ahead = line["now"] - time.monotonic() * 1000
        # Entries of the past say nothing of how the match is now.
        elif kind == "change" or (kind == "entry" and line["n"] > self.n):
            self.fields.update({name: value for name, value in line.items() if kind == "change" or name not in OF_ENTRY})
            self.fields.pop("type", None)

    @property
    def id(self) -> str:
        return cast(str, self.fields["match"])

    @property
    def code(self) -> str:
        """The short code, by which others join a public match."""
        return cast(str, self.fields["code"])

    @property
    def game(self) -> str:
        return cast(str, self.fields["game"])

    @property
    def commitment(self) -> str:
        """What the server committed itself to before it knew any nonce: 64 digits (docs/fair-dice.md)."""
        return cast(str, self.fields["commitment"])

    @property
    def seat(self) -> str | None:
        """Your seat; `None`: you watch."""
        return cast(str | None, self.fields.get("you"))

    @property
    def n(self) -> int:
        """The number of entries so far."""
        return cast(int, self.fields.get("n", 0))

    @property
    def status(self) -> str:
        """`gathering`, `playing` or `over`."""
        return cast(str, self.fields["status"])

    @property
    def seats(self) -> list[Seat]:
        """The seats in turn order."""
        return cast(list[Seat], self.fields.get("seats", []))

    @property
    def view(self) -> View | None:
        """The game as you may see it; `None` while the match is `gathering`."""
        return cast(View | None, self.fields.get("view"))

    def legal(self) -> list[Command]:
        """Returns the commands that your seat may send now."""
        return cast(list[Command], self.fields.get("legal", []))

    @property
    def awaiting(self) -> list[Awaiting]:
        """Whom the match waits for."""
        return cast(list[Awaiting], self.fields.get("awaiting", []))

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; `None` until it is over."""
        return cast(Outcome | None, self.fields.get("outcome"))

    @property
    def clocks(self) -> Clocks | None:
        """The players' clocks; `None`: there are none."""
        return cast(Clocks | None, self.fields.get("clocks"))

    @property
    def offer(self) -> Offer | None:
        """The open offer to end the match."""
        return cast(Offer | None, self.fields.get("offer"))

    @property
    def server_time(self) -> float:
        """The server's time, ms since 1970, as estimated when the stream was opened last."""
        return time.monotonic() * 1000 + self._ahead

    def seat_of(self, seat: str | None) -> Seat | None:
        """Returns what is shown of a seat; `None`: there is none of this name."""
        return next((each for each in self.seats if each.get("seat") == seat), None)


