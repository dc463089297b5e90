/** Bots at a table where acts are taken back (docs/protocol.md, "Taking back"). */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import type { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { startOnFakeTime } from "../support/server.ts";
import { playUntilTakeable, seatWithTakeBacks } from "../support/take-backs.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { botDelay: 500 });
});
afterEach(() => server.stop());

const seeOffer = (player: TestClient) =>
  until(() => player.details.offer !== null, "the question").then(() => player.details.offer?.id ?? "");

describe("an act by which nothing was revealed", () => {
  test("is taken back where a bot could have acted once the people agree: bots agree, and wait while people are asked", async () => {
    const players = await seatWithTakeBacks(server.url, { seats: 3, bots: 1 });
    const play = () => time.pass(1_000);
    const { actor, n, others } = await playUntilTakeable(players, true, play);
    await actor.request("take-back", { n });
    const id = await seeOffer(others[0] as TestClient);
    await time.pass(SERVER_LIMITS.takeBacks.open - 1_000);
    expect(actor.state.n).toBe(n);
    await others[0]?.request("accept", { id });
    await actor.waitForEntry(n + 1);
  });
});
