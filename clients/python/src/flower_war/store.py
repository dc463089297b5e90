"""Where seats and witnesses are kept, so that a program that is started again finds them."""
import json
import os
import secrets
from pathlib import Path
from typing import Any, Protocol, TypedDict
from urllib.parse import quote, unquote


class Store(Protocol):
    """Keeps JSON objects by key. What it keeps is secret."""

    def keys(self) -> list[str]:
        """Returns the keys of all objects."""

    def load(self, key: str) -> dict[str, Any] | None:
        """Returns an object; `None`: there is none that can be read."""

    def save(self, key: str, value: dict[str, Any]) -> None:
        """Stores an object in place of the one with the same key."""

    def delete(self, key: str) -> None:
        """Deletes an object; does nothing if there is none."""


class StoredSeat(TypedDict):
    """A seat that was taken. Secret: who has the token has the seat."""

    server: str
    match: str
    code: str
    invitation: str | None
    game: str
    seat: str
    token: str


class MemoryStore:
    """A store that lasts as long as the program runs."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def keys(self) -> list[str]:
        return list(self._values)

    def load(self, key: str) -> dict[str, Any] | None:
        value = self._values.get(key)
        return None if value is None else read(value)

    def save(self, key: str, value: dict[str, Any]) -> None:
        self._values[key] = json.dumps(value)

    def delete(self, key: str) -> None:
        self._values.pop(key, None)


class FileStore:
    """A store in a folder, with one file for each object that only its owner may read. Several programs may use one folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """@param folder created when the first object is stored"""
        self._folder = Path(folder)

    def keys(self) -> list[str]:
        return [unquote(path.stem) for path in self._folder.glob("*.json")]

    def load(self, key: str) -> dict[str, Any] | None:
        try:
            return read(self._path(key).read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return None

    def save(self, key: str, value: dict[str, Any]) -> None:
        """Replaces a file at once or not at all."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(key)
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        try:
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump(value, file)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def delete(self, key: str) -> None:
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._folder / f"{quote(key, safe='')}.json"


def read(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
