"""What a server offers besides playing, and what it refuses."""
import asyncio

import pytest

from flower_war import FlowerWar, Refusal
from server import Server


async def test_games_have_words_in_each_language(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        games = {game["game"]: game for game in await client.list_games("es")}
        assert set(games) == {"flower-war", "mexica", "space-aztecs", "tieqchieq"}
        assert games["flower-war"]["words"]["cards"]
        assert "words" not in (await client.list_games())[0]


async def test_the_lobby_is_a_page_and_a_stream(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        pages = client.lobby(game="space-aztecs", language="nah")
        assert (await anext(pages))["tables"] == []
        match = await client.create("space-aztecs", seats=2, language="nah")
        shown = await anext(pages)
        assert [table["id"] for table in shown["tables"]] == [match.id]
        assert (await client.list_tables(game="space-aztecs", language="nah"))["total"] == 1
        await pages.aclose()


async def test_a_private_match_is_joined_and_watched_by_its_invitation(server: Server) -> None:
    async with FlowerWar(server.url, name="Citlali") as client:
        host = await client.create("tieqchieq", private=True)
        assert host.invitation
        with pytest.raises(Refusal, match="unknown-match"):
            await client.spectate(host.code)
        watcher = await client.spectate(host.invitation, name="Xochitl")
        guest = await client.join(host.invitation, name="Citlali")
        await host.until(lambda match: match.status == "playing")
        assert [seat["name"] for seat in guest.seats] == ["Citlali", "Citlali 2"]
        await watcher.say("good luck")
        await host.say("thank you")
        await guest.react("bravo")
        assert [(line["text"], line["reaction"]) for line in await host.chat()] == [("thank you", ""), ("", "bravo")]
        assert [line["name"] for line in await watcher.chat()] == ["Xochitl", "Citlali", "Citlali 2"]


async def test_quick_play_leads_those_who_wait_together(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        one, two = await client.quick_play("tieqchieq"), await client.quick_play("tieqchieq")
        assert one.id == two.id
        await asyncio.gather(*[match.until(lambda match: match.status == "playing") for match in (one, two)])


async def test_a_table_has_a_host_who_seats_bots_and_begins(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        match = await client.create("space-aztecs", seats=4, start="host")
        free = match.seats[1]["seat"]
        await match.seat_bot(free)
        await match.request("free-seat", {"seat": free})
        await match.seat_bot(free, "easy")
        await match.start()
        await match.until(lambda match: match.status == "playing")
        assert [seat["kind"] for seat in match.seats] == ["human", "bot"]


async def test_a_player_leaves_the_table_for_good_until_the_match_begins(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        host = await client.create("flower-war", seats=3, name="Citlali")
        guest = await client.join(host.id, name="Izel")
        await client.leave_seat(guest)
        await host.until(lambda match: [seat["kind"] for seat in match.seats] == ["human", "open", "open"])
        assert [seat["seat"] for seat in await client.resume() if seat["match"] == host.id] == [host.seat]
        begun = await client.create("tieqchieq", bots=1)
        await begun.until(lambda match: match.status == "playing")
        with pytest.raises(Refusal, match="match-begun"):
            await client.leave_seat(begun)
        await begun.send({"type": "concede"})


async def test_people_end_a_match_by_agreement_and_play_again(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        one = await client.create("tieqchieq")
        two = await client.join(one.code)
        await asyncio.gather(*[match.until(lambda match: match.status == "playing") for match in (one, two)])
        await one.make_offer("draw")
        await two.until(lambda match: match.offer is not None)
        assert two.offer
        await two.accept_offer(two.offer)
        await one.until(lambda match: match.status == "over")
        assert one.outcome == {"by": "draw", "winner": None}
        verdict = await client.verify(one)
        assert verdict.ok and verdict.entries == 0
        again, also = await asyncio.gather(client.rematch(one), client.rematch(two))
        assert again.id == also.id and again.fields["previous"] == one.id
        await again.until(lambda match: match.status == "playing")


async def test_seats_are_those_of_a_player(server: Server) -> None:
    async with FlowerWar(server.url, name="Citlali") as client:
        player = await client.create_player()
        match = await client.create("tieqchieq", bots=1)
        assert match.seats[0]["player"] == player["id"]
    async with FlowerWar(server.url, player_token=player["token"]) as later:
        assert (await later.request("GET", "/api/players/me"))["name"] == "Citlali"


async def test_refusals_have_codes_and_change_nothing(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        with pytest.raises(Refusal) as refused:
            await client.create("flower-war", options={"rackSize": 99})
        assert (refused.value.code, refused.value.field) == ("bad-option", "rackSize")
        with pytest.raises(Refusal, match="unknown-match"):
            await client.join("ZZZZZZZZZZZZ")
        with pytest.raises(Refusal, match="name-characters"):
            await client.create("tieqchieq", name="a\u202eb")
        match = await client.create("tieqchieq", options={"first": "red"})
        await client.join(match.code)
        await match.until(lambda match: match.status == "playing")
        with pytest.raises(Refusal):
            await match.send({"type": "fly"})
        with pytest.raises(Refusal, match="match-not-over"):
            await client.record(match.id)
        assert (match.n, match.legal()) == (0, [{"type": "toss"}, {"type": "concede"}])
    async with FlowerWar("http://127.0.0.1:1") as nowhere:
        with pytest.raises(Refusal, match="unreachable"):
            await nowhere.list_games()


async def test_many_requests_at_once_are_paced_and_none_is_refused(server: Server) -> None:
    async with FlowerWar(server.url) as client:
        match = await client.create("tieqchieq", bots=1)
        answers = await asyncio.gather(*[match.request("time") for _ in range(50)])
        assert all(answer["now"] > 0 for answer in answers)
