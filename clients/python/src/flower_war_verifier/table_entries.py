"""Entries of the table, by which nothing of the game changes; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import is_text
from .hand_over import HandOvers
from .mismatch import expect
from .pause import Pauses


class TableEntries:
    """What such entries of a match depend on: who has not conceded, whether it is over, what is paused, and which seats are offered."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.in_play: list[str] = [seat["seat"] for seat in header["seats"]]
        self.is_over = False
        self.hand_overs, self.pauses = HandOvers(header), Pauses(header)

    def check(self, entry: dict[str, Any]) -> bool:
        """Checks an entry that pauses the match, lets it go on, gives time, or is about who has a seat. Returns whether it is one."""
        seat, kind = entry["seat"], entry["command"].get("type")
        expect(is_text(kind), "the type of a command is no text")
        expect(not self.is_over, "the match is over")
        if self.hand_overs.check(entry) or self.pauses.check(entry, self.in_play):
            expect(seat in self.in_play, "this seat has conceded")
            return True
        self.in_play = [name for name in self.in_play if kind != "concede" or name != seat]
        self.is_over = any(event["type"] == "ended" for event in entry["events"])
        return False
