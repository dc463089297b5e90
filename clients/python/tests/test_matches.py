"""Whole matches of every game, between Python clients and against bots."""
import pytest

from conftest import GAMES, WholeMatches


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
async def test_a_whole_match_is_played_seen_signed_and_verified(whole_matches: WholeMatches, game: str) -> None:
    matches, verdicts = await whole_matches[game]
    for match, verdict in zip(matches, verdicts, strict=True):
        assert (match.status, match.legal(), match.awaiting) == ("over", [], [])
        assert match.outcome == matches[0].outcome is not None
        assert str(verdict).splitlines()[0] == f"yes: {match.n} entries"
        viewer = match.seat or "public"
        assert f"proved: the witness of {viewer} was shown this match up to entry {match.n}" in verdict.statements
    seats = ", ".join(sorted(match.seat for match in matches if match.seat))
    assert f"proved: the keys of {seats} have signed all that these seats were shown and sent" in verdicts[0].statements
    assert not [said for said in verdicts[0].statements if said.startswith("not proved: ") and "told of them later" in said]
