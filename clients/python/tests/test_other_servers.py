"""Servers that are busy, silent, newer, older or no servers of this game, as a scripted one plays them."""
import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from flower_war import FileStore, FlowerWar, Refusal, retry
from flower_war.stream import PROTOCOL

SHOWN = {
    "type": "match", "protocolVersion": 1, "match": "V1StGXR8Z5jd", "code": "4F7K", "game": "tieqchieq", "private": False,
    "commitment": "00" * 32, "you": "red", "n": 3, "now": 1790000000000, "status": "over", "seats": [], "view": {}, "legal": [],
}
RESERVED = {
    "match": "V1StGXR8Z5jd", "code": "4F7K", "invitation": None, "game": "tieqchieq", "seat": "red", "token": "secret",
    "commitment": "00" * 32, "reservation": {"protocolVersion": 1},
}

Answer = tuple[int, object]


class Script:
    """
    A server that answers each request with the next answer of its list, of which `None` never comes, and each stream with the next list of
    lines, or an answer.
    """

    def __init__(self) -> None:
        self.answers: dict[str, list[Answer]] = {"/api/matches": [(201, RESERVED)], "header": [(409, {"code": "no-header"})]}
        self.streams: list[list[object] | Answer] = []
        self.asked: list[tuple[str, Any]] = []
        self.is_silent = asyncio.Event()
        """Set when an answer does not come."""
        self.url = ""

    async def answer(self, request: web.Request) -> web.StreamResponse:
        name = request.path.removeprefix("/api/matches/V1StGXR8Z5jd/")
        self.asked.append((name, dict(request.query) if request.method == "GET" else await request.json()))
        streamed = self.streams.pop(0) if name == "stream" else None
        if isinstance(streamed, list):
            return await self.stream(request, streamed)
        answers = self.answers[name] if streamed is None else [streamed]
        status, body = answers.pop(0) if len(answers) > 1 else answers[0]
        if body is None:
            self.is_silent.set()
            await asyncio.Event().wait()
        return web.json_response(body, status=status) if not isinstance(body, str) else web.Response(text=body, status=status)

    async def stream(self, request: web.Request, lines: list[object]) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for line in lines:
            await response.write(b"\n" if line is None else (json.dumps(line) + "\n").encode())
        if not self.streams:
            await asyncio.Event().wait()  # silence
        return response

    def asked_of(self, name: str) -> list[Any]:
        return [body for asked, body in self.asked if asked == name]


@pytest.fixture
async def script() -> AsyncIterator[Script]:
    script = Script()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", script.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    script.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield script
    await runner.cleanup()


def entry(n: int, **fields: object) -> dict[str, object]:
    return {"type": "entry", "n": n, "seat": "yellow", "events": [], **fields}


async def test_what_is_unknown_breaks_nothing(script: Script) -> None:
    script.streams = [[
        {**SHOWN, "status": "dreaming", "later": {"x": 1}}, None, {"type": "omen"}, {"no": "type"},
        entry(4, view={"new": True}), {"type": "change", "weather": "rain", "status": "over"},
    ]]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        await match.until(lambda match: match.status == "over")
        assert (match.n, match.view, match.fields["weather"], match.fields["later"]) == (4, {"new": True}, "rain", {"x": 1})


async def test_a_line_that_cannot_be_read_ends_the_match_with_a_refusal(script: Script) -> None:
    script.streams = [[{**SHOWN, "status": "playing"}, {"type": "entry", "n": "four"}]]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        with pytest.raises(Refusal, match="closed: the server sent a line that cannot be read"):
            await match.until(lambda match: False)


