"""A server, and what it offers."""
import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Any, Literal, Self, cast

from flower_war_verifier import Verdict, verify

from .http import Fields, Http, Query, match_path
from .match import Match
from .refusal import Refusal
from .store import MemoryStore, Store, StoredSeat
from .stream import PROTOCOL, Stream
from .types import BotKind, TablePage
from .witness import delete_old_witnesses

log = logging.getLogger("flower_war")

LOST_SEAT = frozenset({"bad-token", "expired-token", "match-ended"})
"""Refusals that say that a seat is no longer its owner's."""

RESERVED: Fields = {"match": str, "seat": str, "token": str, "reservation": dict}


def seat_key(server: str, match: str, seat: str) -> str:
    return f"seat/{server}/{match}/{seat}"


class FlowerWar:
    """A server of Flower War. Use it with `async with`, or `close` it. Every method raises `Refusal`."""

    def __init__(
        self,
        url: str,
        *,
        name: str = "Guest",
        store: Store | None = None,
        player_token: str | None = None,
        timeout: float = 10.0,
        silence: float = 45.0,
    ) -> None:
        """
        Connects to nothing yet.
        @param url the server's address, such as `http://localhost:2567`
        @param name your name as others see it, 1 to 24 characters
        @param store where seats and witnesses are kept; default: a `MemoryStore`
        @param player_token of a player: your seats are theirs
        @param timeout seconds to wait for an answer
        @param silence seconds without a line after which a stream counts as dead: the server sends an empty one every 15
        """
        self.name, self.player_token = name, player_token
        self._http = Http(url, timeout, silence)
        self._store = store or MemoryStore()
        self._matches: set[Match] = set()
        self._unanswered: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Leaves all matches and closes all connections. The seats stay yours."""
        await asyncio.gather(*(match.leave() for match in self._matches))
        self._matches.clear()
        await self._http.close()

    async def request(self, method: str, path: str, body: object = None, *, query: Query | None = None) -> Any:
        """Returns the answer to any request of docs/protocol.md, sent once, with the player's token if there is one."""
        return await self._http.json(method, path, body, self.player_token, query)

    async def list_games(self, words: str | None = None) -> list[dict[str, Any]]:
        """Returns the games of the server. @param words `en` or `es`: with their texts for people in `words`"""
        return cast(list[dict[str, Any]], await self.request("GET", "/api/games", query={"words": words}))

    async def find_match(self, match: str, token: str | None = None) -> dict[str, Any]:
        """
        Returns what may be known of a match, by its id, code or invitation: how it is, and how it ended.
        @param token of a seat there: at a table with a delay it says at once what others are shown later
        """
        found = await self._http.json("GET", match_path(match), None, token or self.player_token, fields={"over": bool})
        return cast(dict[str, Any], found)

    async def list_tables(self, **filters: str | int | None) -> TablePage:
        """Returns a page of the open matches. @param filters those of docs/protocol.md, The lobby"""
        return cast(TablePage, await self.request("GET", "/api/lobby", query=filters))

    async def lobby(self, **filters: str | int | None) -> AsyncGenerator[TablePage, None]:
        """Yields the same page at once and after each change, also over lost connections, until you stop."""
        async for line in Stream(self._http, "/api/lobby/stream", None, filters).lines():
            if line.get("type") == "tables":
                yield cast(TablePage, {name: value for name, value in line.items() if name != "type"})

    async def record(self, match: str, token: str | None = None) -> str:
        """Returns the record of a match that is over. @param token as in `find_match`"""
        return await self._http.text("GET", match_path(match, "record"), token=token)

    async def verify(self, match: Match) -> Verdict:
        """Verifies the record of a match that is over against what you have seen of it."""
        witness = await match.witness()
        return verify(await self.record(match.id, match.token), witness)

    async def create_player(self, name: str | None = None) -> dict[str, Any]:
        """Creates a player, whose are your seats from now on. Keep the `token` of the answer: it is the next run's `player_token`."""
        asked = {"name": name or self.name}
        player = cast(dict[str, Any], await self._http.json("POST", "/api/players", asked, fields={"token": str}))
        self.player_token = player["token"]
        return player

    async def create(
        self,
        game: str,
        *,
        name: str | None = None,
        seats: int | None = None,
        bots: int | list[BotKind | None] | None = None,
        title: str | None = None,
        options: dict[str, Any] | None = None,
        private: bool = False,
        clock: dict[str, Any] | None = None,
        start: Literal["full", "host", "countdown"] | None = None,
        silent: bool = False,
        watch_delay: int = 0,
        unwatched: bool = False,
        admission: Literal["anyone", "accounts", "finishers", "invited"] | None = None,
        open_nonces: bool = False,
        take_backs: bool = False,
        pauses: int = 0,
        holidays: int = 0,
        hand_overs: Literal["no", "yes", "asks"] = "no",
        judges: bool = False,
        language: str | None = None,
    ) -> Match:
        """Creates a match and takes its first seat (docs/protocol.md, HTTP). Others join by `match.code`, or `match.invitation`."""
        wanted = {
            "game": game, "name": name or self.name, "seats": seats, "bots": bots, "title": title, "options": options, "private": private,
            "clock": clock, "start": start, "silent": silent, "watchDelay": watch_delay, "unwatched": unwatched, "admission": admission, "openNonces": open_nonces,
            "takeBacks": take_backs or None, "pauses": pauses or None, "holidays": holidays or None, "judges": judges or None, "handOvers": hand_overs if hand_overs != "no" else None, "language": language,
        }
        return await self._sit("/api/matches", {key: value for key, value in wanted.items() if value is not None})

    async def join(self, match: str, *, name: str | None = None, seat: str | None = None, token: str | None = None) -> Match:
        """
        Takes a seat of a match, found by its id, code or invitation: `seat`, or an open one; with `token` your own again. If you were away,
        it is yours again. If a call had no answer, or was cancelled, the same call again takes no second seat.
        """
        path = match_path(match, "seats")
        if token is None:
            return await self._take_seat(path, {"name": name or self.name, **({"seat": seat} if seat else {})})
        joined = await self._sit(path, {"token": token})
        if joined.status == "playing":
            await joined.here()
        return joined

    async def take_over(self, match: str, token: str, *, name: str | None = None) -> Match:
        """
        Takes over the seat that its player hands over with this token (`Match.offer_seat`). A call without an answer may be repeated. Refusals:
        `bad-token`, `seated-already`, and as `join`.
        """
        return await self._take_seat(match_path(match, "seats"), {"name": name or self.name, "token": token})

    async def quick_play(self, game: str, *, name: str | None = None) -> Match:
        """Takes a seat where another player waits, or in a new match. It begins within 20 s; bots take the seats that are open then."""
        return await self._sit("/api/quick-play", {"game": game, "name": name or self.name})

    async def rematch(self, match: Match) -> Match:
        """Takes your seat in the rematch of a match that is over."""
        return await self._sit(match_path(match.id, "rematch"), {"token": match.token})

    async def spectate(self, match: str, *, name: str | None = None) -> Match:
        """Watches a match, found as in `join`. @param name what you are called when you talk"""
        return await self._open(Match(self._http, self._store, match, name or self.name, None))

    async def leave_seat(self, match: Match) -> None:
        """
        Leaves the table for good, before the match begins: others can take your seat. Raises `Refusal` with `match-begun` after that, and
        changes nothing.
        """
        try:
            await match.request("leave")
        except Refusal as refusal:
            # An earlier answer was lost: the seat is free already.
            if refusal.code != "bad-token" and refusal.reason not in ("removed", "withheld"):
                raise
        if match.token:
            self._forget(match.token)
        await match.leave()

    async def resume(self) -> list[StoredSeat]:
        """
        Returns your stored seats in matches of this server that are not over, and forgets the others. It takes none:
        `join(seat["match"], token=seat["token"])` does.
        """
        running: list[StoredSeat] = []
        for key in self._store.keys():
            seat = self._store.load(key) if key.startswith(f"seat/{self._http.url}/") else None
            if seat is None:
                continue
            if await self._is_running(seat["match"]):
                running.append(cast(StoredSeat, seat))
            else:
                self._store.delete(key)
        return running

    async def _is_running(self, match: str) -> bool:
        try:
            return not (await self.find_match(match))["over"]
        except Refusal as refusal:
            if refusal.code == "unknown-match":
                return False
            raise

    async def _take_seat(self, path: str, body: dict[str, Any]) -> Match:
        """
        Takes a new seat. A request repeats the `renew` of an earlier one without an answer, so that it gets the same seat; if that has been
        lost since, another one.
        """
        key = f"{path} {body}"
        asked = self._unanswered.pop(key, None)
        renew = asked or secrets.token_hex(16)
        try:
            return await self._sit(path, {**body, "renew": renew})
        except asyncio.CancelledError:
            self._unanswered[key] = renew
            raise
        except Refusal as refusal:
            if refusal.is_transient:
                self._unanswered[key] = renew
            # Servers of version 0.2 take no `renew` here.
            elif refusal.field == "renew":
                raise Refusal("server-too-old", supported=PROTOCOL) from None
            elif asked and refusal.code == "bad-token":
                return await self._take_seat(path, body)
            raise

    async def _sit(self, path: str, body: dict[str, Any]) -> Match:
        token = None if "token" in body and "name" not in body else self.player_token
        try:
            asked = {**body, "protocolVersion": PROTOCOL["newest"]}
            reserved = await self._http.json("POST", path, asked, token, fields=RESERVED)
        except Refusal as refusal:
            if refusal.code in LOST_SEAT and "token" in body:
                self._forget(body["token"])
            raise
        if reserved["reservation"].get("protocolVersion", 0) < PROTOCOL["oldest"]:
            raise Refusal("server-too-old", supported=PROTOCOL)
        stored = {name: reserved.get(name) for name in ("match", "code", "invitation", "game", "seat", "token")}
        key = seat_key(self._http.url, reserved["match"], reserved["seat"])
        try:
            self._store.save(key, {"server": self._http.url, **stored})
            delete_old_witnesses(self._store)
        except OSError as error:
            log.warning("the seat is not stored: %s", error)
        return await self._open(Match(self._http, self._store, reserved["match"], self.name, reserved))

    async def _open(self, match: Match) -> Match:
        self._matches = {other for other in self._matches if other.gone is None} | {match}
        await match.open()
        return match

    def _forget(self, token: str) -> None:
        for key in self._store.keys():
            seat = self._store.load(key) if key.startswith("seat/") else None
            if seat and seat.get("token") == token:
                self._store.delete(key)
