"""The judge of a table; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import same
from .mismatch import expect

EVENTS = {
    "table-seek-judge": "table-judge-sought",
    "table-drop-judge": "table-judge-dropped",
    "table-name-judge": "table-judge-named",
    "table-free-seat": "table-seat-freed",
    "table-ask-end": "table-end-asked",
}


class Judges:
    """The judge of a match: which seat seeks or has named one."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.seat: str | None = None
        self.is_named = False
        self.freed: set[str] = set()

    def is_judge(self, entry: dict[str, Any]) -> bool:
        """Whether the judge made an entry: the one whom its seat named."""
        return entry.get("by") == "judge" and self.is_named and entry["seat"] == self.seat

    def check(self, entry: dict[str, Any], in_play: list[str]) -> bool:
        """
        Checks an entry that is about the judge, or is theirs alone. Returns whether it is one. The type of its command is a text.
        @param in_play the seats that have not conceded
        """
        seat, command = entry["seat"], entry["command"]
        kind = command["type"]
        if "judges" not in self.header or kind not in EVENTS:
            return False
        fields = {"type": kind}
        if kind in ("table-seek-judge", "table-drop-judge"):
            expect("by" not in entry, "only a player seeks a judge, and lets them go")
            expect((self.seat is None) == (kind == "table-seek-judge"), "a judge is sought once, then let go")
            expect(kind == "table-drop-judge" or seat in in_play, "this seat has conceded")
            self.seat, self.is_named = seat if kind == "table-seek-judge" else None, False
        elif kind == "table-name-judge":
            expect(entry.get("by") == "judge" and self.seat == seat and not self.is_named, "this seat seeks no judge")
            self.is_named = True
        else:
            expect(self.is_judge(entry), "this seat has named no judge")
            if kind == "table-free-seat":
                fields["to"] = command.get("to")
                expect(fields["to"] in in_play and fields["to"] not in self.freed, "this seat cannot be freed")
                self.freed.add(fields["to"])
            else:
                fields["what"] = command.get("what")
                expect(fields["what"] in ("draw", "abort"), "a match is not ended so")
        expect(same(command, fields), "the command has other fields")
        expect(same(entry["events"], [{**fields, "type": EVENTS[kind]}]), "another event follows from this command")
        return True
