"""What a match begins with, as it is shown before and after the nonces are revealed (docs/fair-dice.md, The terms)."""
import json
from typing import Any

from flower_war_verifier import canonical, has_terms, is_hex

from .refusal import broken
from .state import MatchState


def read_line(line: str, state: MatchState, what: str) -> dict[str, Any]:
    """Reads the terms or the header of a match. Raises `fairness-broken`, with `what` as field, if it is not in canonical form, or of another."""
    try:
        value: dict[str, Any] = json.loads(line)
        is_right = canonical(value) == line and (value["match"], value["game"]) == (state.id, state.game)
        is_right = is_right and all(isinstance(seat[name], str) for seat in value["seats"] for name in ("seat", "nonce"))
    except (ValueError, LookupError, TypeError):
        raise broken(what) from None
    if not is_right or not isinstance(value.get("format"), str):
        raise broken(what)
    if value["commitment"] != state.commitment:
        raise broken("commitment")
    return value


def check_terms(line: str, state: MatchState, seal: str, key: str) -> None:
    """
    Raises `fairness-broken` if the terms of a match are not as its table is shown, or leave a choice.
    @param seal of the client's own seat, as `key`
    """
    terms = read_line(line, state, "terms")
    if not has_terms(terms["format"]):
        raise broken("terms")
    seats: list[dict[str, Any]] = terms["seats"]
    own = next((seat for seat in seats if seat["seat"] == state.seat), {})
    for name, value in ("seal", seal), ("key", key):
        if own.get(name) != value:
            raise broken(name)
    shown = [seat for seat in state.fields["seats"] if seat["kind"] != "open"]
    if len(seats) != len(shown):
        raise broken("terms")
    for seat, at_table in zip(seats, shown, strict=True):
        is_shown = seat["seat"] == at_table["seat"] and (seat.get("kind") == "bot") == (at_table["kind"] == "bot")
        if not is_shown or not is_fixed(seat):
            raise broken(f"seats.{seat['seat']}")


def is_fixed(seat: dict[str, Any]) -> bool:
    """Returns whether the terms leave no choice of a seat's part of the dice."""
    if not seat.keys() <= {"seat", "kind", "from", "nonce", "seal", "key"}:
        return False
    kind, given, nonce, seal = (seat.get(name) for name in ("kind", "from", "nonce", "seal"))
    if kind == "bot" or given != "player":
        is_own_id = nonce == seat["seat"] and seal is None and "key" not in seat
        return is_own_id and given == ("bot" if kind == "bot" else "stand-in")
    if seal is None:
        return kind == "human" and bool(nonce) and "key" not in seat
    return kind == "human" and nonce == "" and is_hex(seal, 64) and is_hex(seat.get("key", seal), 64)
