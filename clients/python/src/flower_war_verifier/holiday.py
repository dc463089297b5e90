"""Holidays of players; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import same
from .mismatch import expect

EVENTS = {"table-take-holiday": "table-holiday-taken", "table-end-holiday": "table-holiday-ended"}


class Holidays:
    """The holidays of a match, as far as a record tells of them: not when one ended by itself."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.taken: set[str] = set()

    def check(self, entry: dict[str, Any]) -> bool:
        """Checks an entry that begins or ends a holiday. Returns whether it is one. The type of its command is a text."""
        seat, command = entry["seat"], entry["command"]
        kind, days = command["type"], command.get("days")
        if "holidays" not in self.header or kind not in EVENTS:
            return False
        expect("by" not in entry, "only players take a holiday")
        fields = {"type": kind}
        if kind == "table-end-holiday":
            expect(seat in self.taken, "this seat is not on holiday")
            self.taken.discard(seat)
        else:
            expect(type(days) is int and 1 <= days <= self.header["holidays"], "the table allows no such holiday")
            fields["days"] = days
            self.taken.add(seat)
        expect(same(command, fields), "the command has other fields")
        expect(same(entry["events"], [{**fields, "type": EVENTS[kind]}]), "another event follows from this command")
        return True
