"""
Drives many temples. Each line of stdin is an order, `{"do": <method of Temple>, "temple": <id>, ...}` or, to make a temple,
`{"do": "make", ...}` with what its constructor takes; each line of stdout is something that one saw, did or was told:

    {"temple": ..., "boot": ..., "epoch": ..., "count": ...}    power is on
    {"temple": ..., "link": "up" | "down" | "refused"}
    {"temple": ..., "fell": {"epoch": ..., "slot": ..., "n": ...}, "boot": ...}
    {"temple": ..., "act": {...}, "boot": ..., "seq": ...}
    {"temple": ..., "unanswered": ..., "boot": ...}         the `seq` of an act that is not published again
    {"temple": ..., "ack": {...}}
    {"temple": ..., "display": {...} | null}
    {"temple": ..., "echo": ...}

It ends with stdin.
"""

import asyncio
import json
import sys

from temple import Temple


async def main():
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    temples = {}
    while line := await lines.readline():
        order = json.loads(line)
        do = order.pop("do")
        if do == "make":
            temples[order["temple"]] = Temple(loop, tell, order)
        else:
            getattr(temples[order.pop("temple")], do)(**order)


def tell(seen):
    print(json.dumps(seen, separators=(",", ":")), flush=True)


asyncio.run(main())
