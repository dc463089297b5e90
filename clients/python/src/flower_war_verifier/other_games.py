"""The draws of the other games, written from docs/fair-dice.md alone."""
from typing import Any

from .mismatch import expect
from .stream import Stream


class SpaceAztecs:
    """Checks the piles."""

    def __init__(self, stream: Stream, seats: list[str], options: dict[str, Any]) -> None:
        removed = options["removedSet"] if len(seats) <= 4 else None
        if removed == "random":
            removed = "PYBG"[stream.below(4)]
        kinds = [f"{n:02}" for n in range(1, 11)] + ["T1", "T2", "T3", "S1", "S2", "S3"]
        cards = [name + kind for name in "PYBG" if name != removed for kind in kinds]
        cards += [f"C{n}" for n in range(1, 9)] if options["codex"] else []
        cards = stream.shuffled(cards)
        self.piles = {place: cards[place - 1::8] for place in range(1, 9)}
        first = stream.below(len(seats))
        self.order = seats[first:] + seats[:first]
        self.held: dict[str, list[str]] = {}

    def check(self, event: dict[str, Any]) -> None:
        expect("chance" not in event, "there is no draw after the deal")
        if event["type"] == "conceded":
            self.order.remove(event["seat"])
        if event["type"] == "pile-taken":
            expect(self.held or event["seat"] == self.order[0], f"seat {self.order[0]} takes a pile first")
            self.held[event["seat"]] = self.piles[event["place"]]
        if event["type"] == "card-chosen":
            pile, card = self.held[event["seat"]], event["card"]
            expect(card in pile, f"there is no {card} in the pile")
            pile.remove(card)


class Tieqchieq:
    """Checks the coins."""

    def __init__(self, stream: Stream, seats: list[str], options: dict[str, Any]) -> None:
        self.stream = stream
        self.first = seats[stream.below(2)] if options["first"] == "random" else options["first"]

    def check(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "tossed" and self.first:
            expect(event["seat"] == self.first, f"{self.first} begins")
            self.first = None
        coins, count = [], 0
        if kind == "tossed":
            coins, count = event["coins"], 4
        if kind == "battled":
            coins, count = event["battle"]["coins"], 2
        expect(len(coins) == count, f"{kind} has {len(coins)} coins")
        for coin in coins:
            expected = self.stream.below(2)
            expect(coin == expected, f"a coin is {coin}, not {expected}")
        position = self.stream.position
        expect(event.get("chance") == (position if coins else None), f"{kind} ends at position {position} of the stream")
