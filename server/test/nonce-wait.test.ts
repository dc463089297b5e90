import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch } from "./support/post.ts";
import { recordIn } from "./support/truth.ts";
import { until } from "./support/until.ts";

/** A journal that lets matches begin only when it was asked a few times. */
class ReluctantJournal extends MemoryJournal {
  failures = 0;

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    const [, , facts] = change;
    if (this.failures > 0 && facts.some(({ type }) => type === "begun")) {
      this.failures -= 1;
      throw new Error("disk full");
    }
    await super.append(...change);
  }
}

const journal = new ReluctantJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal, nonceWait: 100 });
});
afterAll(() => server.stop());

/** A match of two, of which only east gave a nonce. */
async function halfAMatch(): Promise<TestClient> {
  const east = await TestClient.join(server.url, await createMatch(server.url, { seats: 2 }));
  await askForSeat(server.url, east.reserved.match, { name: "nobody" });
  return east;
}

const begun = (client: TestClient) => until(() => client.state.status === "playing", "the match to begin");

describe("a nonce that never comes (docs/fair-dice.md)", () => {
  test("is stood in for by the seat's id, for all to see", async () => {
    const east = await halfAMatch();
    await begun(east);
    expect(east.state.seats.get("west")?.nonce).toBe("west");
    const { header } = await recordIn(journal, east.reserved.match);
    expect(header.players).toMatchObject([
      { kind: "human", nonce: east.state.seats.get("east")?.nonce, from: "player" },
      { kind: "human", nonce: "west", from: "stand-in" },
    ]);
  });

  test("does not keep a match from being begun again and again until it can", async () => {
    journal.failures = 3;
    const east = await halfAMatch();
    await begun(east);
    expect(journal.failures).toBe(0);
  });

  test("is waited for only while all seats are taken", async () => {
    const east = await TestClient.join(server.url, await createMatch(server.url, { seats: 3 }));
    await askForSeat(server.url, east.reserved.match, { name: "nobody" });
    await begun(await halfAMatch());
    await begun(await halfAMatch());
    expect(east.state.status).toBe("gathering");
    expect(east.state.seats.get("north")?.nonce).toBe("");
  });
});
