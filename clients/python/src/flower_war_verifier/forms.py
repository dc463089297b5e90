"""How lines of a record are written; from docs/fair-dice.md alone."""
import json
import re
from collections.abc import Sequence
from typing import Any, TypeGuard

from .mismatch import Mismatch, expect


def integer(text: str) -> int:
    expect(abs(int(text)) < 2**53, "a number is too large")
    return int(text)


def no_number(text: str) -> None:
    raise Mismatch(f"{text} is no integer")


def parse(line: str) -> Any:
    return json.loads(line, parse_int=integer, parse_float=no_number, parse_constant=no_number)


def canonical(value: object) -> str:
    """The canonical form by RFC 8785 of a value without fractions, whose keys are ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def same(one: object, other: object) -> bool:
    """Whether two values have one canonical form: for Python `True` equals 1."""
    return canonical(one) == canonical(other)


def is_hex(value: object, digits: int) -> TypeGuard[str]:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{%d}" % digits, value) is not None


def is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def is_count(value: object) -> bool:
    return type(value) is int and value > 0


def have(value: Any, fields: Sequence[str], optional: Sequence[str] = ()) -> None:
    """Expects an object with these fields and, besides them, no others but the optional ones."""
    expect(isinstance(value, dict) and all(name in value for name in fields), "a field is missing")
    expect(all(name in fields or name in optional for name in value), "there is an unknown field")
