"""What the tests share: one server for all of them."""
from collections.abc import AsyncIterator, Iterator

import pytest

from server import Proxy, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def proxy(server: Server) -> AsyncIterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    await proxy.stop()
