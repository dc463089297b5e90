"""How the verifier reports what is wrong in a record."""
from collections.abc import Callable, Iterable
from typing import Any

# Where in a record a fault is: "header", the number of an entry, "end"; and why it is one.
Line = str | int
Fault = tuple[Line, str]


class Mismatch(Exception):
    """The record is not what it should be; the message says why."""


def expect(holds: object, why: str) -> None:
    if not holds:
        raise Mismatch(why)


def fault_of(line: Line, check: Callable[..., object], *args: Any) -> Fault | None:
    """Returns the line and why, if a check fails there; else None."""
    try:
        check(*args)
    except Mismatch as mismatch:
        return line, str(mismatch)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        return line, f"malformed ({fault!r})"
    return None


def earliest(faults: Iterable[Fault | None]) -> Fault | None:
    """Returns the fault in the earliest line, of several in one line the first; None if there is none."""
    order = {"header": 0.0, "end": float("inf")}

    def place(fault: Fault) -> float:
        line = fault[0]
        return order[line] if isinstance(line, str) else line

    return min((fault for fault in faults if fault), key=place, default=None)
