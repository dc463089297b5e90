"""What a seat was shown, and what it signed; written from docs/fair-dice.md alone."""
import hashlib

from mismatch import expect
from record import canonical

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

PRIME = 2**255 - 19
OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826
# Keys whose point has a small order fit signatures that anybody can make.
WEAK = {0, 1, PRIME - 1, OF_ORDER_8, PRIME - OF_ORDER_8}
SCHEME = "flower-war-witness-1"
FLOWER_WAR = {"chance": None, "order": None, "flow": None, "held": "seat", "id": "seat", "gave": "from", "got": "to"}
# Fields that are not shown to everybody, with the field that names the only seat that sees them; None: nobody does.
HIDDEN = {"flower-war": FLOWER_WAR, "mexica": FLOWER_WAR, "space-aztecs": {}, "tieqchieq": {"chance": None}}


def shown(game, event, viewer):
    """The event as a seat, or "public", is shown it."""
    hidden = {"card": "seat"} if (game, event["type"]) == ("space-aztecs", "card-chosen") else HIDDEN[game]
    return {name: value for name, value in event.items()
            if name not in hidden or (hidden[name] is not None and event.get(hidden[name]) == viewer)}


def chain(record, viewer):
    """The heads of a viewer's chain: before the first entry, then after each."""
    heads = [hashlib.sha256(f"{SCHEME}|{viewer}|{record.line}".encode()).digest()]
    for entry in record.entries:
        events = [shown(record.header["game"], event, viewer) for event in entry["events"]]
        link = {"n": entry["n"], "seat": entry["seat"], "events": events}
        if entry["seat"] == viewer and "by" not in entry:
            link["command"] = entry["command"]
        heads.append(hashlib.sha256(heads[-1] + canonical(link).encode()).digest())
    return [head.hex() for head in heads]


def signed_numbers(count):
    """The numbers of the entries after which a seat signs."""
    return [n for n in range(1, count + 1) if n % 64 == 0 or n == count]


def check_signatures(record):
    keys = {seat["seat"]: seat.get("key") for seat in record.header["seats"]}
    for seat, signed in record.end["signatures"].items():
        expect(keys.get(seat), f"{seat} has no key")
        if Ed25519PublicKey is None:
            raise SystemExit("The signatures cannot be checked: install python3-cryptography (or: pip install cryptography).")
        y = int.from_bytes(bytes.fromhex(keys[seat]), "little") % 2**255
        expect(y < PRIME and y not in WEAK, f"the key of {seat} is weak")
        key, heads = Ed25519PublicKey.from_public_bytes(bytes.fromhex(keys[seat])), chain(record, seat)
        for n, signature in signed.items():
            expect(int(n) in signed_numbers(len(record.entries)), f"nothing is signed after entry {n}")
            text = f"{SCHEME}|{record.header['match']}|{seat}|{n}|{heads[int(n)]}"
            try:
                key.verify(bytes.fromhex(signature), text.encode())
            except (InvalidSignature, ValueError):
                expect(False, f"the signature of {seat} after entry {n} is not over what it was shown")


def signers(record):
    """The seats that have signed everything."""
    due = {str(n) for n in signed_numbers(len(record.entries))}
    return [seat for seat, signed in record.end.get("signatures", {}).items() if due and due == set(signed)]
