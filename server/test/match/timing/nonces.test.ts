/** A match that waits for a nonce which does not come (docs/fair-dice.md). */
import { LIMITS } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../../src/app.ts";
import type { Fact } from "../../../src/storage/journal/facts.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { readRecord } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { startOnFakeTime } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** A journal that fails to store a step of the beginning of a match a few times. */
class FailingJournal extends MemoryJournal {
  failing: Fact["type"] = "begun";
  failures = 0;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    if (this.failures > 0 && facts.some(({ type }) => type === this.failing)) {
      this.failures -= 1;
      throw new Error("disk full");
    }
    await super.append(...change);
  }
}

let journal: FailingJournal;
let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  journal = new FailingJournal(systemTime);
  time = new FakeTime();
  server = await startOnFakeTime(time, { journal });
});
afterEach(() => server.stop());

/** Connects east, who seals a nonce, and another player, who gives none. */
async function gatherMatch(seats: number): Promise<TestClient> {
  const east = await TestClient.join(server.url, await createMatch(server.url, { seats }));
  await TestClient.watch(server.url, await requestSeat(server.url, east.reserved.match, { name: "B" }));
  return east;
}

const untilPlaying = (client: TestClient) =>
  until(() => client.state.status === "playing", "the match to begin");

describe("a match whose seats are all taken", () => {
  test("begins after 30 s without a missing nonce: the seat's id stands in for it, visible to all", async () => {
    const east = await gatherMatch(2);
    await time.pass(LIMITS.nonces - 1);
    await east.request("legal");
    expect(east.state.status).toBe("gathering");
    await time.pass(1);
    await untilPlaying(east);
    expect(east.state.seats.get("west")?.nonce).toBe("west");
    const { header } = await readRecord(journal, east.reserved.match);
    expect(header.players).toMatchObject([
      { kind: "human", nonce: east.state.seats.get("east")?.nonce, from: "player" },
      { kind: "human", nonce: "west", from: "stand-in" },
    ]);
  });

  test.each([
    ["seals-fixed", "nonces"],
    ["begun", "reveals"],
  ] as const)("tries again while `%s` cannot be stored, after the timeout `%s`", async (fact, timeout) => {
    journal.failing = fact;
    journal.failures = 3;
    const east = await gatherMatch(2);
    await time.pass(LIMITS.nonces);
    while (journal.failures > 0) {
      await east.request("legal");
      expect(east.state.status).toBe("gathering");
      await time.pass(LIMITS[timeout]);
    }
    await time.pass(LIMITS[timeout]);
    await untilPlaying(east);
  });
});

test("a match with an open seat waits for a missing nonce without end", async () => {
  const east = await gatherMatch(3);
  const other = await gatherMatch(2);
  await time.pass(10 * LIMITS.nonces);
  await untilPlaying(other);
  await east.request("legal");
  expect(east.state.status).toBe("gathering");
  expect(east.state.seats.get("north")?.nonce).toBe("");
});
