"""What a match shows that follows from no server."""
import time

import pytest

from flower_war.state import MatchState


def test_the_servers_time_does_not_follow_this_machines_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    state = MatchState()
    state.apply({"type": "match", "now": 5_000_000})
    wall = time.time
    for step in (3_600, -3_600, 86_400, -86_400):
        monkeypatch.setattr(time, "time", lambda ahead=step: wall() + ahead)
        assert 5_000_000 <= state.server_time < 5_060_000
