"""The error of this package."""
from typing import Any

CONNECTION_CODES = {
    "unreachable": "no Flower War server answered at this address",
    "timeout": "the server did not answer in time; a command may or may not have been played",
    "closed": "the connection is closed, or closed before the answer came",
    "fairness-broken": "the server has changed what this client knows of the match's dice",
    "server-too-old": "this version of the client no longer understands the server",
}
"""Codes for what no server refused."""

TRANSIENT = frozenset({"unreachable", "timeout", "closed", "draining", "unavailable", "internal", "too-many-messages"})
"""Codes after which the same request may succeed a moment later."""


class Refusal(Exception):
    """
    What was asked for is refused. Decide by `code`, never by `message`: it is one of the server's (docs/protocol.md, Codes), of the game's
    rules, or of `CONNECTION_CODES`. Treat one that you do not know as any other. A refused command has changed nothing, unless the code is
    `closed`, `timeout` or `internal`: then its outcome is unknown.
    """

    def __init__(self, code: str, message: str | None = None, **details: Any) -> None:
        self.code = code
        self.message: str = message or CONNECTION_CODES.get(code, code)
        self.field: str | None = details.get("field")
        """The field or option of the request that is at fault."""
        self.wait: float | None = details.get("wait")
        """Milliseconds until it makes sense to try again."""
        self.reason: str | None = details.get("reason")
        """An operator's reason; of `closed`, the code with which the stream ended."""
        self.until: int | None = details.get("until")
        """When a ban ends, ms since 1970."""
        self.finishes: dict[str, int] | None = details.get("finishes")
        """Of `finishers-only`: how many of the player's latest matches they finished, `finished` and `of`."""
        self.supported: dict[str, int] | None = details.get("supported")
        """Of `client-too-old` and `server-too-old`: the protocol numbers that the newer side understands, `oldest` and `newest`."""
        super().__init__(f"{code}: {self.message}")

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed a moment later."""
        return self.code in TRANSIENT


def broken(what: str) -> Refusal:
    """Returns the refusal of a server that has changed what it said before. @param what changed"""
    return Refusal("fairness-broken", field=what)


DETAILS: dict[str, type | tuple[type, ...]] = {
    "message": str, "field": str, "wait": (int, float), "reason": str, "until": int, "supported": dict, "finishes": dict}


def read_refusal(body: object) -> Refusal | None:
    """Reads a refusal that came over HTTP; `None` if it is none."""
    if not isinstance(body, dict) or not isinstance(body.get("code"), str):
        return None
    details = {name: body[name] for name, kind in DETAILS.items() if isinstance(body.get(name), kind)}
    return Refusal(body["code"], **details)
