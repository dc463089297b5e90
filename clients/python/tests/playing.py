"""Players that choose at random."""
import random

from flower_war import Command, Match


def moves(match: Match) -> list[Command]:
    """Returns what the seat may do now besides giving up."""
    return [command for command in match.legal() if command["type"] != "concede"]


async def play(match: Match, seed: str) -> None:
    """Plays a match to its end. A match that fails shows its seed in the trace."""
    chance = random.Random(seed)
    async for _ in match:
        if commands := moves(match):
            await match.send(chance.choice(commands))


async def play_until(match: Match, n: int, seed: str) -> None:
    """Plays against a bot until the match has so many entries, and it is the seat's turn again."""
    chance = random.Random(seed)
    while match.n < n:
        await match.until(lambda match: bool(moves(match)))
        await match.send(chance.choice(moves(match)))
    await match.until(lambda match: bool(moves(match)))


async def concede(match: Match) -> None:
    """Ends a match against one bot."""
    await match.send({"type": "concede"})
    await match.until(lambda match: match.status == "over")
