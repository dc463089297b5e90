"""The first line of a match's record, with which every chain begins."""
import hashlib
import json
from typing import Any

from flower_war_verifier import has_terms, terms_of

from .dice import DicePart
from .refusal import broken
from .state import MatchState
from .terms import read_line


def read_header(line: str, state: MatchState, dice: DicePart) -> dict[str, Any] | None:
    """
    Compares the header with what this client knows of its match, and returns what it says of the viewer's seat; `None`: the viewer has none.
    Raises `fairness-broken`, with what differs as `field`.
    """
    header = read_line(line, state, "header")
    seats = {seat["seat"]: seat for seat in header["seats"]}
    if state.seat is not None:
        check_own(seats, state.seat, dice)
    for name, seat in seats.items():
        seal = seat.get("seal")
        is_other = dice.terms is None and dice.seals is not None and dice.seals.get(name) != seal
        sealed = hashlib.sha256(seat["nonce"].encode()).hexdigest()
        if is_other or (seal is not None and seat["from"] == "player" and seal != sealed):
            raise broken(f"seats.{name}")
    if dice.terms is not None and terms_of(header) != dice.terms:
        raise broken(difference(header, json.loads(dice.terms)))
    if dice.terms is None and dice.taken == "nonce" and has_terms(header["format"]):
        raise broken("terms")  # a format that has terms cannot begin without them
    return seats.get(state.seat or "")


def difference(header: dict[str, Any], terms: dict[str, Any]) -> str:
    """Returns what of a header is not as the terms say."""
    for seat, shown in zip(header["seats"], terms["seats"], strict=False):
        if seat["seat"] != shown["seat"]:
            break
        if {**seat, "nonce": ""} != {**shown, "nonce": ""} or ("seal" not in shown and seat["nonce"] != shown["nonce"]):
            return f"seats.{shown['seat']}"
    return "header"


def check_own(seats: dict[str, Any], name: str, dice: DicePart) -> None:
    seat = seats.get(name)
    if seat is None:
        raise broken("header")
    if dice.taken is None:
        return
    # On servers up to 0.3, who did not get to reveal is replaced by the seat's id.
    is_replaced = dice.terms is None and dice.taken != "nonce" and seat["from"] != "player" and seat["nonce"] == name
    if seat["nonce"] != dice.nonce and not is_replaced:
        raise broken("nonce")
    if seat.get("seal") != dice.seal and (dice.taken == "nonce" or "seal" in seat):
        raise broken("seal")
    if "seal" in seat and seat.get("key", "") != dice.key:
        raise broken("key")
