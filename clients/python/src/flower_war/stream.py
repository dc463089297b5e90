"""Streams of lines that go on over lost connections."""
import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from .http import Http, Query
from .refusal import Refusal
from .retry import Backoff
from .types import Line

PROTOCOL = {"oldest": 1, "newest": 2}
"""The numbers of the protocol that this client understands (docs/compatibility.md); it speaks the newest."""

STEADY = 5.0
"""Seconds after which a connection that is lost was a good one: the next is tried at once."""


class Stream:
    """A stream of the server (docs/json-api.md). Reads it again after each break, from where it broke."""

    def __init__(self, http: Http, path: str, token: str | None = None, query: Query | None = None) -> None:
        self._http, self.path, self._token = http, path, token
        self._query: Query = {**(query or {}), "protocolVersion": PROTOCOL["newest"]}
        self.after: int | None = None
        """The number of the last entry that came; `None`: none is asked for that is over."""
        self.is_connected = False
        self.on_lost: Callable[[], None] = lambda: None
        """Called when the connection is lost."""

    async def lines(self) -> AsyncGenerator[Line]:
        """
        Yields lines, each entry once, until one says that nothing follows. Raises the `Refusal` that asking again would not change.
        """
        backoff, time = Backoff(), asyncio.get_running_loop().time
        while True:
            refusal, since = None, None
            try:
                async with aclosing(self._http.lines(self.path, self._token, {**self._query, "after": self.after})) as lines:
                    async for line in lines:
                        since = since or time()
                        self.is_connected = line.get("type") != "end"
                        if self._is_new(line):
                            yield line
                        if not self.is_connected and not line.get("resume"):
                            return
            except Refusal as error:
                refusal = error
            self.is_connected = False
            self.on_lost()
            if since and time() - since >= STEADY:
                backoff.reset()
            if refusal and not refusal.is_transient and refusal.wait is None:
                raise refusal
            await backoff.sleep(refusal)

    def _is_new(self, line: Line) -> bool:
        n = line.get("n")
        if line.get("type") == "match" and self.after is None:
            self.after = n
        if line.get("type") == "entry" and n is not None:
            if self.after is not None and n <= self.after:
                return False
            self.after = n
        return True
