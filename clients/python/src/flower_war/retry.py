"""When to ask, and when to ask again."""
import asyncio
import random

from .refusal import Refusal


class Pace:
    """Keeps the requests of one seat below the server's limit (docs/limits.md), in their order."""

    def __init__(self, per_second: float = 20, at_once: int = 36) -> None:
        """The server takes four more at once, but counts by its own clock."""
        self._gain = 1 / per_second
        self._ahead = at_once * self._gain
        self._even = 0.0

    async def turn(self) -> None:
        """Counts a request. Returns when it may be sent."""
        now = asyncio.get_running_loop().time()
        self._even = max(self._even, now) + self._gain
        wait = self._even - self._ahead - now
        if wait > 0:
            await asyncio.sleep(wait)


class Backoff:
    """
    The time between attempts in seconds: 0.1, then twice as long each time, at most 5, each shortened by up to half at random, so that
    not all clients come at once. Never less than a refusal says.
    """

    def __init__(self, first: float = 0.1, most: float = 5.0) -> None:
        self._first, self._most = first, most
        self.failures = 0

    def reset(self) -> None:
        self.failures = 0

    async def sleep(self, refusal: Refusal | None) -> None:
        """Waits before the next attempt. @param refusal of the last one; `None`: it was not refused"""
        delay = min(self._most, self._first * 2 ** min(self.failures, 16)) * (0.5 + random.random() / 2)
        self.failures += 1
        told = (refusal.wait or 0) / 1000 if refusal else 0
        await asyncio.sleep(max(delay, told + min(told / 4, 0.25) * random.random()))
