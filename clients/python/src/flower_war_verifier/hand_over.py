"""Seats that are handed over; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import is_text, same
from .mismatch import expect

EVENTS = {"table-offer-seat": "table-seat-offered", "table-keep-seat": "table-seat-kept", "table-hand-seat": "table-seat-handed"}


def is_hand_over(header: dict[str, Any], entry: dict[str, Any]) -> bool:
    kind = entry["command"].get("type")
    return "handOvers" in header and is_text(kind) and kind in EVENTS


def hands_seat(entry: dict[str, Any]) -> bool:
    """Whether an entry gives its seat to another person."""
    return bool(entry["command"].get("type") == "table-hand-seat")


class HandOvers:
    """The seats of a match that can be taken over."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.offered: set[str] = set()

    def check(self, entry: dict[str, Any]) -> bool:
        """Checks an entry that hands a seat over, or is about that. Returns whether it is one."""
        if not is_hand_over(self.header, entry):
            return False
        seat, kind = entry["seat"], entry["command"]["type"]
        expect("by" not in entry, "only players hand their seats over")
        expect((seat in self.offered) != (kind == "table-offer-seat"), "a seat is offered, then kept or handed over")
        expect(same(entry["command"], {"type": kind}), "the command has other fields")
        expect(same(entry["events"], [{"type": EVENTS[kind]}]), "another event follows from this command")
        self.offered ^= {seat}
        return True
