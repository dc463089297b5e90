"""Whole matches of every game, between Python clients and against bots."""
import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from flower_war import FlowerWar, Match, Verdict
from playing import play
from server import Server

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("flower-war", {"seats": 2, "options": {"rackSize": 4}}),
    ("mexica", {"seats": 2, "bots": 1, "options": {"rackSize": 4}}),
    ("space-aztecs", {"seats": 3, "bots": 1}),
    ("tieqchieq", {"bots": 1}),
]

Finished = tuple[list[Match], list[Verdict]]


@pytest.fixture(scope="session")
async def finished(server: Server) -> AsyncIterator[dict[str, asyncio.Task[Finished]]]:
    """All games at once, for each is paced by the server's limits; by game what came of it."""
    async with FlowerWar(server.url, name="Citlali") as client:

        async def play_all(game: str, settings: dict[str, Any]) -> Finished:
            host = await client.create(game, **settings)
            free = [seat for seat in host.seats if seat["kind"] == "open"]
            players = [host, *[await client.join(host.code, name=f"Guest {i}") for i, _ in enumerate(free)]]
            watcher = await client.spectate(host.code)
            await asyncio.gather(*[play(match, f"{game} {i}") for i, match in enumerate(players)])
            return [*players, watcher], await asyncio.gather(*[client.verify(match) for match in [*players, watcher]])

        tasks = {game: asyncio.create_task(play_all(game, settings)) for game, settings in GAMES}
        yield tasks
        await asyncio.gather(*tasks.values(), return_exceptions=True)


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
async def test_a_whole_match_is_played_seen_signed_and_verified(finished: dict[str, asyncio.Task[Finished]], game: str) -> None:
    matches, verdicts = await finished[game]
    for match, verdict in zip(matches, verdicts, strict=True):
        assert (match.status, match.legal(), match.awaiting) == ("over", [], [])
        assert match.outcome == matches[0].outcome is not None
        assert str(verdict).splitlines()[0] == f"yes: {match.n} entries"
        viewer = match.seat or "public"
        assert f"proved: the witness of {viewer} was shown this match up to entry {match.n}" in verdict.statements
    seats = ", ".join(sorted(match.seat for match in matches if match.seat))
    assert f"proved: the keys of {seats} have signed all that these seats were shown and sent" in verdicts[0].statements
    # Each has seen it live, but for what happened before the spectator came.
    assert not [said for said in verdicts[0].statements if said.startswith("not proved: ") and "told of them later" in said]
