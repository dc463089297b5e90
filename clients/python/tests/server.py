"""A server of this project for tests, and a proxy whose connections break."""
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[3]


class Server:
    """A server as a process, always on the same port and with the same data. It can be killed and started again."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="flower-war-python-")
        self.port, self._operator_port = free_ports()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it. Returns when it can take matches."""
        settings = {
            "NODE_ENV": "development", "HOST": "127.0.0.1", "PORT": self.port, "OPERATOR_PORT": self._operator_port,
            "DATA_DIR": self._folder.name, "BOT_DELAY": "0", "LOG_LEVEL": "error",
            "CREATIONS_PER_MINUTE": 1000, "SEATS_PER_MINUTE": 1000, "REQUESTS_PER_SECOND": 1000, "REQUESTS_AT_ONCE": 4000,
        }
        self._process = subprocess.Popen(
            [ROOT / "node_modules/.bin/node", "--conditions=@flower-war/source", "server/src/main.ts"],
            cwd=ROOT,
            env={**os.environ, **{name: str(value) for name, value in settings.items()}},
        )
        while not self._is_ready():
            assert self._process.poll() is None, "the server has ended"
            time.sleep(0.02)

    def kill(self) -> None:
        """Ends it at once."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self.kill()
        self._folder.cleanup()

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return int(answer.status) == 200
        except OSError:
            return False


def free_ports() -> tuple[int, int]:
    """Returns two ports that are free now, below those that systems give to clients' connections: a killed server finds its own again."""
    with socket.socket() as one, socket.socket() as other:
        return bind(one), bind(other)


def bind(listener: socket.socket) -> int:
    while True:
        port = random.randrange(15_000, 32_000)
        with contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


class Proxy:
    """Passes connections on to a server, and breaks them when it is told to."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._listener: asyncio.Server | None = None
        self.loses_answer_to: str | None = None
        """The end of a path: the connection breaks when the next request to it is answered, before its client gets the answer."""
        self.lost = 0

    async def start(self) -> str:
        """Begins to listen. Returns its address."""
        self._listener = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Breaks all connections without a word."""
        for writer in self._writers:
            writer.transport.abort()

    async def stop(self) -> None:
        self.cut()
        if self._listener:
            self._listener.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, there}
        asked = b""
        is_lost = False

        async def up() -> None:
            nonlocal asked, is_lost
            while asked := await reader.read(65_536):
                is_lost = self.loses_answer_to is not None and f"/{self.loses_answer_to} HTTP".encode() in asked
                there.write(asked)

        async def down() -> None:
            while told := await there_reader.read(65_536):
                if is_lost:
                    self.lost += 1
                    self.loses_answer_to = None
                    return
                writer.write(told)

        tasks = [asyncio.ensure_future(up()), asyncio.ensure_future(down())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in writer, there:
            each.transport.abort()
        self._writers -= {writer, there}
