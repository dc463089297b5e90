"""Verifies the record of a match on the command line: python3 -m flower_war_verifier match.jsonl [witness.json]"""
import sys

from . import Mismatch, read_witness, verify


def read_file(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def main(path: str, witness_path: str | None = None) -> int:
    """Verifies the record in a file, prints the verdict, and returns the exit code: 0 if the record is right, else 1."""
    witness = None
    if witness_path is not None:
        try:
            witness = read_witness(read_file(witness_path))
        except (Mismatch, ValueError, TypeError) as fault:
            raise SystemExit(f"{witness_path} is no witness of a match: {fault}") from None
    verdict = verify(read_file(path), witness)
    print(verdict)
    return 0 if verdict.ok else 1


def run() -> None:
    """The command `flower-war-verify`: the arguments are the path of the record, and perhaps of a witness."""
    if len(sys.argv) not in (2, 3) or sys.argv[1] in ("-h", "--help"):
        raise SystemExit("Usage: flower-war-verify match.jsonl [witness.json]")
    sys.exit(main(*sys.argv[1:]))


if __name__ == "__main__":
    run()
