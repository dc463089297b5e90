"""Reads records of all formats; written from docs/fair-dice.md alone."""
import hashlib
import json
import re
from typing import Any

from .forms import canonical, have, is_count, is_hex, is_text, parse
from .mismatch import Fault, expect, fault_of

FORMATS = ("flower-war-record-1", "flower-war-record-2", "flower-war-record-3", "flower-war-record-4")
HEADER = "commitment format game match options rules seats stream".split()
VERSION = "[0-9A-Za-z.+-]{1,64}"


def has_terms(name: object) -> bool:
    """Whether the header of a record of this format was fixed, as its terms, before the first nonce was revealed."""
    return name in FORMATS[2:]


def read_header(line: str) -> dict[str, Any]:
    header: dict[str, Any] = parse(line)
    is_later = header["format"] not in FORMATS and re.fullmatch("flower-war-record-[0-9]+", str(header["format"]))
    expect(not is_later, "only newer verifiers know its format: use one")
    expect(header["format"] in FORMATS and header["stream"] == "sha256-counter-32", "its format or stream is unknown")
    strict, latest = header["format"] != FORMATS[0], header["format"] in FORMATS[2:]
    expect("version" not in header or (latest and re.fullmatch(VERSION, header["version"])), "the game's version is malformed")
    if strict:
        have(header, HEADER, ["version"] * latest + ["takeBacks", "pauses", "holidays", "handOvers", "judges"] * (header["format"] == FORMATS[3]))
        expect(re.fullmatch("[A-Za-z0-9]{12}", header["match"]), "this is no match's id")
        expect(is_count(header["rules"]) and is_text(header["game"]), "rules or game are malformed")
    for name in "takeBacks", "handOvers", "judges":
        expect(name not in header or (header["format"] == FORMATS[3] and header[name] is True), f"{name} is malformed")
    for name in "pauses", "holidays":
        expect(name not in header or (header["format"] == FORMATS[3] and is_count(header[name])), f"{name} is malformed")
    expect(isinstance(header["options"], dict) and is_hex(header["commitment"], 64), "options or commitment are malformed")
    for seat in header["seats"]:
        check_seat(seat, strict, latest)
    expect(not strict or canonical(header) == line, "it is not canonical")
    return header


def check_seat(seat: dict[str, Any], strict: bool, latest: bool) -> None:
    have(seat, ["seat", "kind", "nonce", "from"], ["seal", "key"] if strict else [])
    given, nonce = seat["from"], seat["nonce"]
    expect(is_text(seat["seat"]) and re.fullmatch("[A-Za-z0-9_-]{1,64}", nonce), "a seat or nonce is malformed")
    expect(given in ["player", "bot", "stand-in"] + ["withheld"] * (strict and not latest), "a nonce's source is unknown")
    expect(seat["kind"] == ("bot" if given == "bot" else "human"), "a bot gives no nonce, and nobody else a bot's")
    expect(given == "player" or nonce == seat["seat"], "only players give a nonce")
    for name in "seal", "key":
        expect(name not in seat or is_hex(seat[name], 64), f"a {name} is malformed")
    if "seal" not in seat:
        expect(given != "withheld" and "key" not in seat, "a seal is missing")
    else:
        sealed = hashlib.sha256(nonce.encode()).hexdigest()
        expect(given == "withheld" or (given == "player" and seat["seal"] == sealed), "a seal is not that of its nonce")


def read_entry(line: str, strict: bool, latest: bool) -> dict[str, Any]:
    entry: dict[str, Any] = parse(line)
    expect(not strict or canonical(entry) == line, "it is not canonical")
    new = ["by"] + ["hint"] * latest
    have(entry, ["n", "seat", "command", "events"], new if strict else [name for name in entry if name not in ("by", "hint")])
    expect(entry.get("hint", True) is True, "a hint is malformed")
    expect(type(entry["n"]) is int, "its number is malformed")
    expect(is_text(entry["seat"]) and isinstance(entry["command"], dict), "seat or command are malformed")
    expect(isinstance(entry["events"], list) and all(is_text(event["type"]) for event in entry["events"]), "an event is malformed")
    expect(entry.get("by") in (None, "bot", "clock", "claim", "bead", *["judge"] * latest) and entry.get("by", "bot"), "nobody else plays")
    return entry


def read_end(line: str, strict: bool, latest: bool) -> dict[str, Any]:
    end: dict[str, Any] = parse(line)
    expect(not strict or canonical(end) == line, "it is not canonical")
    new = ["signatures", "replaced", "joined", "removed"]
    have(end, ["secret", "seed", "outcome"] + new[:strict], (new[1:] if latest else new[1:2]) if strict else [name for name in end if name not in new])
    expect(is_hex(end["secret"], 64) and is_hex(end["seed"], 64), "secret or seed are malformed")
    expect(isinstance(end["outcome"], dict) and end.get("replaced") != [], "the outcome or who was replaced is malformed")
    for name in ("joined", "removed"):
        numbers = end.get(name, {"": 1})
        expect(isinstance(numbers, dict) and numbers and all(map(is_count, numbers.values())), f"who {name} is malformed")
    for signed in end.get("signatures", {}).values():
        expect(isinstance(signed, dict) and signed, "a seat's signatures are malformed")
        for n, signature in signed.items():
            expect(re.fullmatch("[1-9][0-9]{0,8}", n) and is_hex(signature, 128), "a signature is malformed")
    return end


def has_secret(line: str) -> bool:
    try:
        return "secret" in json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return False


class Record:
    """
    A record as far as it can be read: `end` is empty if its last line is missing or wrong, and `faults` has the first lines that cannot be
    read. Raises what is wrong with the first line.
    """

    def __init__(self, text: str) -> None:
        self.line = text.split("\n")[0]
        self.header = read_header(self.line)
        self.strict = self.header["format"] != FORMATS[0]
        self.latest = self.header["format"] in FORMATS[2:]
        self.entries: list[dict[str, Any]] = []
        self.end: dict[str, Any] = {}
        lines = (text if self.strict else text.rstrip() + "\n").split("\n")[1:] or [""]
        rest = lines[:-1] if lines[-1] == "" else lines
        ends = [at for at, line in enumerate(rest) if has_secret(line)]
        is_whole = bool(ends) and ends == [len(rest) - 1]
        fault = self.read_entries(rest[:-1] if is_whole else rest)
        if is_whole:
            found = [fault, fault_of("end", self.read_last, rest[-1], lines[-1] == "")]
        else:
            found = [("end", "lines follow the last one" if ends else "the last line is missing")]
        self.faults: list[Fault] = [fault for fault in found if fault]

    def read_entries(self, lines: list[str]) -> Fault | None:
        for n, line in enumerate(lines, 1):
            fault = fault_of(n, lambda line: self.entries.append(read_entry(line, self.strict, self.latest)), line)
            if fault:
                return fault
        return None

    def read_last(self, line: str, is_closed: bool) -> None:
        end = read_end(line, self.strict, self.latest)
        expect(is_closed, "its line does not end")
        self.end = end
