"""The client that test/python-client.test.ts checks: it plays a match as docs/client-check.md asks."""
import asyncio
import os

from flower_war import FlowerWar, Refusal
from playing import moves


async def main() -> None:
    silence = float(os.environ["FLOWER_WAR_SILENCE"])
    async with FlowerWar(os.environ["FLOWER_WAR_URL"], silence=silence) as client:
        match = await client.create(os.environ["FLOWER_WAR_GAME"], bots=1)
        async for _ in match:
            if commands := moves(match):
                try:
                    await match.send(commands[0])
                except Refusal as refusal:
                    print(refusal)


try:
    asyncio.run(main())
except Refusal as refusal:
    print(refusal)
