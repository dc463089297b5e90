"""Lost connections, lost answers, and programs that are started again."""
import asyncio
import stat
from pathlib import Path

import pytest

from conftest import WholeMatches
from flower_war import FileStore, FlowerWar, Line, Refusal
from playing import concede, moves, play_until
from server import Proxy, Server


async def test_a_stream_that_breaks_goes_on_without_a_gap(server: Server, proxy: Proxy) -> None:
    async with FlowerWar(await proxy.start()) as client:
        match = await client.create("tieqchieq", bots=1)
        told: list[Line] = []

        async def listen() -> None:
            async for line in match:
                told.append(line)

        listening = asyncio.create_task(listen())
        for _ in range(6):
            await play_until(match, match.n + 3, "gaps")
            proxy.cut()
        await concede(match)
        await listening
        assert [line["n"] for line in told if line["type"] == "entry"] == list(range(1, match.n + 1))
        assert [line["type"] for line in told].count("match") > 1
        assert (await client.verify(match)).ok


async def test_a_command_whose_answer_is_lost_is_sent_again_and_played_once(server: Server, proxy: Proxy) -> None:
    async with FlowerWar(await proxy.start()) as client:
        match = await client.create("tieqchieq", bots=1)
        await play_until(match, 0, "begin")
        proxy.loses_answer_to = "commands"
        n = match.n
        answer = await match.send(moves(match)[0], id="the-same")
        assert (proxy.lost, answer["n"]) == (1, n + 1)
        again = await match.send({"type": "toss"}, id="the-same")
        assert again["n"] == answer["n"]


async def test_a_seat_whose_answer_is_lost_is_asked_for_again_and_taken_once(server: Server, proxy: Proxy) -> None:
    async with FlowerWar(server.url) as host, FlowerWar(await proxy.start()) as client:
        table = await host.create("tieqchieq", seats=2)
        proxy.loses_answer_to = "seats"
        with pytest.raises(Refusal) as lost:
            await client.join(table.id)
        assert (proxy.lost, lost.value.is_transient) == (1, True)
        match = await client.join(table.id)
        assert match.seat == "yellow"
        await match.until(lambda match: match.status == "playing")


async def test_a_server_that_was_killed_goes_on_with_the_match(server: Server, whole_matches: WholeMatches) -> None:
    await asyncio.wait(whole_matches.values())
    async with FlowerWar(server.url) as client:
        match = await client.create("tieqchieq", bots=1)
        await play_until(match, 5, "before")
        server.kill()
        await match.until(lambda match: not match.is_connected)
        sending = asyncio.create_task(match.send(moves(match)[0]))
        await asyncio.to_thread(server.start)
        await sending
        await play_until(match, match.n + 3, "after")
        await concede(match)
        verdict = await client.verify(match)
        assert (verdict.ok, verdict.entries) == (True, match.n)


async def test_a_program_that_is_started_again_finds_its_seat_and_its_witness(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "seats"
    async with FlowerWar(server.url, store=FileStore(folder)) as first:
        match = await first.create("tieqchieq", bots=1)
        await play_until(match, 8, "first program")
        old = await match.witness()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    async with FlowerWar(server.url, store=FileStore(folder)) as second:
        [seat] = await second.resume()
        again = await second.join(seat["match"], token=seat["token"])
        assert (again.seat, again.game) == ("red", "tieqchieq")
        await play_until(again, again.n + 3, "second program")
        await concede(again)
        verdict = await second.verify(again)
        assert verdict.ok and "proved: the keys of red have signed all that these seats were shown and sent" in verdict.statements
        witness = await again.witness()
        assert (witness["header"], witness["key"]) == (old["header"], old["key"])
        assert await second.resume() == []


async def test_a_program_without_its_store_goes_on_and_reads_what_it_was_shown_before(server: Server) -> None:
    async with FlowerWar(server.url) as first:
        match = await first.create("tieqchieq", bots=1)
        await play_until(match, 8, "first program")
    async with FlowerWar(server.url) as second:
        again = await second.join(match.id, token=match.token)
        await play_until(again, again.n + 3, "second program")
        await concede(again)
        verdict = await second.verify(again)
        assert verdict.ok and verdict.entries == again.n
        assert "not proved: who played for red: they have not signed all of it" in verdict.statements


async def test_a_second_stream_of_a_seat_ends_the_first(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        match = await client.create("tieqchieq", bots=1)
        other = await client.join(match.id, token=match.token)
        with pytest.raises(Refusal) as refused:
            async for _ in match:
                pass
        assert (refused.value.code, refused.value.reason) == ("closed", "replaced")
        with pytest.raises(Refusal, match="closed"):
            await match.send({"type": "toss"})
        assert other.is_connected
