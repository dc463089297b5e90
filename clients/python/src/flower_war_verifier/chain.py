"""What a seat was shown, and what it signed; written from docs/fair-dice.md alone."""
import hashlib
from typing import Any

from .forms import canonical
from .hand_over import hands_seat, is_hand_over
from .mismatch import expect
from .record import Record

SCHEME = "flower-war-witness-1"
PRIME = 2**255 - 19
OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826
# Keys whose point has a small order fit signatures that anyone can make.
WEAK = {0, 1, PRIME - 1, OF_ORDER_8, PRIME - OF_ORDER_8}
FLOWER_WAR = {"chance": None, "order": None, "flow": None, "held": "seat", "id": "seat", "gave": "from", "got": "to"}
# Hidden fields, with the field that names the only seat that sees them; None: no seat does.
HIDDEN: dict[str, dict[str, str | None]] = {
    "flower-war": FLOWER_WAR, "mexica": FLOWER_WAR, "space-aztecs": {}, "tieqchieq": {"chance": None}}


def shown(game: str, event: dict[str, Any], viewer: str) -> dict[str, Any]:
    """Returns the event as a seat, or "public", is shown it."""
    hidden = HIDDEN[game]
    if (game, event["type"]) == ("space-aztecs", "card-chosen"):
        hidden = {"card": "seat"}
    return {name: value for name, value in event.items() if name not in hidden or is_shown(event, hidden[name], viewer)}


def is_shown(event: dict[str, Any], by: str | None, viewer: str) -> bool:
    return by is not None and event.get(by) == viewer


def first_head(viewer: str, header: str) -> bytes:
    """Returns head 0 of a viewer's chain, a seat's or "public". `header` is the record's first line without its end."""
    return hashlib.sha256(f"{SCHEME}|{viewer}|{header}".encode()).digest()


def next_head(head: bytes, entry: dict[str, Any]) -> bytes:
    """Returns the head after an entry as the viewer was shown it: `events`, `n`, `seat`, and `command` if it is its own."""
    return hashlib.sha256(head + canonical(entry).encode()).digest()


def chain(record: Record, viewer: str) -> list[str]:
    """Returns the heads of a viewer's chain as digits: before the first entry, then after each."""
    heads = [first_head(viewer, record.line)]
    for entry in record.entries:
        events = [shown(record.header["game"], event, viewer) for event in entry["events"]]
        link = {"n": entry["n"], "seat": entry["seat"], "events": events}
        if entry["seat"] == viewer and "by" not in entry:
            link["command"] = entry["command"]
        heads.append(next_head(heads[-1], link))
    return [head.hex() for head in heads]


def is_signed(n: int, is_last: bool) -> bool:
    """Whether a seat signs after entry `n`, which is the last one of a match that is over or not."""
    return n > 0 and (n % 64 == 0 or is_last)


def signed_numbers(count: int) -> list[int]:
    """Returns the numbers of the entries after which a seat signs in a match of so many."""
    return [n for n in range(1, count + 1) if is_signed(n, n == count)]


def signed_text(match: str, seat: str, n: int, head: str) -> bytes:
    """Returns what a seat signs after entry `n`, where its chain has this head."""
    return f"{SCHEME}|{match}|{seat}|{n}|{head}".encode()


def check_signatures(record: Record) -> None:
    if not record.end["signatures"]:
        return
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise SystemExit("The signatures cannot be checked: install python3-cryptography (or: pip install cryptography).") from None
    keys = {seat["seat"]: seat.get("key") for seat in record.header["seats"]}
    for seat, signed in record.end["signatures"].items():
        expect(keys.get(seat), f"{seat} has no key")
        y = int.from_bytes(bytes.fromhex(keys[seat]), "little") % 2**255
        expect(y < PRIME and y not in WEAK, f"the key of {seat} is weak")
        key, heads = Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[seat])), chain(record, seat)
        handed = [entry["n"] for entry in record.entries if entry["seat"] == seat and is_hand_over(record.header, entry) and hands_seat(entry)]
        for n, signature in signed.items():
            expect(not handed or int(n) < handed[0], f"{seat} was handed over before entry {n}, and signs nothing")
            expect(int(n) in signed_numbers(len(record.entries)), f"nothing is signed after entry {n}")
            try:
                key.verify(bytes.fromhex(signature), signed_text(record.header["match"], seat, int(n), heads[int(n)]))
            except (InvalidSignature, ValueError):
                expect(False, f"the signature of {seat} after entry {n} is not over what it was shown")


def signers(record: Record) -> list[str]:
    """Returns the seats that have signed everything."""
    due = {str(n) for n in signed_numbers(len(record.entries))}
    return [seat for seat, signed in record.end.get("signatures", {}).items() if due and due == set(signed)]
