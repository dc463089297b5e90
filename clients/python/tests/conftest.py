"""What the tests share: one server, and whole matches that are played on it meanwhile."""
import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from flower_war import FlowerWar, Match, Verdict
from playing import play
from server import Proxy, Server

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("flower-war", {"seats": 2, "options": {"rackSize": 4}}),
    ("mexica", {"seats": 2, "bots": 1, "options": {"rackSize": 4}}),
    ("space-aztecs", {"seats": 3, "bots": 1}),
    ("tieqchieq", {"bots": 1}),
]


WholeMatches = dict[str, asyncio.Task[tuple[list[Match], list[Verdict]]]]
"""By game: the match as each of its players and a spectator saw it, and how each verified it."""


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    await proxy.stop()


@pytest.fixture(scope="session", autouse=True)
async def whole_matches(server: Server) -> AsyncIterator[WholeMatches]:
    """All games at once, beside the other tests: each match is paced by the server's limits."""
    async with FlowerWar(server.url, name="Citlali") as client:

        async def play_all(game: str, settings: dict[str, Any]) -> tuple[list[Match], list[Verdict]]:
            host = await client.create(game, private=True, **settings)
            assert host.invitation
            free = [seat for seat in host.seats if seat["kind"] == "open"]
            players = [host, *[await client.join(host.invitation, name=f"Guest {i}") for i, _ in enumerate(free)]]
            watcher = await client.spectate(host.invitation)
            await asyncio.gather(*[play(match, f"{game} {i}") for i, match in enumerate(players)])
            await watcher.until(lambda match: match.status == "over")
            seen = [*players, watcher]
            await asyncio.gather(*[match.witness() for match in seen])  # then the record has all signatures
            return seen, await asyncio.gather(*[client.verify(match) for match in seen])

        tasks = {game: asyncio.create_task(play_all(game, settings)) for game, settings in GAMES}
        yield tasks
        await asyncio.gather(*tasks.values(), return_exceptions=True)
