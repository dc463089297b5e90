"""A seat in a match, or a place from where to watch it."""
import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any, Literal, Self, cast

from flower_war_verifier import Witness

from .http import Fields, Http, match_path
from .refusal import Refusal
from .retry import Backoff, Pace
from .state import MatchState
from .store import Store
from .stream import PROTOCOL, Stream
from .types import Answer, ChatLine, Command, Hint, Line, Offer
from .witness import WitnessKeeper

log = logging.getLogger("flower_war")

QUESTIONS = frozenset({"view", "legal", "log", "header", "chat", "time", "nearby-temples"})
"""Requests that read."""

ANSWERED: dict[str, Fields] = {
    "command": {"n": int}, "header": {"header": str}, "log": {"entries": list, "own": list}, "chat": {"lines": list}}
"""What the client reads of answers."""

INTERNAL_ATTEMPTS = 5
"""Attempts before a request that the server fails at is given up."""


class Match(MatchState):
    """
    A match as you see it. What it shows is always what the server told last, also while the connection is lost. The methods of
    `FlowerWar` return it. Every method raises `Refusal`.
    """

    def __init__(self, http: Http, store: Store, address: str, name: str, reservation: dict[str, Any] | None) -> None:
        """@param address what the match is asked for by; @param reservation of a seat; `None`: a place to watch"""
        super().__init__()
        seat = reservation or {}
        self._http, self._address, self._name = http, address, name
        self.token: str | None = seat.get("token")
        """The seat's token. Secret: who has it has the seat."""
        self.invitation: str | None = seat.get("invitation")
        """Of a private match: what others join and watch it by. Secret."""
        self._keeper = WitnessKeeper(http.url, address, seat.get("seat"), seat.get("commitment"), store, self.request)
        self._stream = Stream(http, self._path("stream"), self.token)
        self._stream.after, self._stream.on_lost = self._keeper.n, self._wake
        self._pace = Pace()
        self._told = asyncio.Event()
        self._readers: set[asyncio.Queue[Line | None]] = set()
        self._gone: Refusal | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begins to read the match. Returns when it is shown. The methods of `FlowerWar` call it."""
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._keep())]
        try:
            await self.until(lambda match: bool(match.fields))
        except BaseException:
            await self.leave()
            raise

    @property
    def is_connected(self) -> bool:
        """Whether the server tells what happens now. If not, the client tries to reach it, unless the match is gone."""
        return self._stream.is_connected and self._gone is None

    @property
    def gone(self) -> Refusal | None:
        """Why nothing more is told; `None`: the match goes on for you."""
        return self._gone

    async def until(self, holds: "Callable[[Match], bool]") -> None:
        """Waits until the match is so. Raises why it is gone, if it is before."""
        while not holds(self):
            if self._gone:
                raise self._gone
            await self._told.wait()

    async def __aiter__(self) -> AsyncIterator[Line]:
        """
        Yields the match as it is now, as a line of the type `match`, then each line of its stream, until the match is over. The match
        shows all that was told already. Raises why the match is gone, if it is not over then.
        """
        seen = self._stream.after or 0
        async for line in self.lines():
            yield line
            if line.get("type") == "entry":
                seen = line["n"]
            if self.status == "over" and seen >= self.n:
                return
        if self._gone:
            raise self._gone

    async def lines(self) -> AsyncIterator[Line]:
        """Yields lines as iterating does, but also those after the end, such as chat, until the match is gone."""
        queue: asyncio.Queue[Line | None] = asyncio.Queue()
        queue.put_nowait({"type": "match", **self.fields})
        if self._gone:
            queue.put_nowait(None)
        self._readers.add(queue)
        try:
            while (line := await queue.get()) is not None:
                yield line
        finally:
            self._readers.discard(queue)

    async def send(self, command: Command, *, id: str | None = None) -> Answer:
        """
        Sends a command. Returns when it is durable and the match shows it. If no answer comes, or the server cannot take it now, the
        client sends it again with the same id: it is played once.
        @param id 1-64 of `A-Z a-z 0-9 _ -`, unique for your seat; default: a random one
        """
        payload = {"id": id or secrets.token_hex(16), "command": command}
        answer = await self._keeper.sending(command, self.request("command", payload))
        try:
            await self.until(lambda match: match.n >= answer["n"])
        except Refusal:
            pass  # it was played, though the match is gone now
        return answer

    async def request(self, name: str, payload: dict[str, Any] | None = None) -> Any:
        """
        Sends a request of the match (docs/protocol.md, Requests) until it is answered, never faster than the server allows, and returns its
        answer.
        """
        backoff, failures = Backoff(), 0
        while True:
            if self._gone:
                raise self._gone
            await self._pace.turn()
            try:
                fields = ANSWERED.get(name)
                if name in QUESTIONS:
                    return await self._http.json("GET", self._path(name), None, self.token, payload, fields)
                path = self._path("commands" if name == "command" else name)
                return await self._http.json("POST", path, payload or {}, self.token, fields=fields)
            except Refusal as refusal:
                failures += refusal.code == "internal"
                if not refusal.is_transient or failures >= INTERNAL_ATTEMPTS:
                    raise
                await backoff.sleep(refusal)

    async def say(self, text: str) -> None:
        """Says something to the table, once, also if the connection is lost meanwhile."""
        await self.request("say", {**self._new_line(), "text": text})

    async def react(self, reaction: str) -> None:
        """Says `bravo`, `hurry`, `ouch`, `thanks` or `laugh`."""
        await self.request("react", {**self._new_line(), "reaction": reaction})

    async def chat(self) -> list[ChatLine]:
        """Returns all that was said, as far as you may see it."""
        said: list[ChatLine] = []
        while True:
            page = await self.request("chat", {"after": said[-1]["n"] if said else 0})
            said += page["lines"]
            if not page.get("more") or not page["lines"]:
                return said

    async def here(self) -> None:
        """Marks you as present: a seat that was away is yours again."""
        await self.request("here")

    async def set_ready(self, ready: bool) -> None:
        """Says whether you are ready for the match to begin."""
        await self.request("ready", {"ready": ready})

    async def start(self) -> None:
        """Begins the match with those who sit. For its host."""
        await self.request("start")

    async def seat_bot(self, seat: str, kind: Literal["easy", "skilled", "strong"] = "easy") -> None:
        """Seats a bot. For the table's host."""
        await self.request("seat-bot", {"seat": seat, "kind": kind})

    async def make_offer(self, what: Literal["draw", "abort"]) -> None:
        """Offers the others to end the match; `offer` is the open one."""
        await self.request("offer", {"what": what})

    async def take_back(self) -> None:
        """
        Takes back your last act, at a table with `take_backs`: at once, or when the others accept the offer `take-back`. `fields["takeBack"]` says
        which act its seat can take back now. Refusals: `no-take-backs`, `no-take-back`, `too-many-take-backs`, `offer-open`, `too-many-offers`.
        """
        takeable = cast(dict[str, int] | None, self.fields.get("takeBack"))
        await self.request("take-back", {"n": takeable["n"] if takeable else 1})

    async def pause(self, seconds: int) -> None:
        """
        Pauses the match, at a table with `pauses`: at once, or when the others accept the offer `pause`. `fields["paused"]` says until when. It ends
        after its time, by `resume`, and when a seat acts. Refusals: `no-pauses`, `no-opponent`, `too-many-pauses`, `offer-open`, `too-many-offers`.
        """
        await self.request("pause", {"seconds": seconds})

    async def resume(self) -> None:
        """Lets a paused match go on."""
        await self.request("resume", {})

    async def take_holiday(self, days: int) -> None:
        """
        Takes days off, at a table with `holidays`: meanwhile your clock stands. They end by themselves, when you act, and with 0.
        `fields["onHoliday"]` says who is on holiday, and until when, `fields["daysTaken"]` which days off count of those that a player may take. Refusals: `no-holidays`, `no-days-left`.
        """
        await self.request("holiday", {"days": days})

    async def give_time(self, to: str, seconds: int) -> None:
        """Gives a seat time, or asks for some for your own: at once, or when the others accept the offer `give-time`. Refusals: as `pause`."""
        await self.request("give-time", {"id": secrets.token_urlsafe(12), "to": to, "seconds": seconds})

    async def ask_hint(self) -> Hint:
        """
        Returns what a strong bot would do in your seat, for the only person in a match against bots alone. The record marks your next command, and the
        match is not rated. Refusals: `no-hints`, `not-your-decision`, `unavailable`.
        """
        return cast(Hint, await self.request("hint", {}))

    async def offer_seat(self, offered: bool = True) -> str | None:
        """
        Hands your seat to another person, at a table with `hand_overs`: returns the token with which they take it over (`FlowerWar.take_over`). `None`:
        the others are asked by the offer `hand-seat`; once your seat is in `fields["offeredSeats"]`, the call returns it. With `False` you keep the
        seat. Refusals: `no-hand-overs`, `offer-open`, `too-many-offers`.
        """
        answer = await self.request("offer-seat", {"offered": offered})
        return cast("str | None", answer["token"])

    async def seek_judge(self, wanted: bool = True) -> str | None:
        """
        Seeks a judge, at a table with `judges`, for its host: returns the token with which a spectator becomes the judge, once. `False` lets them go.
        `fields["judge"]` says who judges. Refusals: `no-judge`, `not-host`, `judge-named`.
        """
        answer = await self.request("seek-judge", {"wanted": wanted})
        return cast(str | None, answer["token"])

    async def take_judge(self, token: str, name: str) -> str:
        """Becomes the judge of a table that you watch: returns your secret for `judge`. Refusals: `bad-token`, `not-watching`, `blocked`."""
        secret = secrets.token_urlsafe(24)
        await self.request("take-judge", {"token": token, "name": name, "secret": secret})
        return secret

    async def judge(self, secret: str, act: str, **more: Any) -> None:
        """
        Does what a judge may: `pause` with `seconds`, `resume`, `give-time` with `to` and `seconds`, `free-seat` with `to`, whose player is away, and
        `ask-end` with `what`. Refusals: `not-judge`, `no-pauses`, `too-many-pauses`, `not-away`, `no-player`, `no-opponent`, `offer-open`.
        """
        await self.request("judge", {"id": secrets.token_urlsafe(12), **more, "secret": secret, "act": act})

    async def accept_offer(self, offer: Offer) -> None:
        await self.request("accept", {"id": offer["id"]})

    async def decline_offer(self, offer: Offer) -> None:
        await self.request("decline", {"id": offer["id"]})

    async def claim(self, what: Literal["win", "abort"]) -> None:
        """Ends the waiting for people who are all away."""
        await self.request("claim", {"what": what})

    async def witness(self) -> Witness:
        """Returns what you have seen of the match, for `verify`. It is kept in the client's store."""
        if self._gone is None:
            await self._keeper.settle()
        return self._keeper.witness

    async def leave(self) -> None:
        """
        Stops reading. The seat stays yours: its token takes it again. `FlowerWar.leave_seat` frees it. Of a match that is over, the last signature is
        sent first.
        """
        if self._gone is None and self.fields and self.status == "over":
            await self._keeper.settle()
        self._end(Refusal("closed"))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.leave()

    def _path(self, name: str) -> str:
        return match_path(self._address, name)

    def _new_line(self) -> dict[str, str]:
        line = {"id": secrets.token_hex(16)}
        return line if self.seat else {**line, "name": self._name}

    async def _read(self) -> None:
        try:
            async for line in self._stream.lines():
                is_live = line.get("type") == "entry" and line["n"] > self.n
                self.apply(line)
                if line.get("type") == "match":
                    self._check_protocol()
                    self._keep_address()
                self._keeper.see(line, self, is_live)
                self._tell(line)
            self._end(Refusal("closed", line.get("reason"), reason=line.get("code"), until=line.get("until")))
        except Refusal as refusal:
            self._end(refusal)
        except Exception as error:
            log.exception("the server sent a line that cannot be read")
            self._end(Refusal("closed", f"the server sent a line that cannot be read: {error!r}"))

    async def _keep(self) -> None:
        try:
            await self._keeper.run()
        except Refusal as refusal:
            self._end(refusal)
        except Exception:
            log.exception("the witness ends: the match goes on without it")

    def _check_protocol(self) -> None:
        if cast(int, self.fields.get("protocolVersion", 0)) < PROTOCOL["oldest"]:
            raise Refusal("server-too-old", supported=PROTOCOL)

    def _keep_address(self) -> None:
        """A code may lead to another match later; the id of a public match does not."""
        if not self.fields.get("private"):
            self._address = self.id
            self._stream.path = self._path("stream")

    def _tell(self, line: Line | None) -> None:
        for queue in self._readers:
            queue.put_nowait(line)
        self._wake()

    def _wake(self) -> None:
        self._told.set()
        self._told = asyncio.Event()

    def _end(self, refusal: Refusal) -> None:
        if self._gone:
            return
        self._gone = refusal
        self._keeper.close()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._tell(None)
