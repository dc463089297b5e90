import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { isPrivate } from "../../src/metrics/page.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { readMetrics } from "../support/metrics.ts";
import { requestSeat } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

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
  const before = await readMetrics(server.url);
  await act();
  const after = await readMetrics(server.url);
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

/** Resolves when a sample is 0. */
async function untilZero(sample: string): Promise<void> {
  while ((await readMetrics(server.url)).get(sample) !== 0);
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
    const now = await readMetrics(server.url);
    expect(now.get('flower_war_matches{status="playing"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="connected"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="away"}')).toBe(1);
    expect(now.get('flower_war_seats{kind="bot"}')).toBe(2);
    expect(now.get("flower_war_spectators")).toBe(1);
    expect(now.get("flower_war_sockets")).toBe(2);
    expect(now.get("flower_war_socket_queued_bytes")).toBe(0);
    await Promise.all([...players, watcher].map((client) => client.leave()));
    await until(() => time.isDueIn(15 * MINUTE), "the match to be empty");
    await time.pass(15 * MINUTE);
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

  test("counts refused HTTP requests", async () => {
    const grown = await measureGrowth(async () => {
      await fetch(`${server.url}/api/matches`, { method: "POST" });
    });
    expect(grown('flower_war_faults_total{code="bad-request"}')).toBe(1);
  });

  test.each(["x-forwarded-for", "forwarded"])(
    "is 404 not-found for a request that a reverse proxy forwarded (%s)",
    async (header) => {
      const response = await fetch(`${server.url}/metrics`, { headers: { [header]: "127.0.0.1" } });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not-found" });
    },
  );

  test.each([
    ["127.0.0.1", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.0.3.4", true],
    ["172.31.0.9", true],
    ["192.168.1.20", true],
    ["fd12::3", true],
    ["172.32.0.9", false],
    ["203.0.113.7", false],
    ["::ffff:203.0.113.7", false],
    ["2001:db8::1", false],
    ["", false],
  ])("is answered to the address %s: %j", (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });
});
