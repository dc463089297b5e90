/* Tables at servers that cheat (`cheating-server.ts`), and what every verifier says of their records. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar, type FlowerWarOptions, type Match, type Witness } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import { randomFrom } from "@flower-war/rules/bots";
import { expect, vi } from "vitest";
import { playEasily } from "../../client-sdk/test/support/players.ts";
import { type Forgery, forgedConnection } from "./cheating-server.ts";
import { lacks } from "./programs.ts";
import { verifyInPython } from "./python-verifier.ts";
import { ROOT } from "./root.ts";
import { makeTempFolder } from "./temp-folder.ts";

export const GAME = "tieqchieq";
export const noPython = lacks("python3");

/** A match of two people. */
export interface Table {
  readonly red: Match<typeof GAME>;
  readonly yellow: Match<typeof GAME>;
}

/** Returns a client whose line to the server is forged, if `forgery` is given. */
export function clientOf(url: string, forgery?: Forgery, options: FlowerWarOptions = {}): FlowerWar {
  const line = forgery === undefined ? {} : forgedConnection(url, GAME, forgery);
  return new FlowerWar(url, { witnessStore: memoryWitnessStore(), ...line, ...options });
}

/** Waits until a match of two people has begun. */
export async function untilBegun({ red, yellow }: Table): Promise<void> {
  await vi.waitFor(() => expect([red.status, yellow.status]).toEqual(["playing", "playing"]), 60_000);
}

/** Seats two people. @param forgery on yellow's line */
export async function seatTwo(url: string, forgery?: Forgery, store = memoryWitnessStore()): Promise<Table> {
  const red = await clientOf(url, undefined, { witnessStore: store }).create({
    game: GAME,
    seats: 2,
    options: { first: "red" },
  });
  const yellow = (await clientOf(url, forgery).join(red.id)) as Match<typeof GAME>;
  await untilBegun({ red, yellow });
  return { red, yellow };
}

/** Plays to the end. Resolves with the true record, and what both have seen. */
export async function playOut(url: string, { red, yellow }: Table) {
  await Promise.all([
    playEasily(red, randomFrom("ed".repeat(32))),
    playEasily(yellow, randomFrom("ee".repeat(32))),
  ]);
  const witnesses = { red: await red.witness(), yellow: await yellow.witness() };
  return { record: await new FlowerWar(url).record(red.id), witnesses };
}

/** Expects that the SDK, the command and the verifier in Python name the same line of a record that is right by itself. */
export async function expectCaught(
  record: string,
  witness: Witness,
  line: number | "header",
  reason: RegExp,
): Promise<void> {
  expect(verifyRecord(record), "the record alone").toMatchObject({ ok: true });
  const flaw = { ok: false, entry: line, reason: expect.stringMatching(reason) };
  expect(verifyRecord(record, witness)).toMatchObject(flaw);
  const folder = makeTempFolder();
  const [match, seen] = [join(folder, "match.jsonl"), join(folder, "witness.json")];
  await writeFile(match, record);
  await writeFile(seen, JSON.stringify(witness));
  const args = ["verify", match, "--json", "--witness", seen];
  const { stdout } = await promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), args).catch(
    (failure: unknown) => failure as { stdout: string },
  );
  expect(JSON.parse(stdout)).toMatchObject(flaw);
  if (noPython) return;
  const { exitCode, printed } = await verifyInPython(record, JSON.stringify(witness));
  expect(exitCode).toBe(1);
  expect(printed).toMatch(new RegExp(`^no: ${line}: `));
}
