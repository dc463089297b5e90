"""Verifies a record; written from docs/fair-dice.md alone, without the rules."""
import hashlib
from dataclasses import dataclass
from typing import Any

from .chain import check_signatures
from .flower_war import FlowerWar
from .forms import same
from .mismatch import Fault, Line, earliest, expect, fault_of
from .other_games import SpaceAztecs, Tieqchieq
from .record import Record
from .statements import statements
from .stream import Stream
from .table_entries import TableEntries
from .take_back import Acts, is_take_back
from .witness import Witness, check_header, first_other

TABLES: dict[str, type[FlowerWar | SpaceAztecs | Tieqchieq]] = {"flower-war": FlowerWar, "mexica": FlowerWar, "space-aztecs": SpaceAztecs, "tieqchieq": Tieqchieq}


@dataclass(frozen=True)
class Verdict:
    """What a verification has found. As text: a line that begins with `yes` or `no`, then the statements."""

    entries: int = 0
    """The number of the record's entries, if it is right."""
    statements: tuple[str, ...] = ()
    """What that proves, and what it does not."""
    fault: tuple[Line, str] | None = None
    """The first line that is wrong, `"header"`, the number of an entry or `"end"`, and why; `None`: the record is right."""

    @property
    def ok(self) -> bool:
        return self.fault is None

    def __str__(self) -> str:
        if self.fault:
            return f"no: {self.fault[0]}: {self.fault[1]}"
        return "\n".join([f"yes: {self.entries} entries", *self.statements])


def check_secret(record: Record) -> None:
    secret, seats = bytes.fromhex(record.end["secret"]), record.header["seats"]
    expect(hashlib.sha256(secret).hexdigest() == record.header["commitment"], "the commitment is that of another secret")
    text = "|".join([secret.hex(), *(seat["nonce"] for seat in seats)])
    expect(hashlib.sha256(text.encode()).hexdigest() == record.end["seed"], "the seed does not follow from secret and nonces")


def check_known(record: Record) -> None:
    expect(record.header["rules"] == 1, "another version of the rules made it")
    expect(record.header["game"] in TABLES, "the game is unknown")
    expect(record.header.get("version", "1") == "1", "it is of a game with other rules of this name")


def table_of(record: Record) -> FlowerWar | SpaceAztecs | Tieqchieq:
    """Returns what checks the draws of a match, before its first entry."""
    names = [seat["seat"] for seat in record.header["seats"]]
    return TABLES[record.header["game"]](Stream(bytes.fromhex(record.end["seed"])), names, record.header["options"])


def fault_of_play(record: Record) -> Fault | None:
    """Returns the first draw that does not follow from the seed, or entry that says wrongly who played it; None: there is none."""
    seats = record.header["seats"]
    names = [seat["seat"] for seat in seats]
    tables = [table_of(record)]
    acts, table_entries = Acts(record.header), TableEntries(record.header)
    replaced = record.end.get("replaced", [])
    bots = {seat["seat"] for seat in seats if seat["kind"] == "bot" and seat["seat"] not in replaced}

    def check(n: int, entry: dict[str, Any]) -> None:
        expect(entry["n"] == n, "entries are missing or in another order")
        expect(entry["seat"] in names, "there is no such seat")
        if not table_entries.check(entry):
            if is_take_back(record.header, entry):
                tables[0] = acts.take_back(entry)
            else:
                acts.add(entry, tables[0])
                for event in entry["events"]:
                    tables[0].check(event)
        if record.end.get("joined", {}).get(entry["seat"]) == n:
            bots.discard(entry["seat"])
        if entry.get("by") == "bot" and entry["seat"] not in bots:
            is_known = not record.latest or record.end.get("removed", {}).get(entry["seat"]) == n
            expect(is_known, "a bot plays for a player who was not removed")
            bots.add(entry["seat"])
        expect(not record.strict or entry.get("by") in ("bot", "judge") or entry["seat"] not in bots, "a bot plays here")

    for n, entry in enumerate(record.entries, 1):
        if fault := fault_of(n, check, n, entry):
            return fault
    return None


def check_outcome(record: Record) -> None:
    outcome = record.end["outcome"]
    last = record.entries[-1]["events"][-1] if record.entries else {}
    if last.get("type") == "ended":
        expect(same(outcome, last["outcome"]), "the match ended differently")
    else:
        expect(outcome in [{"by": by, "winner": None} for by in ("draw", "abort")], "the match is not over")


def check_end(record: Record) -> None:
    check_outcome(record)
    if not record.strict:
        return
    bots = [seat["seat"] for seat in record.header["seats"] if seat["kind"] == "bot"]
    replaced = record.end.get("replaced", [])
    expect(replaced == [seat for seat in bots if seat in replaced], "only bots are replaced, in turn order")
    joined = record.end.get("joined", {})
    for seat, n in joined.items():
        first = record.entries[n - 1] if n <= len(record.entries) else {}
        before = [entry for entry in record.entries[: n - 1] if entry["seat"] == seat]
        expect(seat in bots and seat not in replaced and before != [], "no person can join at this seat")
        expect(first.get("seat") == seat and first.get("by") != "bot", "no person began to play for a bot there")
    for seat, n in record.end.get("removed", {}).items():
        first = record.entries[n - 1] if n <= len(record.entries) else {}
        since = joined.get(seat, 0 if seat not in bots or seat in replaced else n)
        expect(n > since, "a bot is said to be removed")
        expect(first.get("seat") == seat and first.get("by") == "bot", "no bot began to play for a player there")
    check_signatures(record)


def first_fault(record: Record, witness: Witness | None) -> Fault | None:
    """Returns the first line that is wrong, and why; None if there is none."""
    other = first_other(witness, record) if witness else None
    fault = fault_of("end", check_secret, record) if record.end else None
    if not record.end or fault:
        return earliest([*record.faults, fault, other])
    fault = fault_of("header", table_of, record) or earliest([fault_of_play(record), *record.faults, other])
    return fault or fault_of("end", check_end, record)


def verify(text: str, witness: Witness | None = None) -> Verdict:
    """
    Verifies the record of a finished match.
    @param text the whole record
    @param witness what a client has kept of the match; `None`: the record is only checked against itself
    Raises `SystemExit` if the record has signatures and the library `cryptography` is missing.
    """
    read: list[Record] = []
    fault = fault_of("header", lambda: read.append(Record(text)))
    if fault:
        return Verdict(fault=fault)
    [record] = read
    fault = fault_of("header", check_known, record)
    if witness and not fault:
        fault = fault_of("header", check_header, witness, record)
    fault = fault or first_fault(record, witness)
    return Verdict(fault=fault) if fault else Verdict(len(record.entries), tuple(statements(record, witness)))
