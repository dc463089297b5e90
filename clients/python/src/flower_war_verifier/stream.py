"""The random words that follow from a seed; written from docs/fair-dice.md alone."""
import hashlib


class Stream:
    """Draws in order; `position` is the number of the next word."""

    def __init__(self, seed: bytes) -> None:
        self.seed, self.position = seed, 0

    def below(self, n: int) -> int:
        while True:
            block, index = divmod(self.position, 8)
            digest = hashlib.sha256(self.seed + block.to_bytes(8, "big")).digest()
            word = int.from_bytes(digest[4 * index:4 * index + 4], "big")
            self.position += 1
            if word < 2**32 - 2**32 % n:
                return word % n

    def shuffled(self, cards: list[str]) -> list[str]:
        things = list(cards)
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things
