"""Verifies a record's dice; written from docs/fair-dice.md alone, without the rules. Usage: verify.py match.jsonl"""
import hashlib
import json
import re
import sys

from mismatch import Mismatch, expect
from other_games import SpaceAztecs, Tieqchieq

WAR = {"eagle": 1, "macuahuitl": 6, "obsidian-edge": 4, "eagle-knight": 3, "jaguar-knight": 3, "atlatl": 3, "chimalli": 5,
       "war-drum": 3, "captive": 3, "feathered-retreat": 2, "omen": 3, "ambush": 3, "xochiyaoyotl": 1}
RAIN = {"serpent": 1, "tlalocs-tears": 5, "chinampa": 5, "spring-rain": 5, "downpour": 3, "drought": 3, "canoe": 4,
        "causeway": 2, "offering-bowl": 3, "chalchiuhtlicue": 3, "mist": 3, "tlaloque": 3}
SIGNS = ("cipactli ehecatl calli cuetzpalin coatl miquiztli mazatl tochtli atl itzcuintli ozomahtli malinalli acatl ocelotl "
         "cuauhtli cozcacuauhtli olin tecpatl quiahuitl xochitl").split()
START = {"east": 20, "north": 5, "west": 10, "south": 15, "topan": 3, "mictlan": 13}


class Stream:
    """The random words that follow from a seed."""

    def __init__(self, seed):
        self.seed, self.position = seed, 0

    def below(self, n):
        while True:
            block, index = divmod(self.position, 8)
            digest = hashlib.sha256(self.seed + block.to_bytes(8, "big")).digest()
            word = int.from_bytes(digest[4 * index:4 * index + 4], "big")
            self.position += 1
            if word < 2**32 - 2**32 % n:
                return word % n

    def shuffled(self, things):
        things = list(things)
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


class FlowerWar:
    """Checks dice and shuffles, and where each card is: in decks, hands and stacks."""

    def __init__(self, stream, seats, options):
        self.stream = stream
        decks = {"war": [card for card, copies in WAR.items() for _ in range(copies)],
                 "rain": [card for card, copies in RAIN.items() for _ in range(copies)],
                 "day": [f"{n}-{sign}" for sign in SIGNS for n in range(1, 14)]}
        self.deck_of = {card: deck for deck, cards in decks.items() for card in cards}
        self.decks = {deck: stream.shuffled(cards) for deck, cards in decks.items()}
        self.hands = {seat: [] for seat in seats}
        self.stacks = {space: [] for space in range(1, 21)}
        self.space = {seat: START[seat] for seat in seats}
        self.active = seats[0]

    def check(self, event):
        kind, seat = event["type"], event.get("seat")
        if kind == "turn-began":
            self.active = seat
        if kind == "moved":
            self.space[seat] = event["space"]
        before = self.stream.position
        self.check_draws(event, kind)
        expect("chance" in event or self.stream.position == before, f"{kind} does not have what it drew")
        expect(event.get("chance", before) == self.stream.position, f"{kind} ends at position {self.stream.position} of the stream")
        self.move_cards(event, kind, seat)

    def check_draws(self, event, kind):
        for thrown in (event[name] for name in event if name in ("die", "dice", "roll")):
            thrown = list(thrown.values()) if isinstance(thrown, dict) else thrown
            for die in thrown if isinstance(thrown, list) else [thrown]:
                rolled = None if die is None else 1 + self.stream.below(6)
                expect(die == rolled, f"a die is {die}, not {rolled}")
        if kind == "reshuffled":
            deck, gathered = event["deck"], []
            for space, stack in self.stacks.items():
                gathered += [card for card in stack[:-1] if self.deck_of[card] == deck]
                self.stacks[space] = [card for card in stack[:-1] if self.deck_of[card] != deck] + stack[-1:]
            self.decks[deck] = self.stream.shuffled(gathered)
            expect(event["order"] == self.decks[deck], f"the {deck} deck is shuffled otherwise")
        if kind == "card-taken":
            hand = self.hands[event["from"]]
            taken = hand[self.stream.below(len(hand))]
            expect(event["gave"] == taken, f"the card taken is {taken}")

    def move_cards(self, event, kind, seat):
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


TABLES = {"flower-war": FlowerWar, "mexica": FlowerWar, "space-aztecs": SpaceAztecs, "tieqchieq": Tieqchieq}


def verify(lines):
    """Returns "yes" and the number of entries, or "no", the first line that is wrong, and why."""
    line = "header"
    try:
        header = json.loads(lines[0])
        names = [header["format"], header["stream"]]
        expect(names == ["flower-war-record-1", "sha256-counter-32"], "its format or stream is unknown")
        for seat in header["seats"]:
            expect(re.fullmatch("[A-Za-z0-9_-]{1,64}", seat["nonce"]), "a nonce is malformed")
            expect(seat["from"] == "player" or seat["nonce"] == seat["seat"], "only players give a nonce")
        line = "end"
        end = json.loads(lines[-1])
        expect("secret" in end, "the last line is missing")
        secret = bytes.fromhex(end["secret"])
        expect(hashlib.sha256(secret).hexdigest() == header["commitment"], "the commitment is that of another secret")
        text = "|".join([secret.hex(), *(seat["nonce"] for seat in header["seats"])])
        seed = hashlib.sha256(text.encode()).digest()
        expect(seed.hex() == end["seed"], "the seed does not follow from secret and nonces")
        line = "header"
        table = TABLES[header["game"]](Stream(seed), [seat["seat"] for seat in header["seats"]], header["options"])
        for line, text in enumerate(lines[1:-1], 1):
            entry = json.loads(text)
            expect(entry["n"] == line, "entries are missing or in another order")
            for event in entry["events"]:
                table.check(event)
    except Mismatch as mismatch:
        return f"no: {line}: {mismatch}"
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        return f"no: {line}: malformed ({fault!r})"
    return f"yes: {len(lines) - 2} entries"


with open(sys.argv[1], encoding="utf-8") as record:
    result = verify(record.read().rstrip().split("\n"))
print(result)
sys.exit(0 if result.startswith("yes") else 1)
