"""Entries of the table, by which nothing of the game changes; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .forms import is_text
from .hand_over import HandOvers, hands_seat
from .holiday import Holidays
from .judge import Judges
from .mismatch import expect
from .pause import Pauses

NO_HINTS = "only a command of the game is given after a hint"


class TableEntries:
    """What such entries of a match depend on: who has not conceded, whether it is over, what is paused, who is on holiday, and which seats are offered."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.in_play: list[str] = [seat["seat"] for seat in header["seats"]]
        self.is_over = False
        self.hand_overs, self.pauses, self.holidays, self.judges = HandOvers(header), Pauses(header), Holidays(header), Judges(header)

    def check(self, entry: dict[str, Any]) -> bool:
        """Checks an entry that pauses the match, lets it go on, gives time, or is about a holiday, the judge or who has a seat. Returns whether it is one."""
        seat, kind = entry["seat"], entry["command"].get("type")
        expect(is_text(kind), "the type of a command is no text")
        expect(not self.is_over, "the match is over")
        expect(entry.get("by") in ("bot", "judge") or seat not in self.judges.freed, "a bot plays on in a seat that a judge freed")
        if self.judges.check(entry, self.in_play):
            expect("hint" not in entry, NO_HINTS)
            return True
        is_judge = self.judges.is_judge(entry)
        expect(is_judge or entry.get("by") != "judge", "this seat has named no judge")
        if self.hand_overs.check(entry):
            if hands_seat(entry):
                self.holidays.taken.discard(seat)
            expect(seat in self.in_play, "this seat has conceded")
            expect("hint" not in entry, NO_HINTS)
            return True
        if self.holidays.check(entry) or self.pauses.check(entry, self.in_play):
            expect(is_judge or seat in self.in_play, "this seat has conceded")
            expect("hint" not in entry, NO_HINTS)
            return True
        expect(not is_judge, "a judge does not play")
        if entry.get("by") not in ("clock", "claim"):
            self.holidays.taken.discard(seat)
        self.in_play = [name for name in self.in_play if kind != "concede" or name != seat]
        self.is_over = any(event["type"] == "ended" for event in entry["events"])
        return False