async def test_a_seat_is_played_though_the_store_refuses(script: Script, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    script.streams = [[SHOWN]]
    async with FlowerWar(script.url, store=FileStore(tmp_path / "file")) as client:
        assert (await client.create("tieqchieq")).seat == "red"


async def test_a_stream_is_resumed_after_the_last_entry_when_it_ends_breaks_or_is_silent(script: Script) -> None:
    script.streams = [
        [SHOWN, entry(1), entry(2), entry(3), {"type": "end", "code": "moved", "resume": True}],
        [{**SHOWN, "n": 4}, entry(4), ["no object"]],
        [{**SHOWN, "n": 4}, entry(5)],
        [{**SHOWN, "n": 5}, entry(5), entry(6)],
    ]
    async with FlowerWar(script.url, silence=0.2) as client:
        match = await client.create("tieqchieq")
        await match.until(lambda match: match.n == 6)
        assert [asked["after"] for asked in script.asked_of("stream")][:4] == ["0", "3", "4", "5"]
        await match.until(lambda match: not match.is_connected)
        script.streams = [[{**SHOWN, "n": 6}]]
        await match.until(lambda match: match.is_connected)
        assert script.asked_of("stream")[-1] == {"after": "6", "protocolVersion": str(PROTOCOL["newest"])}


async def test_a_command_is_sent_again_with_its_id_until_it_is_answered(script: Script) -> None:
    script.streams = [[SHOWN]]
    busy: list[Answer] = [
        (503, {"code": "unavailable", "wait": 1}), (503, {"code": "draining"}), (500, {"code": "internal"}), (502, "<html>"),
        (429, {"code": "too-many-messages", "wait": 1}),
    ]
    script.answers["commands"] = [*busy, (200, {"n": 3, "legal": []}), (409, {"code": "not-your-turn", "message": "wait", "x": 1})]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        assert (await match.send({"type": "toss"}))["n"] == 3
        asked = script.asked_of("commands")
        assert len(asked) == 6 and all(each == asked[0] for each in asked)
        with pytest.raises(Refusal, match="not-your-turn: wait"):
            await match.send({"type": "toss"})
        script.answers["commands"] = [(500, {"code": "internal"})]
        with pytest.raises(Refusal, match="internal"):
            await match.send({"type": "toss"})


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((400, {"code": "client-too-old", "message": "update", "supported": {"oldest": 9, "newest": 9}}), "client-too-old"),
        ((201, {**RESERVED, "reservation": {}}), "server-too-old"),
        ((200, "<html>a page</html>"), "unreachable"),
        ((200, {"status": "ok"}), "unreachable"),
        ((201, {**RESERVED, "seat": 4}), "unreachable"),
        ((201, [RESERVED]), "unreachable"),
        ((302, ""), "unreachable"),
    ],
)
async def test_versions_and_other_servers_are_told_apart(script: Script, answer: Answer, code: str) -> None:
    script.answers["/api/matches"] = [answer]
    async with FlowerWar(script.url) as client:
        with pytest.raises(Refusal) as refused:
            await client.create("tieqchieq")
        assert (refused.value.code, refused.value.supported is not None) == (code, code != "unreachable")
        assert script.asked_of("/api/matches")[0]["protocolVersion"] == PROTOCOL["newest"]


@pytest.mark.parametrize("body", [{}, [], {"token": None, "over": "no"}])
async def test_answers_of_other_servers_are_none(script: Script, body: object) -> None:
    for path in ("/api/players", "/api/matches/4F7K"):
        script.answers[path] = [(200, body)]
    async with FlowerWar(script.url) as client:
        with pytest.raises(Refusal, match="unreachable"):
            await client.create_player()
        with pytest.raises(Refusal, match="unreachable"):
            await client.find_match("4F7K")


async def test_a_command_is_sent_again_when_its_answer_is_none_of_our_servers(script: Script) -> None:
    script.streams = [[SHOWN]]
    script.answers["commands"] = [(200, {"ok": True}), (200, {"n": 3, "legal": []})]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        assert (await match.send({"type": "toss"}))["n"] == 3
        first, second = script.asked_of("commands")
        assert first == second


