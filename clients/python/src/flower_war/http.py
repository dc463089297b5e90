"""Requests and streams over HTTP."""
import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any
from urllib.parse import quote

import aiohttp

from .refusal import Refusal, read_refusal

Query = Mapping[str, str | int | None]

Fields = Mapping[str, type]
"""The fields that an answer has, with their types."""

# The server closes a connection that was idle for 5 s; a request must not meet that.
IDLE = 2.0


class Http:
    """What all matches of one server share: its address, and connections to it."""

    def __init__(self, url: str, timeout: float, silence: float) -> None:
        """@param timeout seconds to wait for an answer; @param silence seconds after which a stream counts as dead"""
        self.url = url.rstrip("/")
        self._silence = silence
        self._timeout = timeout
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._session:
            await self._session.close()

    async def json(
        self,
        method: str,
        path: str,
        body: object = None,
        token: str | None = None,
        query: Query | None = None,
        fields: Fields | None = None,
    ) -> Any:
        """
        Returns the answer of a request. Raises `Refusal`; `unreachable` if it is none of our server's.
        @param fields of an answer that is an object, without which it is none
        """
        text = await self.text(method, path, body, token, query)
        try:
            answer = json.loads(text)
        except ValueError:
            raise Refusal("unreachable") from None
        if fields and not (isinstance(answer, dict) and all(isinstance(answer.get(name), kind) for name, kind in fields.items())):
            raise Refusal("unreachable")
        return answer

    async def text(self, method: str, path: str, body: object = None, token: str | None = None, query: Query | None = None) -> str:
        """Returns the answer of a request as text. Raises `Refusal`."""
        try:
            async with asyncio.timeout(self._timeout), self._open(method, path, body, token, query) as response:
                text = await response.text()
        except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
            raise refusal_of(error) from error
        if response.status >= 300:
            raise refusal_in(text)
        return text

    async def lines(self, path: str, token: str | None, query: Query) -> AsyncGenerator[dict[str, Any], None]:
        """Yields the lines of a stream until it ends. Raises `Refusal` if it cannot be opened, breaks, or is silent for too long."""
        try:
            async with asyncio.timeout(self._timeout):
                response = await self._open("GET", path, None, token, query)
            async with response:
                if response.status >= 300:
                    raise refusal_in(await response.text())
                rest = b""
                async for chunk in response.content.iter_any():
                    *whole, rest = (rest + chunk).split(b"\n")
                    for line in filter(bytes.strip, whole):
                        yield read_line(line)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise refusal_of(error) from error

    def _open(
        self, method: str, path: str, body: object, token: str | None, query: Query | None
    ) -> "aiohttp.client._RequestContextManager":
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return self._session.request(
            method,
            self.url + path,
            json=body,
            headers={"Authorization": f"Bearer {token}"} if token else {},
            params={name: value for name, value in (query or {}).items() if value is not None},
            # A redirect would turn a POST into a GET.
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_read=self._silence),
        )


def match_path(match: str, name: str = "") -> str:
    """Returns the path of a match, or of a request to it. @param match its id, code or invitation, perhaps typed by a person"""
    return f"/api/matches/{quote(match.strip(), safe='')}{name and f'/{name}'}"


def read_line(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise Refusal("closed")
    return value


def refusal_in(text: str) -> Refusal:
    """Returns the refusal that an answer is; one of another program than our server says `unreachable`."""
    try:
        return read_refusal(json.loads(text)) or Refusal("unreachable")
    except ValueError:
        return Refusal("unreachable")


def refusal_of(error: Exception) -> Refusal:
    if isinstance(error, TimeoutError):
        return Refusal("timeout")
    return Refusal("unreachable" if isinstance(error, aiohttp.ClientConnectorError) else "closed")
