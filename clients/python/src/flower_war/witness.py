"""What a client keeps of its match, to hold against the record (docs/fair-dice.md)."""
import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from flower_war_verifier import WITNESS_FORMAT, Witness, first_head, is_signed, next_head, signed_text

from .dice import DicePart, Request
from .header import read_header
from .refusal import Refusal, broken
from .state import MatchState
from .store import Store
from .types import Answer, Command, Line

log = logging.getLogger("flower_war")

PAUSE = 2.0
"""Seconds until something refused is asked for again, and until what was seen is stored."""

PATIENCE = 10.0
"""Seconds to wait for what is on its way."""

KEPT = 40
"""Matches of which a store keeps witnesses."""


def witness_key(server: str, match: str, seat: str) -> str:
    return f"witness/{server}/{match}/{seat}"


class WitnessKeeper:
    """
    Gives the seat's part of the dice, keeps the chain of what it is shown, signs it, stores it, and refuses a server that changes what it
    said before.
    """

    def __init__(self, server: str, match: str, seat: str | None, commitment: str | None, store: Store, request: Request) -> None:
        """
        @param match the match's id; of a spectator what they asked for
        @param commitment as it was granted with the seat; `None`: as the first line says
        Raises `fairness-broken` if the store has another commitment.
        """
        self._server, self._store, self._request = server, store, request
        self._stored: dict[str, Any] = (store.load(witness_key(server, match, seat)) or {}) if seat else {}
        seen: Witness = self._stored.get("witness", {})
        self._commitment: str | None = seen.get("commitment", commitment)
        if commitment not in (None, self._commitment):
            raise broken("commitment")
        self._header: str | None = seen.get("header")
        self._is_checked = False
        self._n: int = seen.get("n", 0)
        self._head, self._heads = bytes.fromhex(seen.get("head", "")), seen.get("heads", "")
        self._live: list[list[int]] = seen.get("live", [])
        self._signed: dict[str, str] = seen.get("signed", {})
        self._unsent: list[dict[str, Any]] = self._stored.get("unsent", [])
        self._dice = DicePart(request, self._save, self._stored)
        self._entries: deque[tuple[Line, bool]] = deque()
        self._sent: dict[int, Command] = {}
        self._own: dict[int, Command] = {}
        self._read_to = 0
        self._sending = 0
        self._has_no_header = self._is_unsaved = False
        self._saved_at = 0.0
        self._changed, self._stepped, self._answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._state = MatchState()

    @property
    def n(self) -> int:
        """The number of the last entry in the chain."""
        return self._n

    def see(self, line: Line, state: MatchState, is_live: bool) -> None:
        """Takes a line of the stream, and the match as it is then. @param is_live whether an entry came when it happened"""
        self._state = state
        if line.get("type") == "entry":
            self._entries.append((line, is_live))
        self._changed.set()

    async def sending(self, command: Command, answer: Awaitable[Answer]) -> Answer:
        """Waits for the answer to a command, and notes which entry it made."""
        # Another one the rules may read otherwise than it was sent: then the log says how.
        is_as_read = command in self._state.legal()
        self._sending += 1
        try:
            answered = await answer
            if is_as_read:
                self._sent[answered["n"]] = command
            return answered
        finally:
            self._sending -= 1
            self._answered.set()

    async def run(self) -> None:
        """Does what is to be done after each change. Raises the refusal `fairness-broken`; else it never ends."""
        while True:
            try:
                await self._step()
            except Refusal as refusal:
                if refusal.code == "fairness-broken":
                    raise
                log.debug("the server refused a part of the witness: %s", refusal)
            if self._is_unsaved and time.monotonic() - self._saved_at >= PAUSE:
                self._save()
            self._stepped.set()
            is_due = self._is_unsaved or self._is_behind or self._state.fields.get("status") == "gathering"
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE if is_due else None):
                    await self._changed.wait()
            self._changed.clear()

    async def settle(self) -> None:
        """Waits until all that has happened is seen, and signed if that is due; not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._is_behind:
                    self._stepped.clear()
                    self._changed.set()
                    await self._stepped.wait()

    @property
    def _is_behind(self) -> bool:
        if self._has_no_header or self._state.fields.get("status", "gathering") == "gathering":
            return False
        is_last_due = self._can_sign and is_signed(self._n, self._state.status == "over")
        return self._n < self._state.n or bool(self._unsent) or (is_last_due and str(self._n) not in self._signed)

    async def _step(self) -> None:
        state = self._state
        if not state.fields:
            return
        self._commitment = self._commitment or state.commitment
        if state.commitment != self._commitment:
            raise broken("commitment")
        if state.status == "gathering":
            return await self._dice.give(state)
        if not self._is_checked and not self._has_no_header:
            await self._begin()
        if self._has_no_header:
            return self._entries.clear()
        while self._entries:
            line, is_live = self._entries[0]
            if line["n"] == self._n + 1:
                await self._extend(line, is_live)
            self._entries.popleft()
        self._sign()
        await self._send_signatures()

    async def _begin(self) -> None:
        try:
            header: str = (await self._request("header", {}))["header"]
        except Refusal as refusal:
            if refusal.code != "no-header":
                raise
            if self._header is not None:
                raise broken("header") from None
            self._has_no_header = True
            return
        if self._header not in (None, header):
            raise broken("header")
        recorded = read_header(header, self._state, self._dice)
        if recorded:
            self._dice.settle(recorded)
        if self._header is None:
            self._header, self._head = header, first_head(self._viewer, header)
        self._is_checked = True
        self._save()

    async def _extend(self, line: Line, is_live: bool) -> None:
        n: int = line["n"]
        entry = {"n": n, "seat": line["seat"], "events": line["events"]}
        command = await self._own_command(n) if line["seat"] == self._state.seat else None
        if command is not None:
            entry["command"] = command
        self._n, self._head = n, next_head(self._head, entry)
        self._heads += self._head.hex()[:8]
        if is_live and self._live and self._live[-1][1] == n - 1:
            self._live[-1][1] = n
        elif is_live:
            self._live.append([n, n])
        self._is_unsaved = True
        self._sign()

    async def _own_command(self, n: int) -> Command | None:
        """Returns the command of an entry, if a client of this seat has sent it; `None`: it was played for the seat."""
        while n not in self._sent and self._sending:
            self._answered.clear()
            await self._answered.wait()
        if n in self._sent:
            return self._sent.pop(n)
        if n > self._read_to:
            page = await self._request("log", {"after": n - 1})
            self._own = dict(page["own"])
            self._read_to = page["entries"][-1][1]
        return self._own.get(n)

    @property
    def _viewer(self) -> str:
        return self._state.seat or "public"

    @property
    def _can_sign(self) -> bool:
        return self._state.seat is not None and self._dice.secret_key != ""

    def _sign(self) -> None:
        is_last = self._state.status == "over" and self._n == self._state.n
        if not self._can_sign or not is_signed(self._n, is_last) or str(self._n) in self._signed:
            return
        signature = self._dice.sign(signed_text(self._state.id, self._viewer, self._n, self._head.hex()))
        self._signed[str(self._n)] = signature
        self._unsent.append({"n": self._n, "head": self._head.hex(), "signature": signature})
        self._save()

    async def _send_signatures(self) -> None:
        while self._unsent:
            try:
                await self._request("witness", self._unsent[0])
            except Refusal as refusal:
                if refusal.is_transient:
                    raise
                log.warning("the server does not take the signature of entry %s: %s", self._unsent[0]["n"], refusal)
            self._unsent.pop(0)
            self._is_unsaved = True

    @property
    def witness(self) -> Witness:
        """What was seen so far."""
        dice = {"nonce": self._dice.nonce, "seal": self._dice.seal, "key": self._dice.key}
        return {
            "format": WITNESS_FORMAT,
            "match": self._state.id,
            "game": self._state.game,
            "seat": self._viewer,
            "commitment": self._commitment,
            **{name: value for name, value in dice.items() if value},
            **({"terms": self._dice.terms} if self._dice.terms is not None else {}),
            **({"voided": self._dice.voided} if self._dice.voided else {}),
            "header": self._header,
            "heads": self._heads,
            "head": self._head.hex(),
            "n": self._n,
            "live": [list(each) for each in self._live],
            **({"signed": dict(self._signed)} if self._signed else {}),
        }

    def _save(self) -> None:
        """Stores what a restarted program needs; of a spectator nothing. A store that refuses costs only that."""
        self._is_unsaved, self._saved_at = False, time.monotonic()
        if self._state.seat is None:
            return
        kept = {"at": time.time(), "witness": self.witness, "unsent": self._unsent, **self._dice.stored}
        try:
            self._store.save(witness_key(self._server, self._state.id, self._state.seat), kept)
        except OSError as error:
            log.warning("the witness is not stored: %s", error)

    def close(self) -> None:
        """Stores what was seen last."""
        if self._is_unsaved:
            self._save()


def delete_old_witnesses(store: Store) -> None:
    """Deletes the witnesses of all matches but the newest."""
    stored = [(value.get("at", 0), key) for key in store.keys() if key.startswith("witness/") and (value := store.load(key))]
    for _, key in sorted(stored, reverse=True)[KEPT:]:
        store.delete(key)
