"""A verifier of the dice of Flower War's matches, written from docs/fair-dice.md alone: it knows no rules, and needs no server."""
from .mismatch import Mismatch
from .verdict import Verdict, verify
from .witness import Witness, read_witness

__all__ = ["Mismatch", "Verdict", "Witness", "read_witness", "verify"]
