"""A table of a Flower War server in a terminal: any game, one seat; the others are bots or people who join. README.md says how to start it."""
import argparse
import asyncio
from typing import Any

from flower_war import Command, FileStore, FlowerWar, Match, Refusal
from rich.markup import escape
from rich.table import Table as Grid
from textual import work
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer, Header, OptionList, RichLog, Static
from textual.widgets.option_list import Option


class Table(App[None]):
    """Shows a match and sends what its player chooses. It ends with `q`; the seat stays theirs, and the next start takes it again."""

    CSS = """
    #seats { width: 1fr; }
    #log { width: 1fr; border-left: solid $primary; padding: 0 1; }
    #status { padding: 0 1; text-style: bold; }
    #commands { height: 12; }
    """
    BINDINGS = [("q", "quit", "Quit"), ("c", "concede", "Concede")]

    def __init__(self, match: Match, titles: dict[str, str]) -> None:
        """@param titles the names of cards and other things, by those of the rules"""
        super().__init__()
        self.match, self.titles = match, titles
        self.asked_to_concede = False
        self.title, self.sub_title = "Flower War", match.invitation or ""

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield Static(id="seats")
            yield RichLog(id="log", wrap=True, min_width=1)
        yield Static(id="status")
        yield OptionList(id="commands")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.follow()

    @work
    async def follow(self) -> None:
        """Shows each line that the server tells, until the match is over."""
        try:
            async for line in self.match:
                if line["type"] == "entry":
                    for event in line["events"]:
                        if event["type"] != "asked":  # the status says it
                            self.query_one(RichLog).write(self.describe(event))
                self.show()
        except Refusal as refusal:
            self.query_one("#status", Static).update(f"The match is gone: {refusal}")

    def show(self) -> None:
        """Draws the match as it is now."""
        match, commands = self.match, self.query_one(OptionList)
        rows = {seat["seat"]: list_numbers(match.view, seat["seat"]) for seat in match.seats}
        columns = list(dict.fromkeys(name for row in rows.values() for name in row))
        seats = Grid("seat", "player", *columns, box=None)
        for seat in match.seats:
            mark = " (you)" if seat["seat"] == match.seat else ""
            numbers = [rows[seat["seat"]].get(name, "") for name in columns]
            seats.add_row(seat["seat"] + mark, escape(seat.get("name") or "-"), *numbers)
        self.query_one("#seats", Static).update(seats)
        legal = [command for command in match.legal() if command["type"] != "concede"]
        commands.clear_options().add_options(Option(escape(self.describe(command))) for command in legal)
        if legal:
            commands.highlighted = 0
        self.query_one("#status", Static).update(escape(self.status()))

    def status(self) -> str:
        match = self.match
        if match.outcome:
            winner = match.outcome.get("winner")
            return f"The match is over: {winner or 'no seat'} has won. Press q."
        if not match.is_connected:
            return "The connection is lost. Reconnecting ..."
        if match.status != "playing":
            return f"Waiting for others. They join with {match.invitation or match.id}."
        return ", ".join(f"{'you' if each['seat'] == match.seat else each['seat']}: {each['decision']}" for each in match.awaiting)

    async def on_option_list_option_selected(self, selected: OptionList.OptionSelected) -> None:
        legal = [command for command in self.match.legal() if command["type"] != "concede"]
        if selected.option_index < len(legal):
            await self.send(legal[selected.option_index])

    async def action_concede(self) -> None:
        if self.asked_to_concede:
            await self.send({"type": "concede"})
        else:
            self.asked_to_concede = True
            self.notify("To give up the match, press c again.")

    async def send(self, command: Command) -> None:
        self.asked_to_concede = False
        try:
            await self.match.send(command)
        except Refusal as refusal:
            self.notify(str(refusal), severity="warning")

    def describe(self, thing: dict[str, Any]) -> str:
        """Returns a command or an event as text: what it is, then its fields."""
        told = {name: value for name, value in thing.items() if name not in ("type", "seat") and value not in (None, False)}
        fields = [name if value is True else f"{name} {self.format_value(value)}" for name, value in told.items()]
        who = f"{thing['seat']}: " if "seat" in thing else ""
        return who + ", ".join([thing["type"].replace("-", " "), *fields])

    def format_value(self, value: Any) -> str:
        if isinstance(value, list):
            return " ".join(self.format_value(each) for each in value)
        if isinstance(value, dict):
            return " ".join(f"{name} {self.format_value(each)}" for name, each in value.items())
        return self.titles.get(str(value), str(value))


def list_numbers(view: dict[str, Any] | None, seat: str) -> dict[str, str]:
    """Returns what a view counts of a seat, under its names: each number, and the sums of small tables."""
    numbers: dict[str, str] = {}
    for name, part in ((view or {}).get("table") or {}).items():
        if isinstance(part, dict) and seat in part:
            own = part[seat]
            for field, value in own.items() if isinstance(own, dict) else [(name, own)]:
                if isinstance(value, dict) and all(isinstance(each, int) for each in value.values()):
                    value = sum(value.values())
                if isinstance(value, int) and not isinstance(value, bool):
                    numbers[field] = str(value)
    return numbers


async def take_seat(client: FlowerWar, wanted: argparse.Namespace, games: dict[str, dict[str, Any]]) -> Match:
    """Takes a seat by its code, else the one that is stored of a running match, else one of a new match against bots."""
    if wanted.join is not None:
        return await client.join(wanted.join)
    for mine in await client.resume():
        return await client.join(mine["match"], token=mine["token"])
    default = games[wanted.game]["seats"]["default"] if wanted.game in games else 2
    bots = (wanted.seats or default) - 1 if wanted.bots is None else wanted.bots
    return await client.create(wanted.game, seats=wanted.seats, bots=bots)


def list_titles(game: dict[str, Any]) -> dict[str, str]:
    """Returns the names of a game's cards as people read them."""
    cards = game.get("words", {}).get("cards") or {}
    return {name: card["name"] for name, card in cards.items()}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default="http://localhost:2567")
    parser.add_argument("--name", default="Citlali", help="what the others read")
    parser.add_argument("--game", default="flower-war", help="also mexica, space-aztecs, tieqchieq, or one of the host's own")
    parser.add_argument("--seats", type=int, help="of a new table; default: as the game has it")
    parser.add_argument("--bots", type=int, help="how many of its other seats; default: all")
    parser.add_argument("--join", metavar="CODE", help="the code of a table, in place of a new one")
    return parser.parse_args(arguments)


async def main() -> None:
    wanted = parse()
    try:
        async with FlowerWar(wanted.server, name=wanted.name, store=FileStore("./flower-war-seats")) as client:
            games = {each["game"]: each for each in await client.list_games("en")}
            match = await take_seat(client, wanted, games)
            await Table(match, list_titles(games[match.game])).run_async()
    except Refusal as refusal:
        raise SystemExit(f"{wanted.server}: {refusal}") from None


if __name__ == "__main__":
    asyncio.run(main())
