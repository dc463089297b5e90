import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { JournalConflict, JournalUnavailable } from "../../src/storage/journal/journal.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { readMetrics } from "../support/metrics.ts";
import { requestSeat } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";

const MINUTE = 60_000;

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

/** Returns by how much a sample grew while `act` ran. */
async function measureGrowth(act: () => Promise<void>): Promise<(sample: string) => number> {
  const before = await readMetrics(server.operatorUrl);
  await act();
  const after = await readMetrics(server.operatorUrl);
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

/** Resolves when a sample is 0. */
async function untilZero(sample: string): Promise<void> {
  while ((await readMetrics(server.operatorUrl)).get(sample) !== 0);
}

describe("GET /metrics", () => {
  test("shows how many matches, seats, spectators and sockets there are", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 4, bots: 2 });
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    const [first] = players;
    await first?.leave();
    const now = await readMetrics(server.operatorUrl);
    expect(now.get('flower_war_matches{status="playing"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="connected"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="away"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="bot"}')).toBe(2);
    expect(now.get("flower_war_spectators")).toBe(1);
    expect(now.get("flower_war_sockets")).toBe(2);
    expect(now.get("flower_war_socket_queued_bytes")).toBe(0);
    await Promise.all([...players, watcher].map((client) => client.leave()));
    await untilZero("flower_war_spectators");
    await untilZero('flower_war_seats{kind="connected"}');
    await time.pass(MINUTE);
    await untilZero('flower_war_matches{status="playing"}');
    await untilZero("flower_war_sockets");
  });

  test("counts accepted and refused commands, and measures their durations", async () => {
    const { first: east, second: west } = await seatTwo(server.url);
    const grown = await measureGrowth(async () => {
      await expectRefusal(west.play({ type: "roll" }));
      await expectRefusal(east.play({ type: "juggle" }));
      await east.play({ type: "roll" });
    });
    expect(grown('flower_war_commands_accepted_total{by="player"}')).toBe(1);
    expect(grown('flower_war_commands_refused_total{code="malformed"}')).toBe(1);
    expect(grown('flower_war_commands_refused_total{code="not-your-decision"}')).toBe(1);
    expect(grown('flower_war_faults_total{code="malformed"}')).toBe(1);
    expect(grown("flower_war_command_seconds_count")).toBe(1);
    expect(grown("flower_war_journal_append_seconds_count")).toBe(1);
  });

  test("counts journal writes that fail, by what they fail of", async () => {
    const { first: east } = await seatTwo(server.url);
    const append = vi.spyOn(SqliteStore.prototype, "append");
    onTestFinished(() => append.mockRestore());
    const grown = await measureGrowth(async () => {
      append.mockRejectedValueOnce(new JournalUnavailable());
      await expectRefusal(east.play({ type: "roll" }));
      append.mockRejectedValueOnce(new JournalConflict(east.reserved.match, "fact 9"));
      await expect(east.play({ type: "roll" })).rejects.toThrow("connection closed");
    });
    expect(grown('flower_war_journal_failures_total{kind="error"}')).toBe(1);
    expect(grown('flower_war_journal_failures_total{kind="conflict"}')).toBe(1);
    expect(grown("flower_war_matches_taken_over_total")).toBe(1);
    expect(grown("flower_war_journal_append_seconds_count")).toBe(0);
  });

  test("counts refused HTTP requests", async () => {
    const grown = await measureGrowth(async () => {
      await fetch(`${server.url}/api/matches`, { method: "POST" });
    });
    expect(grown('flower_war_faults_total{code="bad-request"}')).toBe(1);
  });
});
