"""Verifies a record; written from docs/fair-dice.md alone, without the rules. Usage: verify.py match.jsonl [witness.json]"""
import hashlib
import sys

from chain import check_signatures, signers
from flower_war import FlowerWar
from mismatch import Mismatch, earliest, expect, fault_of
from other_games import SpaceAztecs, Tieqchieq
from record import Record
from stream import Stream
from witness import check_header, first_other, read_witness, told_later

TABLES = {"flower-war": FlowerWar, "mexica": FlowerWar, "space-aztecs": SpaceAztecs, "tieqchieq": Tieqchieq}


def check_secret(record):
    secret, seats = bytes.fromhex(record.end["secret"]), record.header["seats"]
    expect(hashlib.sha256(secret).hexdigest() == record.header["commitment"], "the commitment is that of another secret")
    text = "|".join([secret.hex(), *(seat["nonce"] for seat in seats)])
    expect(hashlib.sha256(text.encode()).hexdigest() == record.end["seed"], "the seed does not follow from secret and nonces")


def check_known(record):
    expect(record.header["rules"] == 1, "another version of the rules made it")
    expect(record.header["game"] in TABLES, "the game is unknown")


def table_of(record):
    """Returns what checks the draws of a match, before its first entry."""
    names = [seat["seat"] for seat in record.header["seats"]]
    return TABLES[record.header["game"]](Stream(bytes.fromhex(record.end["seed"])), names, record.header["options"])


def fault_of_play(record):
    """Returns the first draw that does not follow from the seed, or entry that says wrongly who played it; None: there is none."""
    seats = record.header["seats"]
    names = [seat["seat"] for seat in seats]
    table = table_of(record)
    replaced = record.end.get("replaced", [])
    bots = {seat["seat"] for seat in seats if seat["kind"] == "bot" and seat["seat"] not in replaced}

    def check(n, entry):
        expect(entry["n"] == n, "entries are missing or in another order")
        expect(entry["seat"] in names, "there is no such seat")
        for event in entry["events"]:
            table.check(event)
        if entry.get("by") == "bot":
            bots.add(entry["seat"])
        expect(not record.strict or entry.get("by") == "bot" or entry["seat"] not in bots, "a bot plays here")

    for n, entry in enumerate(record.entries, 1):
        fault = fault_of(n, check, n, entry)
        if fault:
            return fault
    return None


def check_outcome(record):
    outcome = record.end["outcome"]
    last = record.entries[-1]["events"][-1] if record.entries else {}
    if last.get("type") == "ended":
        expect(outcome == last["outcome"], "the match ended differently")
    else:
        expect(outcome in [{"by": by, "winner": None} for by in ("draw", "abort")], "the match is not over")


def check_end(record):
    check_outcome(record)
    if not record.strict:
        return
    bots = [seat["seat"] for seat in record.header["seats"] if seat["kind"] == "bot"]
    replaced = record.end.get("replaced", [])
    expect(replaced == [seat for seat in bots if seat in replaced], "only bots are replaced, in turn order")
    check_signatures(record)


def first_fault(record, witness):
    """Returns the first line that is wrong, and why; None if there is none."""
    other = first_other(witness, record) if witness else None
    fault = record.end and fault_of("end", check_secret, record)
    if record.end is None or fault:
        return earliest([*record.faults, fault, other])
    fault = fault_of("header", table_of, record) or earliest([fault_of_play(record), *record.faults, other])
    return fault or fault_of("end", check_end, record)


def sayings(record, witness):
    """Yields what the record proves here, and what it does not."""
    yield "proved: the dice, shuffles and draws follow from the secret and the nonces (this verifier knows no other rules)"
    if witness and witness["header"] is not None:
        yield f"proved: the witness of {witness['seat']} was shown this match up to entry {witness['n']}"
        if told_later(witness):
            yield f"not proved: {len(told_later(witness))} entries were so when they happened: the witness was told of them later"
    else:
        yield "not proved: that anybody was shown this match; only a witness can tell"
    if record.strict and signers(record):
        yield f"proved: the keys of {', '.join(signers(record))} have signed all that these seats were shown and sent"
    people = [seat["seat"] for seat in record.header["seats"] if seat["kind"] == "human"]
    unsigned = [seat for seat in people if seat not in signers(record)]
    if unsigned:
        yield f"not proved: who played for {', '.join(unsigned)}: they have not signed all of it"


def verify(text, witness):
    """Returns "yes" and the number of entries with what that proves, or "no", the first line that is wrong, and why."""
    read = []
    fault = fault_of("header", lambda: read.append(Record(text)))
    record = read[0] if read else None
    fault = fault or fault_of("header", check_known, record)
    fault = fault or (witness and fault_of("header", check_header, witness, record)) or first_fault(record, witness)
    if fault:
        return [f"no: {fault[0]}: {fault[1]}"]
    return [f"yes: {len(record.entries)} entries", *sayings(record, witness)]


def read_file(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def main(path, witness_path=None):
    witness = None
    if witness_path is not None:
        try:
            witness = read_witness(read_file(witness_path))
        except (Mismatch, ValueError, TypeError) as fault:
            raise SystemExit(f"{witness_path} is no witness of a match: {fault}")
    result = verify(read_file(path), witness)
    print("\n".join(result))
    return 0 if result[0].startswith("yes") else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
