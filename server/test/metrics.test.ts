import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { testConfig } from "../src/config.ts";
import { isNear } from "../src/metrics/page.ts";
import { TestClient } from "./support/client.ts";
import { readMetrics } from "./support/metrics.ts";
import { askForSeat } from "./support/post.ts";
import { sitDown } from "./support/table.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ patience: { ...testConfig().patience, empty: 500 } });
});
afterAll(() => server.stop());

/** How much each sample has grown while something was done. */
async function growth(act: () => Promise<void>): Promise<(sample: string) => number> {
  const before = await readMetrics(server.url);
  await act();
  const after = await readMetrics(server.url);
  return (sample) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
}

describe("GET /metrics", () => {
  test("tells the matches, seats, spectators and sockets that there are", async () => {
    const { match, players } = await sitDown(server.url, { seats: 4, bots: 2 });
    const watcher = await TestClient.join(
      server.url,
      await askForSeat(server.url, match, { spectate: true }),
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
    await gone();
  });

  test("counts the commands played and refused, and times them", async () => {
    const { players } = await sitDown(server.url, { seats: 2 });
    const [east, other] = players;
    if (!east || !other) throw new Error("two sit here");
    const grown = await growth(async () => {
      await other.refusal(other.play({ type: "roll" }));
      await east.refusal(east.play({ type: "juggle" }));
      await east.play({ type: "roll" });
    });
    expect(grown('flower_war_commands_accepted_total{by="player"}')).toBe(1);
    expect(grown('flower_war_commands_refused_total{code="malformed"}')).toBe(1);
    expect(grown('flower_war_commands_refused_total{code="not-your-decision"}')).toBe(1);
    expect(grown('flower_war_faults_total{code="malformed"}')).toBe(1);
    expect(grown("flower_war_command_seconds_count")).toBe(1);
    expect(grown("flower_war_journal_append_seconds_count")).toBe(1);
    await Promise.all(players.map((player) => player.leave()));
    await gone();
  });

  test("counts what is refused over HTTP", async () => {
    const grown = await growth(async () => {
      await fetch(`${server.url}/api/matches`, { method: "POST" });
    });
    expect(grown('flower_war_faults_total{code="bad-request"}')).toBe(1);
  });

  test.each(["x-forwarded-for", "forwarded"])(
    "is not there for what an entrance forwards (%s)",
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
  ])("from the address %s: %j", (address, near) => {
    expect(isNear(address)).toBe(near);
  });
});

/** Resolves when no match and no socket is left. */
async function gone(): Promise<void> {
  let left: number | undefined;
  while (left !== 0) {
    const now = await readMetrics(server.url);
    left = (now.get('flower_war_matches{status="playing"}') ?? 1) + (now.get("flower_war_sockets") ?? 1);
  }
}
