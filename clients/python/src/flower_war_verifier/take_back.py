"""Acts that are taken back; written from docs/fair-dice.md alone, without the rules."""
import copy
from typing import Any

from .forms import same
from .mismatch import expect

FLOWER_WAR = frozenset(
    "turn-began ticked forestalled rained moved collected shaken invaded disc-earned apocalypse-triggered refilled top-card-acted tribute-paid "
    "challenged passed battle-won stake-paid battle-ended chose skulls-taken skulls-lost skulls-paid offered rack-filled extra-turn-won "
    "canoe-launched copy-received sacrificed traded asked".split())
# The types of events that reveal nothing.
QUIET = {
    "flower-war": FLOWER_WAR, "mexica": FLOWER_WAR,
    "space-aztecs": frozenset("round-began choosing-began asked codex-laid temple-built aztec-settled saucer-left".split()),
    "tieqchieq": frozenset("introduced moved came-home plus-reached stayed turn-began".split()),
}


def is_take_back(header: dict[str, Any], entry: dict[str, Any]) -> bool:
    return "takeBacks" in header and entry["command"].get("type") == "take-back"


class Acts:
    """The last acts of one seat that are not taken back, each with the table before it."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.seats: list[str] = [seat["seat"] for seat in header["seats"]]
        self.acts: list[tuple[dict[str, Any], Any]] = []

    def add(self, entry: dict[str, Any], table: Any) -> None:
        """Notes an entry that is about to be checked at a table."""
        if "takeBacks" not in self.header:
            return
        if self.acts and self.acts[-1][0]["seat"] != entry["seat"]:
            self.acts = []
        self.acts.append((entry, copy.deepcopy(table)))

    def take_back(self, entry: dict[str, Any]) -> Any:
        """Checks an entry that takes an act back. Returns the table as it was before that."""
        expect(self.acts, "there is no act to take back")
        act, table = self.acts.pop()
        seat, n = entry["seat"], act["n"]
        expect(same(entry["command"], {"type": "take-back", "n": n}) and act["seat"] == seat, "this is not the seat's own last act")
        expect("by" not in entry and "by" not in act, "only players take their own acts back")
        quiet = QUIET[self.header["game"]]
        expect(act["command"].get("type") != "concede", "a concession stands")
        expect(all(event["type"] in quiet for event in act["events"]), "something was revealed by this act")
        [event] = entry["events"] if len(entry["events"]) == 1 else [{}]
        agreed = event.get("agreed")
        is_right = same(event, {"type": "taken-back", "n": n, "agreed": agreed}) and isinstance(agreed, list)
        expect(is_right, "this does not follow from taking an act back")
        expect(agreed == [name for name in self.seats if name in agreed and name != seat], "these are no other seats in turn order")
        return table
