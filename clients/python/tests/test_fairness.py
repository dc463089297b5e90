"""What a client gives to the dice, and which changes of a server's word it refuses."""
import hashlib
import json
from typing import Any

import pytest

from flower_war import Refusal
from flower_war.dice import DicePart
from flower_war.header import read_header
from flower_war.state import MatchState
from flower_war_verifier import canonical, terms_of


BOT = {"seat": "yellow", "kind": "bot", "from": "bot", "nonce": "yellow"}


class Table:
    """A match that gathers, as its server shows it and answers."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.other: dict[str, Any] = {}
        self.state = MatchState()
        self.state.apply({
            "type": "match", "match": "V1StGXR8Z5jd", "game": "tieqchieq", "commitment": "00" * 32, "you": "red", "n": 0,
            "status": "gathering", "seals": {}, "revealing": False, "terms": "",
            "seats": [{"seat": "red", "kind": "human", "nonce": ""}, {"seat": "yellow", "kind": "bot", "nonce": "yellow"}],
        })
        self.dice = DicePart(self.request, lambda: None, {})

    async def request(self, name: str, payload: dict[str, Any]) -> Any:
        self.asked.append(name)
        return {**payload, **self.other}

    async def show(self, **fields: Any) -> None:
        self.state.apply({"type": "change", **fields})
        await self.dice.give(self.state)

    async def seal(self) -> str:
        await self.show()
        seal = self.dice.seal
        await self.show(seals={"red": seal})
        return seal

    def header(self, **changes: Any) -> str:
        seat = {"seat": "red", "kind": "human", "from": "player", "nonce": self.dice.nonce, "seal": self.dice.seal, "key": self.dice.key}
        return self.line(seats=[{**seat, **changes}, BOT])

    def line(self, **changes: Any) -> str:
        header = {"format": "flower-war-record-3", "match": "V1StGXR8Z5jd", "game": "tieqchieq", "commitment": "00" * 32}
        return canonical({**header, "rules": 1, "options": {}, **changes})

    def terms(self, **changes: Any) -> str:
        return terms_of(json.loads(self.line(**{"seats": json.loads(self.header())["seats"], **changes})))

    async def reveal(self) -> None:
        await self.seal()
        await self.show(revealing=True, terms=self.terms())


async def test_a_nonce_is_sealed_and_revealed_when_all_seals_are_fixed() -> None:
    table = Table()
    seal = await table.seal()
    assert table.asked == ["seal"]
    assert seal == hashlib.sha256(table.dice.nonce.encode()).hexdigest()
    await table.show(revealing=True, terms=table.terms())
    assert (table.asked, table.dice.taken) == (["seal", "nonce"], "nonce")
    assert table.dice.terms == table.terms()
    assert read_header(table.header(), table.state, table.dice)


async def test_after_somebody_left_a_fresh_nonce_is_sealed() -> None:
    table = Table()
    seal = await table.seal()
    await table.show(revealing=True, terms=table.terms())
    await table.show(seals={}, revealing=False, terms="")
    assert table.asked == ["seal", "nonce", "seal"]
    assert table.dice.seal not in ("", seal)
    assert (table.dice.terms, table.dice.voided) == (None, 1)


async def test_another_client_of_the_seat_may_be_faster() -> None:
    table = Table()
    table.other = {"seal": "ab" * 32}
    await table.show()
    await table.show(seals={"red": "ab" * 32})
    assert (table.asked, table.dice.nonce) == (["seal"], "")


@pytest.mark.parametrize(
    ("shown", "what"),
    [({"seals": {"red": "ab" * 32}}, "seal"), ({"revealing": True, "seats": [{"seat": "red", "kind": "human", "nonce": "other"}]}, "nonce"), ({"terms": "{}"}, "terms")],
)
async def test_a_server_that_shows_another_part_of_the_seat_is_refused(shown: dict[str, Any], what: str) -> None:
    table = Table()
    await table.reveal()
    with pytest.raises(Refusal) as refused:
        await table.show(**shown)
    assert (refused.value.code, refused.value.field) == ("fairness-broken", what)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"nonce": "other", "seal": hashlib.sha256(b"other").hexdigest()}, "nonce"),
        ({"key": "ab" * 32}, "key"),
        ({"seal": "ab" * 32}, "seal"),
        ({"seat": "green"}, "header"),
        ({"kind": "bot"}, "seats.red"),
    ],
)
async def test_a_header_that_changes_what_was_said_is_refused(changes: dict[str, Any], what: str) -> None:
    table = Table()
    await table.reveal()
    with pytest.raises(Refusal) as refused:
        read_header(table.header(**changes), table.state, table.dice)
    assert (refused.value.code, refused.value.field) == ("fairness-broken", what)


@pytest.mark.parametrize("line", ["", "[]", "{}", json.dumps({"match": "V1StGXR8Z5jd"}), " "])
async def test_a_header_that_is_none_is_refused(line: str) -> None:
    table = Table()
    with pytest.raises(Refusal, match="fairness-broken"):
        read_header(line, table.state, table.dice)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"rules": 2}, "header"),
        ({"options": {"first": "red"}}, "header"),
        ({"format": "flower-war-record-2"}, "header"),
        ({"version": "2"}, "header"),
        ({"bot": {**BOT, "kind": "human", "from": "player", "nonce": "chosen"}}, "seats.yellow"),
        ({"bot": {**BOT, "nonce": "chosen"}}, "seats.yellow"),
    ],
)
async def test_a_header_that_is_not_as_the_terms_said_is_refused(changes: dict[str, Any], what: str) -> None:
    table = Table()
    await table.reveal()
    bot = changes.pop("bot", BOT)
    header = json.loads(table.header())
    line = canonical({**header, **changes, "seats": [header["seats"][0], bot]})
    with pytest.raises(Refusal) as refused:
        read_header(line, table.state, table.dice)
    assert (refused.value.code, refused.value.field) == ("fairness-broken", what)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"match": "AAAAAAAAAAAA"}, "terms"),
        ({"game": "mexica"}, "terms"),
        ({"format": "flower-war-record-9"}, "terms"),
        ({"commitment": "11" * 32}, "commitment"),
        ({"bot": None}, "terms"),
        ({"bot": {**BOT, "kind": "human", "from": "stand-in"}}, "seats.yellow"),
        ({"bot": {**BOT, "nonce": "chosen"}}, "seats.yellow"),
        ({"bot": {**BOT, "kind": "human", "from": "player", "nonce": "", "seal": "no hash"}}, "seats.yellow"),
        ({"bot": {**BOT, "more": 1}}, "seats.yellow"),
    ],
)
async def test_nothing_is_revealed_under_terms_that_are_not_those_of_the_table(changes: dict[str, Any], what: str) -> None:
    table = Table()
    await table.seal()
    bot = changes.pop("bot", BOT)
    seats = [json.loads(table.header())["seats"][0], *([bot] if bot else [])]
    with pytest.raises(Refusal) as refused:
        await table.show(revealing=True, terms=table.terms(seats=seats, **changes))
    assert (refused.value.code, refused.value.field) == ("fairness-broken", what)
    assert table.asked == ["seal"]


async def test_a_server_of_version_0_3_shows_no_terms() -> None:
    table = Table()
    await table.seal()
    await table.show(revealing=True)
    assert (table.asked, table.dice.terms) == (["seal", "nonce"], None)
    line = canonical({**json.loads(table.header()), "format": "flower-war-record-2"})
    assert read_header(line, table.state, table.dice)
    with pytest.raises(Refusal, match="fairness-broken"):
        read_header(table.header(), table.state, table.dice)
