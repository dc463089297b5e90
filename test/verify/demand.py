"""How a verifier says that a record is not what it should be."""


class Differs(Exception):
    """Why the record is not what it should be."""


def demand(holds, why):
    if not holds:
        raise Differs(why)
