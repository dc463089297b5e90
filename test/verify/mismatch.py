"""How the verifier reports what is wrong in a record."""


class Mismatch(Exception):
    """The record is not what it should be; the message says why."""


def expect(holds, why):
    if not holds:
        raise Mismatch(why)
