"""What a seat adds to its match's dice (docs/fair-dice.md)."""
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .refusal import broken
from .state import MatchState
from .terms import check_terms

Request = Callable[[str, dict[str, Any]], Awaitable[Any]]
"""Sends a request until it is answered."""


class DicePart:
    """A nonce, first sealed, then revealed, and the key that signs for the seat. Raises `fairness-broken` if the server changes one."""

    def __init__(self, request: Request, save: Callable[[], None], stored: dict[str, Any]) -> None:
        """@param stored what `stored` was when the program ran before; empty: nothing"""
        self._request, self._save = request, save
        self.nonce: str = stored.get("nonce", "")
        self.seal: str = stored.get("seal", "")
        self.secret_key: str = stored.get("secretKey", "")
        self.taken: str | None = stored.get("taken")
        """What the server shows of this part: `"seal"`, or `"nonce"` once it has taken that."""
        self.seals: dict[str, str] | None = stored.get("seals")
        """The seals of all seats as they were fixed when this one was revealed; `None`: not known."""
        witness = stored.get("witness", {})
        self.terms: str | None = witness.get("terms")
        """The terms under which the nonce was revealed, or is about to be; `None`: none were shown, as by servers up to 0.3."""
        self.voided: int = witness.get("voided", 0)
        """How often a nonce was revealed, or about to be, and the match did not begin."""

    @property
    def stored(self) -> dict[str, Any]:
        """What is to be kept. Secret."""
        return {"nonce": self.nonce, "seal": self.seal, "secretKey": self.secret_key, "taken": self.taken, "seals": self.seals}

    @property
    def key(self) -> str:
        """The seat's public key, 64 digits; empty: there is none."""
        if not self.secret_key:
            return ""
        public = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.secret_key)).public_key()
        return public.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    def sign(self, text: bytes) -> str:
        """Returns the seat's signature. There has to be a key."""
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.secret_key)).sign(text).hex()

    def drop(self) -> None:
        """Forgets this part: the match's dice have another one of this seat, or none."""
        self.nonce, self.seal, self.secret_key, self.taken, self.seals, self.terms = "", "", "", None, None, None

    async def give(self, state: MatchState) -> None:
        """Gives what a match that gathers waits for. To be called after each of its changes, and now and then."""
        seat = state.seat
        seals: dict[str, str] = state.fields.get("seals") or {}
        shown = seals.get(seat or "")
        own = state.seat_of(seat)
        if own is None:
            return
        self._compare(shown, own["nonce"], state.fields.get("terms") or "")
        is_revealing = bool(state.fields.get("revealing"))
        if shown is None and not is_revealing and own["nonce"] == "":
            await self._give_seal()
        elif shown is not None and shown == self.seal:
            self.taken = self.taken or "seal"
            if is_revealing and self.taken != "nonce":
                await self._reveal(seals, state)

    def _compare(self, shown: str | None, nonce: str, terms: str) -> None:
        if self.taken == "nonce" and nonce not in ("", self.nonce):
            raise broken("nonce")
        if shown is None and self.taken is not None:
            # A seat changed its player after the seals were fixed: all clients begin anew.
            self.voided += self.terms is not None or self.taken == "nonce"
            self.drop()
        elif shown is not None and self.seal and shown != self.seal:
            if self.taken is not None:
                raise broken("seal")
            self.drop()  # another client of this seat was faster
        elif shown is not None and self.terms is not None and terms != self.terms:
            raise broken("terms")

    async def _give_seal(self) -> None:
        """Until the server shows the seal, the same one is given again."""
        if not self.seal:
            self.nonce, self.secret_key = secrets.token_hex(16), secrets.token_hex(32)
            self.seal = hashlib.sha256(self.nonce.encode()).hexdigest()
        self._save()
        counts = await self._request("seal", {"seal": self.seal, "key": self.key})
        if counts["seal"] != self.seal:
            self.drop()
        elif counts["key"] != self.key:
            raise broken("key")

    async def _reveal(self, seals: dict[str, str], state: MatchState) -> None:
        if terms := state.fields.get("terms"):
            check_terms(terms, state, self.seal, self.key)
            # A program that is started again must find under which terms the nonce may be known.
            self.terms = terms
            self._save()
        counts = await self._request("nonce", {"nonce": self.nonce})
        if counts["nonce"] != self.nonce:
            raise broken("nonce")
        self.taken, self.seals = "nonce", seals
        self._save()

    def settle(self, recorded: dict[str, Any]) -> None:
        """Keeps what the match's header has of this part, which may be less. @param recorded the header's seat"""
        if not self.seal or recorded["nonce"] == self.nonce:
            return
        if recorded.get("seal") == self.seal:
            self.nonce = ""  # it was not revealed in time; the seat signs all the same
        else:
            self.drop()
