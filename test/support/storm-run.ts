import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { enrol } from "@flower-war/client-sdk/admin";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import type { Ledger } from "@flower-war/protocol/temple";
import { onTestFinished } from "vitest";
import { readPlayedMatch } from "../../server/src/storage/journal/record.ts";
import { openTempleStore } from "../../server/test/support/memory-temples.ts";
import { SECRETS } from "../../server/test/support/process.ts";
import { type BySlot, type PythonTemple, PythonTemples, SLOTS, type Slot } from "./python-temples.ts";
import { SeededRandom } from "./seeded-random.ts";
import { strike } from "./storm-faults.ts";
import { type StormBroker, StormFleet } from "./storm-fleet.ts";
import { isLying, judge, type Verdict } from "./storm-judge.ts";
import { StormTable } from "./storm-table.ts";
import { TempleStorm } from "./storm-temple.ts";
import { openJournalFile } from "./stored-journal.ts";
import { until } from "./until.ts";

const GODS = { h: "huitzilopochtli", t: "tlaloc" } as const satisfies Record<Slot, string>;

/** ms between two reports of temples whose beads are not judged yet, and until all must be. */
const REPORT = 1_000;
const SETTLED = 60_000;

export interface StormPlan {
  readonly broker: StormBroker;
  /** How many temples share the restarts; even. */
  readonly temples: number;
  /** How many times something is killed or frozen. */
  readonly restarts: number;
  readonly random: SeededRandom;
}

/** What storms came to. */
export interface StormResult {
  /** For each temple that something is wrong with: what, and its steps. */
  readonly wrong: readonly string[];
  readonly fallen: number;
  readonly accepted: number;
  /** Beads that were refused. */
  readonly refused: number;
  /** Beads taken back. */
  readonly takenBack: number;
  /** Temples whose firmware was told that its `seq` restarted (C-7). */
  readonly restarted: number;
  /** Beads whose verdict no ack told. */
  readonly untold: number;
  /** Beads without a verdict that the power cut took from counters in memory. */
  readonly gone: number;
}

/** Runs one storm for each temple at the same time, with the same restarts, and judges them by the matches' records. */
export async function runStorms({ broker, temples, restarts, random }: StormPlan): Promise<StormResult> {
  const fleet = await StormFleet.start();
  const secrets = await enrolAll(fleet, temples);
  await fleet.open(broker, secrets);
  const process = new PythonTemples();
  onTestFinished(() => process.stop());
  const storms = [...secrets].map(([temple, secret], i) => {
    // At every other table the temples keep the same lake.
    const login = { temple, secret, port: fleet.mqttPort, mirror: i % 4 < 2 };
    return new TempleStorm(process, login, new SeededRandom(random.below(2 ** 32)));
  });
  const tables = await Promise.all(
    pairs(storms).map(([a, b]) => StormTable.open(fleet.server.url, [a.temple, b.temple], a.random)),
  );
  const ended = new AbortController();
  const raging = storms.map((storm) => storm.rage(ended.signal));
  const log = (text: string) => storms.forEach((storm) => storm.note(text));
  await strike({ fleet, broker, tables, restarts, random, log });
  ended.abort();
  await Promise.all(raging);
  await Promise.all(storms.map(({ temple }) => temple.finishOrders()));
  const unsettled = await settle(storms);
  const records = await Promise.all(tables.map((table) => table.readBeads()));
  await followLakes(tables, storms);
  await Promise.all(tables.map((table) => table.leave()));
  await fleet.server.stop();
  const stored = await readDatabase(fleet, tables, storms);
  const wrong = tables.flatMap(({ seats }, i) =>
    seats.flatMap(({ match, temple }) => {
      const storm = storms.find((each) => each.temple === temple);
      const { verdicts = new Map(), ledger = null } = stored.temples.get(temple) ?? {};
      const journaled = stored.journaled.filter((name) => name.startsWith(`${temple.id}:`));
      const record = byGod(records[i], match.seat);
      const lake = storm?.mirrors ? tables[i]?.lake : null;
      const found = judge(temple, { record, journaled, stored: verdicts, ledger, lake: lake ?? null });
      if (unsettled.includes(temple)) found.push(`not settled: ${JSON.stringify(temple.display)}`);
      return found.length === 0 || storm === undefined ? [] : [storm.describe(found)];
    }),
  );
  if (process.errors !== "") wrong.push(process.errors);
  const beads = storms.flatMap(({ temple }) => [...temple.beads.values()]);
  const acts = storms.flatMap(({ temple }) => [...temple.takenBack.values()]);
  const judged = [...stored.temples.values()].reduce((sum, { verdicts }) => sum + verdicts.size, 0);
  return {
    wrong,
    fallen: beads.length,
    accepted: stored.journaled.length,
    refused: beads.filter(({ verdict }) => verdict?.verdict === "rejected").length,
    takenBack: acts.filter(({ verdict }) => verdict === "accepted").length,
    restarted: storms.filter(({ temple }) => temple.complaints.has("seq-restarted")).length,
    // What an epoch passed is told, and not judged (C-4).
    untold: judged - beads.filter(({ verdict }) => verdict !== null && verdict.reason !== "earlier").length,
    gone: beads.length - judged,
  };
}

