"""How the verifier reports what is wrong in a record."""


class Mismatch(Exception):
    """The record is not what it should be; the message says why."""


def expect(holds, why):
    if not holds:
        raise Mismatch(why)


def fault_of(line, check, *args):
    """Returns the line and why, if a check fails there; else None. Lines: "header", the number of an entry, "end"."""
    try:
        check(*args)
    except Mismatch as mismatch:
        return line, str(mismatch)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        return line, f"malformed ({fault!r})"
    return None


def earliest(faults):
    """Returns the fault in the earliest line, of several in one line the first; None if there is none."""
    order = {"header": 0, "end": float("inf")}
    return min(filter(None, faults), key=lambda fault: order.get(fault[0], fault[0]), default=None)
