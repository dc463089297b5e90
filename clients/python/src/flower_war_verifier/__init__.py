"""A verifier of the dice of Flower War's matches, written from docs/fair-dice.md alone: it knows no rules, and needs no server."""
from .chain import SCHEME, first_head, is_signed, next_head, signed_text
from .forms import canonical, is_hex
from .mismatch import Mismatch
from .record import FORMATS as RECORD_FORMATS
from .record import has_terms
from .verdict import Verdict, verify
from .witness import FORMATS as WITNESS_FORMATS
from .witness import Witness, read_witness, terms_of

RECORD_FORMAT, WITNESS_FORMAT = RECORD_FORMATS[2], WITNESS_FORMATS[-1]
"""The present formats; tables where acts can be taken back have records of the next one."""

__all__ = [
    "RECORD_FORMAT",
    "SCHEME",
    "WITNESS_FORMAT",
    "Mismatch",
    "Verdict",
    "Witness",
    "canonical",
    "first_head",
    "has_terms",
    "is_hex",
    "is_signed",
    "next_head",
    "read_witness",
    "signed_text",
    "terms_of",
    "verify",
]
