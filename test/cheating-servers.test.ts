/** Servers that cheat with the dice (docs/fair-dice.md): what each client has seen gives them away, to every verifier. */
import type { Witness } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore, storedWitness } from "@flower-war/client-sdk/witness";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import { clientOf, expectCaught, playOut, seatTwo } from "./support/cheated-tables.ts";
import {
  cutAfter,
  firstOtherEntry,
  linesOf,
  replayed,
  riggedGames,
  swapped,
} from "./support/cheating-server.ts";

/** A process can have one server at a time. */
let server: RunningServer;
afterEach(() => server.stop());

describe("a server that cheats with the dice is caught", () => {
  test("when it chooses them while people play, and publishes another play under the same secret", async () => {
    server = await startServer({ games: riggedGames() });
    const { record, witnesses } = await playOut(server.url, await seatTwo(server.url));
    expect(verifyRecord(record), "what was really played").toMatchObject({ ok: false });
    const played = linesOf(record);
    const forged = replayed(played);
    const first = firstOtherEntry(linesOf(forged), played);
    for (const witness of Object.values(witnesses))
      await expectCaught(forged, witness, first, /^other-entry$/);
  });

  test("when it swaps secret and nonce over a reload", async () => {
    server = await startServer();
    const store = memoryWitnessStore();
    const table = await seatTwo(server.url, undefined, store);
    const { id } = table.red;
    const { token } = table.red;
    const { record } = await playOut(server.url, table);
    const { commitment, header } = (await storedWitness(server.url, id, store)) ?? {};
    const other = swapped(linesOf(record), "red");
    const line = replayed(other).split("\n")[0];
    for (const forgery of [
      {
        state: (state: { commitment: string }) =>
          Object.assign(state, { commitment: other.header.commitment }),
      },
      { answer: (type: string, answer: unknown) => (type === "header" ? { header: line } : answer) },
    ]) {
      const reloaded = clientOf(server.url, forgery, { witnessStore: store });
      await expect(reloaded.join(id, { token: token ?? "" })).rejects.toMatchObject({
        code: "fairness-broken",
      });
    }
    const kept = (await storedWitness(server.url, id, store)) as Witness;
    expect(kept).toMatchObject({ commitment, header });
    await expectCaught(replayed(other), kept, "header", /^other-(commitment|nonce|header)$/);
  });

  test("when it drops an entry", async () => {
    server = await startServer();
    const { record, witnesses } = await playOut(server.url, await seatTwo(server.url));
    const lines = linesOf(record);
    const n = lines.entries.length - 3;
    await expectCaught(cutAfter(lines, n), witnesses.red, n + 1, /^missing-entry$/);
  });

  test("when it answers two seats differently", async () => {
    server = await startServer();
    let told = 0;
    const { record, witnesses } = await playOut(
      server.url,
      await seatTwo(server.url, {
        entry: (entry) => {
          const tossed = entry.events.find(({ type }) => type === "tossed");
          if (told > 0 || tossed === undefined) return entry;
          told = entry.n;
          const coins = (Reflect.get(tossed, "coins") as number[]).map((coin) => 1 - coin);
          return {
            ...entry,
            events: entry.events.map((each) => (each === tossed ? { ...each, coins } : each)),
          };
        },
      }),
    );
    expect(told).toBeGreaterThan(0);
    const verdict = verifyRecord(record, witnesses.red);
    expect(verdict).toMatchObject({ ok: true });
    // What yellow signed is not in the record: it would not be true.
    expect(verdict.ok && verdict.signatures.find(({ seat }) => seat === "yellow")?.signed).toEqual([]);
    await expectCaught(record, witnesses.yellow, told, /^other-entry$/);
  });
});