async function enrolAll(fleet: StormFleet, temples: number): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (let i = 0; i < temples; i++) {
    const { templeId, secret } = await enrol(fleet.operatorUrl, SECRETS.ADMIN_PASSWORD, `storm-${i}`);
    secrets.set(templeId, secret);
  }
  return secrets;
}

/** Lets all temples report until their beads are judged. Resolves with those whose beads are not. */
async function settle(storms: readonly TempleStorm[]): Promise<readonly PythonTemple[]> {
  const end = performance.now() + SETTLED;
  for (;;) {
    const open = storms.map(({ temple }) => temple).filter((temple) => !temple.isSettled);
    if (open.length === 0 || performance.now() > end) return open;
    for (const temple of open) temple.order("nudge");
    await Promise.race([sleep(REPORT), until(() => open.every((temple) => temple.isSettled), "")]);
  }
}

/** Waits until each temple that mirrors asks for what its lake has not, as far as its acks say. What is wrong then is for `judge`. */
async function followLakes(tables: readonly StormTable[], storms: readonly TempleStorm[]): Promise<void> {
  const mirroring = tables.flatMap(({ lake, seats }) =>
    seats.flatMap(({ temple }) =>
      storms.some((storm) => storm.mirrors && storm.temple === temple) ? [{ temple, lake }] : [],
    ),
  );
  const isLike = ({ temple, lake }: (typeof mirroring)[number]) =>
    SLOTS.every((slot) => {
      const { least, most } = countLying(temple, slot);
      const lying = lake[slot] - (temple.display?.fix[slot] ?? 0);
      return least <= lying && lying <= most;
    });
  const end = performance.now() + SETTLED;
  while (!mirroring.every(isLike) && performance.now() < end) await sleep(20);
}

/** Returns how many beads lie in a half of a temple's lake, by its acks: a bead or an act whose ack was lost may count or not. */
function countLying({ beads, takenBack }: PythonTemple, slot: Slot): { least: number; most: number } {
  const fallen = [...beads.values()].filter((bead) => bead.slot === slot);
  const acts = [...takenBack.values()].filter((act) => act.slot === slot);
  const isPerhaps = ({ verdict }: { readonly verdict: object | string | null }) => verdict === null;
  const lying = fallen.filter(({ verdict }) => isLying(verdict)).length;
  const taken = acts.filter(({ verdict }) => verdict === "accepted").length;
  return {
    least: lying - taken - acts.filter(isPerhaps).length,
    most: lying - taken + fallen.filter(isPerhaps).length,
  };
}

/** Reads from the stopped server's database the beads that matches charged, and of each temple its verdicts and ledger. */
async function readDatabase(
  fleet: StormFleet,
  tables: readonly StormTable[],
  storms: readonly TempleStorm[],
) {
  const { database, journal } = await openJournalFile(join(fleet.server.dataDir, "flower-war.db"));
  const journaled: string[] = [];
  for (const { seats } of tables) {
    const stored = await journal.read(seats[0]?.match.id ?? "");
    const entries = (stored && readPlayedMatch(stored.facts)?.entries) ?? [];
    journaled.push(...entries.filter(({ id }) => id.startsWith("storm-")).map(({ id }) => id));
  }
  const { ledgers } = openTempleStore(systemTime, systemRandom, database);
  const temples = new Map<PythonTemple, { verdicts: Map<string, Verdict>; ledger: Ledger | null }>();
  for (const { temple } of storms) {
    const verdicts = new Map<string, Verdict>();
    for (const { name, epoch, slot, n } of temple.beads.values()) {
      const judgement = await ledgers.findJudgement(temple.id, { epoch, generation: 0, slot, n });
      if (judgement !== null) verdicts.set(name, judgement);
    }
    const { ledger } = await ledgers.find(temple.id);
    temples.set(temple, { verdicts, ledger });
  }
  journal.close();
  return { journaled, temples };
}

function byGod(beads: ReadonlyMap<string, number> | undefined, seat: string | null): BySlot {
  const of = (slot: Slot) => beads?.get(`${seat} ${GODS[slot]}`) ?? 0;
  return { h: of("h"), t: of("t") };
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, i) => (i % 2 === 0 ? [[one, all[i + 1]] as [T, T]] : []));
}
