/** A server that is killed while nonces are sealed and revealed (docs/fair-dice.md). */
import { setTimeout as sleep } from "node:timers/promises";
import type { SeatReservation } from "@flower-war/protocol";
import { sealOf } from "@flower-war/rules/witness";
import { expect, test } from "vitest";
import { readPlayedMatch } from "../server/src/storage/journal/record.ts";
import { TestClient } from "../server/test/support/client.ts";
import { createMatch, requestSeat } from "../server/test/support/post.ts";
import { killsAtChanges } from "./support/faults/changes.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import { until } from "./support/until.ts";

/** More changes than a takeover, two seals, their fixing, two nonces and the beginning are. */
const CHANGES = 9;

const FAULTS = killsAtChanges(CHANGES, [5, 7]);

/** ms in which a killed server is known to be gone. */
const PATIENCE = 20_000;

/** Takes both seats again, and waits until the match has begun there. */
async function begin(url: string, seats: readonly SeatReservation[]): Promise<void> {
  const clients = await Promise.all(
    seats.map(async ({ match, token }) => TestClient.join(url, await requestSeat(url, match, { token }))),
  );
  await until(() => clients.every(({ state }) => state.status === "playing"), "the match to begin");
  for (const client of clients) await client.leave();
}

test("begins each match with the nonces that were sealed, wherever it is killed on the way", async () => {
  const { server, openJournal } = await startLoneServer();
  const matches: string[] = [];
  let kills = 0;
  for (const fault of FAULTS) {
    const east = await createMatch(server.url, { seats: 2 });
    const west = await requestSeat(server.url, east.match, { name: "B" });
    matches.push(east.match);
    await server.kill();
    await server.start(fault);
    // What is lost with the connections is done again after the restart.
    const killed = server.waitForExit().then(() => true);
    const begun = begin(server.url, [east, west]).then(
      () => false,
      async (error: unknown) => {
        // A client may be told of a kill a moment before we are.
        if (await Promise.race([killed, sleep(PATIENCE, false)])) return true;
        throw error;
      },
    );
    if (await Promise.race([begun, killed])) kills += 1;
    await server.kill();
    await server.start();
    await begin(server.url, [east, west]);
  }
  expect(kills, "faults that were reached").toBeGreaterThan(FAULTS.length / 2);
  const journal = await openJournal();
  for (const [i, match] of matches.entries()) {
    const facts = (await journal.read(match))?.facts ?? [];
    const players = readPlayedMatch(facts)?.header.players ?? [];
    expect(players, FAULTS[i]).toMatchObject([{ from: "player" }, { from: "player" }]);
    expect(
      players.map(({ seal }) => seal),
      FAULTS[i],
    ).toEqual(players.map(({ nonce }) => sealOf(nonce)));
    const once = facts.filter(({ type }) => type === "seals-fixed" || type === "begun");
    expect(
      once.map(({ type }) => type),
      FAULTS[i],
    ).toEqual(["seals-fixed", "begun"]);
  }
});
