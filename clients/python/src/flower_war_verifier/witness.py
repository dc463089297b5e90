"""What a client kept of a match; written from docs/fair-dice.md alone."""
import json
import re
from typing import Any

from .chain import chain
from .forms import canonical, have, is_count, is_hex, is_text
from .mismatch import Fault, expect
from .record import Record

Witness = dict[str, Any]

FORMATS = ("flower-war-witness-1", "flower-war-witness-2")
FIELDS = "format match game seat commitment header heads head n live".split()


def read_witness(text: str) -> Witness:
    """Reads a witness that was written as JSON. Raises `Mismatch`, `ValueError` or `TypeError` if it is none."""
    witness: Witness = json.loads(text)
    have(witness, FIELDS, ["nonce", "seal", "key", "signed", "terms", "voided"])
    is_known = witness["format"] == FORMATS[1] or (witness["format"] == FORMATS[0] and not witness.keys() & {"terms", "voided"})
    expect(is_known, "its format is unknown, or has no terms")
    expect(is_text(witness.get("terms", "")) and is_count(witness.get("voided", 1)), "its terms are malformed")
    expect(all(is_text(witness[name]) for name in ("match", "game", "seat", "heads", "head")), "a text is missing")
    expect(witness["header"] is None or is_text(witness["header"]), "its header is malformed")
    n, heads = witness["n"], witness["heads"]
    expect(type(n) is int and n >= 0 and is_hex(heads, 8 * n), "its heads are not as many as its entries")
    expect(is_hex(witness["head"], 64) and witness["head"].startswith(heads[-8:])
           or (witness["header"] is None and n == 0 and witness["head"] == ""), "its head is malformed")
    last = 0
    for start, end in witness["live"]:
        expect(type(start) is type(end) is int and last < start <= end <= n, "what it saw live is malformed")
        last = end
    expect(all(re.fullmatch("[1-9][0-9]*", n) for n in witness.get("signed", {})), "what it signed is malformed")
    return witness


def terms_of(header: dict[str, Any]) -> str:
    """Returns the terms to which a header belongs: what was shown before the sealed nonces were revealed."""
    seats = [{**seat, "nonce": ""} if "seal" in seat else seat for seat in header["seats"]]
    return canonical({**header, "seats": seats})


def check_header(witness: Witness, record: Record) -> None:
    header = record.header
    own: dict[str, Any] = next((seat for seat in header["seats"] if seat["seat"] == witness["seat"]), {})
    for name in "match", "game", "commitment":
        expect(witness[name] == header[name], f"the witness was shown another {name}")
    is_open = witness["header"] is None and own.get("from", "player") != "player"
    for name in "nonce", "seal", "key":
        expect(is_open or name not in witness or witness[name] == own.get(name), f"the witness gave another {name}")
    expect(witness.get("terms") in (None, terms_of(header)), "the witness was shown other terms")
    expect(witness["header"] in (None, record.line), "the witness was shown another header")


def first_other(witness: Witness, record: Record) -> Fault | None:
    """Returns the first entry that is not what the witness was shown, and why; None if there is none."""
    if witness["header"] is None:
        return None
    for n, head in enumerate(chain(record, witness["seat"])[1:witness["n"] + 1], 1):
        is_last = n == witness["n"]
        if head[:8] != witness["heads"][8 * n - 8:8 * n] or (is_last and head != witness["head"]):
            return n, "the witness was shown something else"
    count = len(record.entries)
    if witness["n"] > count and not record.faults:
        return count + 1, "the witness was shown an entry that is missing"
    return None


def told_later(witness: Witness) -> list[int]:
    """Returns the entries that the witness did not see when they happened."""
    live = {n for start, end in witness["live"] for n in range(start, end + 1)}
    return [n for n in range(1, witness["n"] + 1) if n not in live]