async def test_a_stream_that_breaks_at_once_is_asked_for_ever_more_seldom(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []

    async def sleep(self: retry.Backoff, refusal: Refusal | None) -> None:
        waits.append(self.failures)
        self.failures += 1
        await asyncio.sleep(0)

    monkeypatch.setattr(retry.Backoff, "sleep", sleep)
    script.streams = [[SHOWN] for _ in range(5)]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        while len(waits) < 4:
            await match.until(lambda match: match.is_connected)
            await match.until(lambda match: not match.is_connected or len(waits) >= 4)
        assert waits[:4] == [0, 1, 2, 3]


async def test_a_server_of_before_the_json_api_is_too_old_to_join(script: Script) -> None:
    script.answers["seats"] = [(400, {"code": "bad-request", "field": "renew"})]
    async with FlowerWar(script.url) as client:
        with pytest.raises(Refusal, match="server-too-old") as refused:
            await client.join("V1StGXR8Z5jd")
        assert refused.value.supported == PROTOCOL


@pytest.mark.parametrize(("typed", "path"), [(" 4F7K\n", "/api/matches/4F7K"), ("a/b?c#d", "/api/matches/a/b?c#d")])
async def test_whatever_is_typed_as_a_code_names_a_match(script: Script, typed: str, path: str) -> None:
    script.answers[path] = [(404, {"code": "unknown-match"})]
    async with FlowerWar(script.url) as client:
        with pytest.raises(Refusal, match="unknown-match"):
            await client.find_match(typed)


async def test_a_seat_counts_as_left_if_the_answer_was_lost(script: Script) -> None:
    script.streams = [[{**SHOWN, "status": "gathering"}]]
    script.answers["leave"] = [(503, {"code": "unavailable", "wait": 1}), (403, {"code": "bad-token"})]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        await client.leave_seat(match)
        assert len(script.asked_of("leave")) == 2
        assert match.gone is not None
        assert await client.resume() == []


async def test_a_seat_that_was_asked_for_and_not_waited_for_is_asked_for_again_and_taken_once(script: Script) -> None:
    script.streams = [[{**SHOWN, "status": "gathering"}]]
    script.answers["seats"] = [(200, None), (200, RESERVED)]
    async with FlowerWar(script.url) as client:
        joining = asyncio.create_task(client.join("V1StGXR8Z5jd"))
        await script.is_silent.wait()
        joining.cancel()
        await asyncio.wait([joining])
        await client.join("V1StGXR8Z5jd")
        first, second = [asked["renew"] for asked in script.asked_of("seats")]
        assert first == second


async def test_a_seat_that_was_lost_since_its_answer_was_lost_is_replaced_by_another(script: Script) -> None:
    script.streams = [[{**SHOWN, "status": "gathering"}]]
    script.answers["seats"] = [(502, "<html>"), (403, {"code": "bad-token"}), (200, RESERVED)]
    async with FlowerWar(script.url) as client:
        with pytest.raises(Refusal, match="unreachable"):
            await client.join("V1StGXR8Z5jd")
        assert (await client.join("V1StGXR8Z5jd")).seat == "red"
        first, second, third = [asked["renew"] for asked in script.asked_of("seats")]
        assert first == second != third


async def test_a_client_that_is_too_old_for_a_newer_server_stops_with_its_stream(script: Script) -> None:
    too_old: Answer = (400, {"code": "client-too-old", "message": "update", "supported": {"oldest": 9, "newest": 9}})
    script.streams = [[SHOWN, {"type": "end", "code": "moved", "resume": True}], too_old]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        with pytest.raises(Refusal, match="client-too-old: update"):
            await match.until(lambda match: False)
        with pytest.raises(Refusal, match="client-too-old"):
            await match.send({"type": "toss"})
        assert [asked["protocolVersion"] for asked in script.asked_of("stream")] == [str(PROTOCOL["newest"])] * 2


@pytest.mark.parametrize("end", [{"code": "expelled", "reason": "insults"}, {"code": "banned", "reason": "x", "until": 5}])
async def test_an_operators_act_ends_the_match_with_what_they_say(script: Script, end: dict[str, Any]) -> None:
    script.streams = [[{**SHOWN, "status": "playing"}, {"type": "end", "resume": False, **end}]]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        with pytest.raises(Refusal) as refused:
            await match.until(lambda match: False)
        assert (refused.value.code, refused.value.reason, refused.value.message) == ("closed", end["code"], end["reason"])
        assert refused.value.until == end.get("until")



async def test_a_server_that_changes_its_commitment_is_refused(script: Script) -> None:
    script.streams = [[{**SHOWN, "commitment": "11" * 32}]]
    async with FlowerWar(script.url) as client:
        match = await client.create("tieqchieq")
        with pytest.raises(Refusal) as refused:
            await match.until(lambda match: False)
        assert (refused.value.code, refused.value.field) == ("fairness-broken", "commitment")


async def test_requests_of_a_seat_are_paced_below_the_servers_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", note)
    pace = retry.Pace(per_second=0.001, at_once=36)
    for _ in range(38):
        await pace.turn()
    assert waits == pytest.approx([1000, 2000], rel=0.01)


