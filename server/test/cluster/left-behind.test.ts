/** A match whose server is killed, and whose players do not come back to another one (docs/architecture.md, "Matches that sleep"). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { TestClient } from "../support/client.ts";
import { TestCluster } from "../support/cluster.ts";
import { requestSeat } from "../support/post.ts";
import { untilRead } from "../support/until.ts";

describe.skipIf(lacks("redis", "postgres"))("in a cluster", () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  });
  afterAll(() => cluster?.stop());

  /** Whether the store says that the match must have a room, and how many commands it has. */
  async function read(match: string) {
    const wakes = await cluster.postgres.query(`SELECT match FROM wakes WHERE match = '${match}'`);
    const facts = await cluster.postgres.query(`SELECT text FROM facts WHERE match = '${match}'`);
    const types = facts.map(({ text }) => (JSON.parse(String(text)) as { type: string }).type);
    return { isWatched: wakes.length > 0, played: types.filter((type) => type === "entry").length };
  }

  test("its clocks run on in another server as soon as that one knows of it", async () => {
    const { a, b } = cluster;
    const clock = { profile: "quick", turn: 8_000, reserve: 0, warning: 1_000 };
    const reserved = await cluster.createMatchIn(a, { seats: 2, clock });
    const { match } = reserved;
    const players = await Promise.all([
      TestClient.join(a.url, reserved),
      TestClient.join(a.url, await requestSeat(a.url, match, { name: "Xoco" })),
    ]);
    await Promise.all(players.map((player) => player.waitForEntry(0)));
    await untilRead(
      () => read(match),
      ({ isWatched }) => isWatched,
      "it to be stored that the match is awake",
    );
    for (const { room } of players) room.reconnection.enabled = false;
    await a.stop("SIGKILL");
    await untilRead(
      () => read(match),
      ({ played }) => played > 0,
      "a turn to end without its players",
      // Without another server's help it took five minutes.
      120_000,
    );
    const watcher = await TestClient.join(b.url, await requestSeat(b.url, match, { spectate: true }));
    expect(watcher.state.n).toBeGreaterThan(0);
  });
});
