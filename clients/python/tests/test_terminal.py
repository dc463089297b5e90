"""The terminal client in examples/terminal: it plays by its keys, and shows a match to its end."""
import asyncio
import contextlib
import importlib.util
import io
import re
from pathlib import Path
from types import ModuleType

from textual.widgets import OptionList, RichLog, Static

import playing
from flower_war import FlowerWar
from server import ROOT, Server


EXAMPLE = Path(ROOT, "examples/terminal")


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("play", EXAMPLE / "play.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


play = load()


async def test_enter_plays_and_a_whole_match_is_shown(server: Server) -> None:
    async with FlowerWar(server.url, name="Citlali") as client:
        games = {each["game"]: each for each in await client.list_games("en")}
        match = await play.take_seat(client, play.parse(["--seats", "2"]), games)
        app = play.Table(match, play.list_titles(games["flower-war"]))
        async with app.run_test(size=(80, 30)) as pilot:
            while match.n < 30:
                await match.until(lambda match: match.status == "over" or len(match.legal()) > 1)
                await pilot.press("enter")
                await pilot.pause()
            # The rest without keys: Textual draws for each of them.
            await playing.play(match, "terminal")
            await pilot.pause()
            assert len(app.query_one(RichLog).lines) > 10
            assert app.query_one(OptionList).option_count == 0
            assert "The match is over" in str(app.query_one("#status", Static).content)


async def test_a_key_pressed_twice_concedes(server: Server) -> None:
    async with FlowerWar(server.url, name="Citlali") as client:
        match = await client.create("tieqchieq", bots=1)
        app = play.Table(match, {})
        async with app.run_test() as pilot:
            await match.until(lambda match: match.status == "playing")
            await pilot.press("c")
            await pilot.pause()
            assert match.status == "playing"
            await pilot.press("c")
            await match.until(lambda match: match.status == "over")


async def test_the_next_start_takes_the_stored_seat_again(server: Server) -> None:
    async with FlowerWar(server.url, name="Citlali") as client:
        first = await play.take_seat(client, play.parse(["--game", "tieqchieq"]), {})
        again = await play.take_seat(client, play.parse(["--game", "tieqchieq"]), {})
        assert (again.id, again.seat) == (first.id, first.seat)
        await again.until(lambda match: match.status == "playing")
        await again.send({"type": "concede"})


async def test_the_ten_lines_of_its_readme_play_a_whole_match(server: Server) -> None:
    [lines] = re.findall(r"```python\n(.*?)```", (EXAMPLE / "README.md").read_text("utf-8"), re.DOTALL)
    inside = re.search(r"async def main\(\):\n(.*)asyncio", lines, re.DOTALL)
    assert inside and len(inside[1].splitlines()) <= 10
    printed = io.StringIO()

    def run() -> None:
        with contextlib.redirect_stdout(printed):
            exec(compile(lines.replace("http://localhost:2567", server.url), "README.md", "exec"), {})

    await asyncio.to_thread(run)
    assert "'type': 'ended'" in printed.getvalue() or "'winner'" in printed.getvalue()
