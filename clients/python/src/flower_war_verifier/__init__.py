"""A verifier of the dice of Flower War's matches, written from docs/fair-dice.md alone: it knows no rules, and needs no server."""
from .chain import SCHEME, first_head, is_signed, next_head, signed_text
from .mismatch import Mismatch
from .record import canonical
from .verdict import Verdict, verify
from .witness import Witness, read_witness

__all__ = [
    "SCHEME",
    "Mismatch",
    "Verdict",
    "Witness",
    "canonical",
    "first_head",
    "is_signed",
    "next_head",
    "read_witness",
    "signed_text",
    "verify",
]
