"""A client of Flower War servers: create, join and play matches, and verify their dice."""
from flower_war_verifier import Verdict, Witness, read_witness, verify

from .client import FlowerWar
from .match import Match
from .refusal import CONNECTION_CODES, Refusal
from .store import FileStore, MemoryStore, Store, StoredSeat
from .types import Answer, Awaiting, ChatLine, ClockRules, Clocks, Command, Line, Listing, Offer, Outcome, Seat, SeatClock, TablePage, View

__all__ = [
    "CONNECTION_CODES",
    "Answer",
    "Awaiting",
    "ChatLine",
    "ClockRules",
    "Clocks",
    "Command",
    "FileStore",
    "FlowerWar",
    "Line",
    "Listing",
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
