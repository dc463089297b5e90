"""Pauses and extra time; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import is_text, same
from .mismatch import expect

EVENTS = {"table-pause": "table-paused", "table-resume": "table-resumed", "table-give-time": "table-time-given"}


def is_pause(header: dict[str, Any], entry: dict[str, Any]) -> bool:
    kind = entry["command"].get("type")
    return "pauses" in header and is_text(kind) and kind in EVENTS


class Pauses:
    """The pauses of a match, as far as a record tells of them: not when one ended by itself."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.is_paused = False

    def check(self, entry: dict[str, Any], seats: list[str]) -> bool:
        """
        Checks an entry that pauses the match, lets it go on or gives a seat time. Returns whether it is one.
        @param seats those that have not conceded, in turn order
        """
        if not is_pause(self.header, entry):
            self.is_paused = False
            return False
        command = entry["command"]
        kind, seconds, to = command["type"], command.get("seconds"), command.get("to")
        is_judge = entry.get("by") == "judge"
        expect("by" not in entry or is_judge, "only players and their judge pause, and give time")
        fields = {"type": kind}
        if kind == "table-resume":
            expect(self.is_paused, "the match is not paused")
        else:
            expect(type(seconds) is int and 1 <= seconds <= self.header["pauses"], "the table allows no such time")
            fields["seconds"] = seconds
        if kind == "table-give-time":
            expect(to in seats, "there is no such seat in play to give time to")
            fields["to"] = to
        expect(same(command, fields), "the command has other fields")
        event = {**fields, "type": EVENTS[kind]}
        if kind != "table-resume":
            said = entry["events"][0].get("agreed") if entry["events"] else None
            event["agreed"] = [seat for seat in seats if not is_judge and isinstance(said, list) and seat in said and seat not in (entry["seat"], to)]
        if is_judge:
            event["by"] = "judge"
        expect(same(entry["events"], [event]), "another event follows from this command")
        if kind != "table-give-time":
            self.is_paused = kind == "table-pause"
        return True
