/** Servers that cheat with the dice (docs/fair-dice.md): what each client has seen gives them away, to every verifier. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar, type FlowerWarOptions, type Match, type Witness } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore, storedWitness } from "@flower-war/client-sdk/witness";
import { randomFrom } from "@flower-war/rules/bots";
import { afterEach, describe, expect, test, vi } from "vitest";
import { playEasily } from "../client-sdk/test/support/players.ts";
import { type RunningServer, startServer } from "../server/src/app.ts";
import {
  cutAfter,
  type Forgery,
  forgedConnection,
  linesOf,
  replayed,
  riggedGames,
  swapped,
} from "./support/cheating-server.ts";
import { lacks } from "./support/programs.ts";
import { verifyInPython } from "./support/python-verifier.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const GAME = "tieqchieq";
const noPython = lacks("python3");

/** A process can have one server at a time. */
let server: RunningServer;
afterEach(() => server.stop());

/** A client whose line to the server is forged, if `forgery` is given. */
function clientOf(forgery?: Forgery, options: FlowerWarOptions = {}) {
  const line = forgery === undefined ? {} : forgedConnection(server.url, GAME, forgery);
  return new FlowerWar(server.url, { witnessStore: memoryWitnessStore(), ...line, ...options });
}

/** Seats two people. */
async function seatTwo(forgery?: Forgery, store = memoryWitnessStore()) {
  const red = await clientOf(undefined, { witnessStore: store }).create({
    game: GAME,
    seats: 2,
    options: { first: "red" },
  });
  const yellow = (await clientOf(forgery).join(red.id)) as Match<typeof GAME>;
  await vi.waitFor(() => expect([red.status, yellow.status]).toEqual(["playing", "playing"]), 10_000);
  return { red, yellow };
}

/** Plays to the end. Resolves with the true record, and what both have seen. */
async function playOut({ red, yellow }: Awaited<ReturnType<typeof seatTwo>>) {
  await Promise.all([
    playEasily(red, randomFrom("ed".repeat(32))),
    playEasily(yellow, randomFrom("ee".repeat(32))),
  ]);
  const witnesses = { red: await red.witness(), yellow: await yellow.witness() };
  return { record: await new FlowerWar(server.url).record(red.id), witnesses };
}

/** Expects that every verifier names the same line of a record. */
async function expectCaught(record: string, witness: Witness, line: number | "header", reason: RegExp) {
  expect(verifyRecord(record), "the record alone").toMatchObject({ ok: true });
  expect(verifyRecord(record, witness)).toMatchObject({
    ok: false,
    entry: line,
    reason: expect.stringMatching(reason),
  });
  const folder = makeTempFolder();
  const [match, seen] = [join(folder, "match.jsonl"), join(folder, "witness.json")];
  await writeFile(match, record);
  await writeFile(seen, JSON.stringify(witness));
  const args = ["verify", match, "--json", "--witness", seen];
  const { stdout } = await promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), args).catch(
    (failure: unknown) => failure as { stdout: string },
  );
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, entry: line, reason: expect.stringMatching(reason) });
  if (noPython) return;
  const { exitCode, printed } = await verifyInPython(record, JSON.stringify(witness));
  expect(exitCode).toBe(1);
  expect(printed).toMatch(new RegExp(`^no: ${line}: `));
}

describe("a server that cheats with the dice is caught", { timeout: 120_000 }, () => {
  test("when it chooses them while people play, and publishes another play under the same secret", async () => {
    server = await startServer({ games: riggedGames() });
    const { record, witnesses } = await playOut(await seatTwo());
    expect(verifyRecord(record), "what was really played").toMatchObject({ ok: false });
    const played = linesOf(record);
    const forged = replayed(played);
    const first = linesOf(forged).entries.findIndex(
      ({ events }, i) => JSON.stringify(events) !== JSON.stringify(played.entries[i]?.events),
    );
    for (const witness of Object.values(witnesses))
      await expectCaught(forged, witness, first + 1, /^other-entry$/);
  });

  test("when it swaps secret and nonce over a reload", async () => {
    server = await startServer();
    const store = memoryWitnessStore();
    const table = await seatTwo(undefined, store);
    const { id } = table.red;
    const { token } = table.red;
    const { record } = await playOut(table);
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
      const reloaded = clientOf(forgery, { witnessStore: store });
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
    const { record, witnesses } = await playOut(await seatTwo());
    const lines = linesOf(record);
    const n = lines.entries.length - 3;
    await expectCaught(cutAfter(lines, n), witnesses.red, n + 1, /^missing-entry$/);
  });

  test("when it answers two seats differently", async () => {
    server = await startServer();
    let told = 0;
    const { record, witnesses } = await playOut(
      await seatTwo({
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
