"""The samples of the README run."""
import ast
import asyncio
import contextlib
import inspect
import io
import re
from pathlib import Path

import pytest

from flower_war import FileStore, FlowerWar
from server import Server

BOT, *SAMPLES = re.findall(r"```python\n(.*?)```", (Path(__file__).parents[1] / "README.md").read_text("utf-8"), re.DOTALL)


async def test_the_bot_has_at_most_25_lines_and_plays_a_whole_match(server: Server) -> None:
    assert len(BOT.splitlines()) <= 25
    printed = io.StringIO()

    def run() -> None:
        with contextlib.redirect_stdout(printed):
            exec(compile(BOT.replace("http://localhost:2567", server.url), "README.md", "exec"), {})

    await asyncio.to_thread(run)
    assert re.match(r"\{.*'winner': '(red|yellow)'.*\}\nyes: \d+ entries\nnobody could have chosen these dice .*\nproved: ", printed.getvalue())


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.strip().splitlines()[0])
async def test_a_sample_runs(server: Server, sample: str, tmp_path: Path) -> None:
    async with FlowerWar(server.url, store=FileStore(tmp_path)) as earlier:
        await earlier.create("tieqchieq", bots=1)
    async with FlowerWar(server.url) as client:
        text = sample.replace("http://localhost:2567", server.url).replace("./seats", str(tmp_path))
        code = compile(text, "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        running = eval(code, {"client": client})
        if inspect.iscoroutine(running):
            await running
