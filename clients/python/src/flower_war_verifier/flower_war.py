"""The draws of Flower War and Mexica; written from docs/fair-dice.md alone, without the rules."""
from typing import Any

from .mismatch import expect
from .stream import Stream

WAR = {"eagle": 1, "macuahuitl": 6, "obsidian-edge": 4, "eagle-knight": 3, "jaguar-knight": 3, "atlatl": 3, "chimalli": 5,
       "war-drum": 3, "captive": 3, "feathered-retreat": 2, "omen": 3, "ambush": 3, "xochiyaoyotl": 1}
RAIN = {"serpent": 1, "tlalocs-tears": 5, "chinampa": 5, "spring-rain": 5, "downpour": 3, "drought": 3, "canoe": 4,
        "causeway": 2, "offering-bowl": 3, "chalchiuhtlicue": 3, "mist": 3, "tlaloque": 3}
SIGNS = ("cipactli ehecatl calli cuetzpalin coatl miquiztli mazatl tochtli atl itzcuintli ozomahtli malinalli acatl ocelotl "
         "cuauhtli cozcacuauhtli olin tecpatl quiahuitl xochitl").split()
START = {"east": 20, "north": 5, "west": 10, "south": 15, "topan": 3, "mictlan": 13}


class FlowerWar:
    """Checks dice and shuffles, and where each card is: in decks, hands and stacks."""

    def __init__(self, stream: Stream, seats: list[str], options: dict[str, Any]) -> None:
        self.stream = stream
        decks = {"war": [card for card, copies in WAR.items() for _ in range(copies)],
                 "rain": [card for card, copies in RAIN.items() for _ in range(copies)],
                 "day": [f"{n}-{sign}" for sign in SIGNS for n in range(1, 14)]}
        self.deck_of = {card: deck for deck, cards in decks.items() for card in cards}
        self.decks = {deck: stream.shuffled(cards) for deck, cards in decks.items()}
        self.hands: dict[str, list[Any]] = {seat: [] for seat in seats}
        self.stacks: dict[int, list[str]] = {space: [] for space in range(1, 21)}
        self.space = {seat: START[seat] for seat in seats}
        self.active = seats[0]

    def check(self, event: dict[str, Any]) -> None:
        kind, seat = event["type"], event.get("seat", "")
        if kind == "turn-began":
            self.active = seat
        if kind == "moved":
            self.space[seat] = event["space"]
        before = self.stream.position
        self.check_draws(event, kind)
        expect("chance" in event or self.stream.position == before, f"{kind} does not have what it drew")
        expect(event.get("chance", before) == self.stream.position, f"{kind} ends at position {self.stream.position} of the stream")
        self.move_cards(event, kind, seat)

    def check_draws(self, event: dict[str, Any], kind: str) -> None:
        for thrown in (event[name] for name in event if name in ("die", "dice", "roll")):
            thrown = list(thrown.values()) if isinstance(thrown, dict) else thrown
            for die in thrown if isinstance(thrown, list) else [thrown]:
                rolled = None if die is None else 1 + self.stream.below(6)
                expect(die == rolled, f"a die is {die}, not {rolled}")
        if kind == "reshuffled":
            deck = event["deck"]
            gathered: list[str] = []
            for space, stack in self.stacks.items():
                gathered += [card for card in stack[:-1] if self.deck_of[card] == deck]
                self.stacks[space] = [card for card in stack[:-1] if self.deck_of[card] != deck] + stack[-1:]
            self.decks[deck] = self.stream.shuffled(gathered)
            expect(event["order"] == self.decks[deck], f"the {deck} deck is shuffled otherwise")
        if kind == "card-taken":
            hand = self.hands[event["from"]]
            taken = hand[self.stream.below(len(hand))]
            expect(event["gave"] == taken, f"the card taken is {taken}")

    def move_cards(self, event: dict[str, Any], kind: str, seat: str) -> None:
        here = self.stacks[self.space[self.active]]
        if kind in ("card-drawn", "day-card-drawn"):
            top = self.decks[event.get("deck", "day")].pop()
            expect(event.get("held", event)["card"] == top, f"the card drawn is {top}")
        if event.get("gave"):
            self.hands[event["from"]].remove(event["gave"])
        if event.get("got"):
            self.hands[event["to"]].append(event["got"])
        if event.get("held"):
            self.hands[seat].append(event["held"])
        if event.get("id"):
            self.hands[seat].remove({"id": event["id"], "card": event["card"]})
            here.append(event["card"])
        if event.get("kept"):
            self.hands[seat].append({"id": event["kept"], "card": event["card"]})
        elif kind == "day-card-drawn":
            here.append(event["card"])
        if kind == "conceded":
            self.stacks[self.space[seat]] += [held["card"] for held in self.hands[seat]]
            self.hands[seat] = []
