"""What a record that is right proves; written from docs/fair-dice.md alone."""
from collections.abc import Iterator

from .chain import signers
from .hand_over import hands_seat, is_hand_over
from .pause import is_pause
from .record import Record
from .take_back import is_take_back
from .witness import Witness, told_later


def grade(witness: Witness | None, record: Record) -> str:
    """Returns who could have chosen the dice of a record that is right by itself and by the witness, and why."""
    alone = "the server alone could have chosen these dice: "
    if not record.latest:
        return alone + "records of this format do not fix how a match begins"
    if witness is None:
        return alone + "there is no witness of what the table was shown"
    if "terms" not in witness:
        return alone + "the witness was not shown the terms of the match before its nonce was revealed"
    players = [seat for seat in record.header["seats"] if seat["from"] == "player"]
    own = [seat for seat in players if "nonce" in witness and seat["seat"] == witness["seat"]]
    if not own:
        return alone + "the witness gave no nonce"
    if "voided" in witness:
        return alone + "the witness had revealed a nonce at this table before, and the match did not begin"
    others = [seat["seat"] for seat in players if seat not in own]
    if "seal" not in own[0] and others:
        with_seats = f"the server could have chosen these dice together with any of these seats ({', '.join(others)})"
        return with_seats + ": the witness gave its nonce without a seal, so that others knew it before they gave theirs"
    return "nobody could have chosen these dice without breaking SHA-256"


def statements(record: Record, witness: Witness | None) -> Iterator[str]:
    """Yields who could have chosen the dice, then what the record proves, and what it does not."""
    yield grade(witness, record)
    yield "proved: the dice, shuffles and draws follow from the secret and the nonces (this verifier knows no other rules)"
    if witness and witness["header"] is not None:
        yield f"proved: the witness of {witness['seat']} was shown this match up to entry {witness['n']}"
        if told_later(witness):
            yield f"not proved: {len(told_later(witness))} entries were so when they happened: the witness was told of them later"
    else:
        yield "not proved: that anybody was shown this match, these commands and these keys; only a witness can tell"
    if record.strict and signers(record):
        yield f"proved: the keys of {', '.join(signers(record))} have signed all that these seats were shown and sent"
    agreed = [str(entry["n"]) for entry in record.entries if is_take_back(record.header, entry) and entry["events"][0]["agreed"]]
    if agreed:
        yield f"not proved: that the people agreed to take acts back in entries {', '.join(agreed)}: the server says so"
    paused = [str(entry["n"]) for entry in record.entries if is_pause(record.header, entry) and entry["events"][0].get("agreed")]
    if paused:
        yield f"not proved: that the people agreed to pause or to give time in entries {', '.join(paused)}: the server says so"
    handed = [str(entry["n"]) for entry in record.entries if is_hand_over(record.header, entry) and hands_seat(entry)]
    if handed:
        yield f"not proved: who has played since the seats were handed over in entries {', '.join(handed)}: the keys are not theirs"
    judged = [str(entry["n"]) for entry in record.entries if entry.get("by") == "judge"]
    if judged:
        yield f"not proved: that a judge gave the commands of entries {', '.join(judged)}, and that freed players were away: the server says so"
    people = [seat["seat"] for seat in record.header["seats"] if seat["kind"] == "human"]
    unsigned = [seat for seat in people if seat not in signers(record)]
    if unsigned:
        yield f"not proved: who played for {', '.join(unsigned)}: they have not signed all of it"
    own = witness["seat"] if witness and witness["header"] is not None else None
    played_for = [str(entry["n"]) for entry in record.entries if entry["seat"] in people and entry["seat"] != own and "by" in entry]
    if played_for:
        yield f"not proved: that another played entries {', '.join(played_for)} for people: the server says so"
