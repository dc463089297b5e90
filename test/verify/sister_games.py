"""What is drawn in Flower War's sister games, by docs/fair-dice.md alone."""
from demand import demand


class Sundial:
    """Space Aztecs: the piles."""

    def __init__(self, stream, seats, options):
        removed = options["removedSet"] if len(seats) <= 4 else None
        if removed == "random":
            removed = "PYBG"[stream.below(4)]
        kinds = [f"{n:02}" for n in range(1, 11)] + ["T1", "T2", "T3", "S1", "S2", "S3"]
        cards = [name + kind for name in "PYBG" if name != removed for kind in kinds]
        cards += [f"C{n}" for n in range(1, 9)] if options["codex"] else []
        cards = stream.shuffled(cards)
        self.piles = {place: cards[place - 1::8] for place in range(1, 9)}
        self.first = seats[stream.below(len(seats))]
        self.held = {}

    def follow(self, event):
        demand("chance" not in event, "nothing is drawn after the deal")
        if event["type"] == "pile-taken":
            demand(self.held or event["seat"] == self.first, f"seat {self.first} takes a pile first")
            self.held[event["seat"]] = self.piles[event["place"]]
        if event["type"] == "card-chosen":
            pile, card = self.held[event["seat"]], event["card"]
            demand(card in pile, f"there is no {card} in the pile")
            pile.remove(card)


class Race:
    """Tıeqchıeq: nothing but coins."""

    def __init__(self, stream, seats, options):
        self.stream = stream
        self.first = seats[stream.below(2)] if options["first"] == "random" else options["first"]

    def follow(self, event):
        kind = event["type"]
        if kind == "tossed" and self.first:
            demand(event["seat"] == self.first, f"{self.first} begins")
            self.first = None
        coins, count = [], 0
        if kind == "tossed":
            coins, count = event["coins"], 4
        if kind == "battled":
            coins, count = event["battle"]["coins"], 2
        demand(len(coins) == count, f"{kind} has {len(coins)} coins")
        for coin in coins:
            tossed = self.stream.below(2)
            demand(coin == tossed, f"a coin is {coin}, not {tossed}")
        position = self.stream.position
        demand(event.get("chance") == (position if coins else None), f"{kind} leaves the stream at {position}")
