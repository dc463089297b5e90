"""A client of Flower War servers: create, join and play matches, and verify their dice."""
from flower_war_verifier import Verdict, Witness, read_witness, verify

from .client import FlowerWar
from .match import Match
from .refusal import CONNECTION_CODES, Refusal
from .store import FileStore, MemoryStore, Store
from .types import Answer, Awaiting, ChatLine, Clocks, Command, Line, Offer, Outcome, Seat, SeatClock, StoredSeat, TablePage, View

__all__ = [
    "CONNECTION_CODES",
    "Answer",
    "Awaiting",
    "ChatLine",
    "Clocks",
    "Command",
    "FileStore",
    "FlowerWar",
    "Line",
    "Match",
    "MemoryStore",
    "Offer",
    "Outcome",
    "Refusal",
    "Seat",
    "SeatClock",
    "Store",
    "StoredSeat",
    "TablePage",
    "Verdict",
    "View",
    "Witness",
    "read_witness",
    "verify",
]
