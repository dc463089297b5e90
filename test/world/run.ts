import { driveFaults } from "./drive-faults.ts";
import { type Finding, House } from "./house/house.ts";
import { dropDrawn } from "./kernel/crypto.ts";
import { real } from "./kernel/real.ts";
import { checkBans } from "./oracles/ban-oracle.ts";
import { checkBeads } from "./oracles/bead-oracle.ts";
import { checkChat } from "./oracles/chat-oracle.ts";
import { checkJournal } from "./oracles/journal-oracle.ts";
import { checkRecords } from "./oracles/record-oracle.ts";
import { ResourceOracle } from "./oracles/resource-oracle.ts";
import { SecretOracle } from "./oracles/secret-oracle.ts";
import { WorldTable } from "./people/world-table.ts";
import type { Plan } from "./plan/plan.ts";
import { openRealm } from "./realm/open-realm.ts";

/** ms of virtual time in which all is said after the end of a match. */
const LAST_WORDS = 3_000;

/** What a run came to. */
export interface Report {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly story: readonly string[];
  readonly commands: number;
  readonly steps: number;
  /** ms of virtual time. */
  readonly virtual: number;
  /** Two runs of one plan have the same. */
  readonly trace: number;
  /** ms that it took. */
  readonly took: number;
}

/** Loads all that runs use, whose loading would take time that is not virtual. Call it before the first run. */
export async function warmUp(): Promise<void> {
  for (const game of ["flower-war", "mexica", "space-aztecs", "tieqchieq"] as const) {
    const table = {
      game,
      players: [["talks"], []],
      commands: 6,
      turn: 60_000,
      spectators: 1,
      temple: game === "flower-war",
      old: [],
      bots: 0,
      bans: false,
    } as const;
    const withBot = { ...table, players: [[]], bots: 1, temple: false };
    await runWorld({ seed: 0, servers: 2, tables: [table], faults: [], pace: [20, 40], patience: 60_000 });
    await runWorld({
      seed: 0,
      servers: 1,
      tables: [withBot],
      faults: [],
      pace: [20, 40],
      patience: 60_000,
    });
    await runWorld({ seed: 0, servers: 1, tables: [table], faults: [], pace: [20, 40], patience: 60_000 });
  }
}

/** Runs a world as planned. */
export async function runWorld(plan: Plan): Promise<Report> {
  const realms = await Promise.all(Array.from({ length: plan.servers }, (_, i) => openRealm(i + 1)));
  const began = real.now();
  const house = new House(plan.seed, realms);
  const resources = new ResourceOracle(house);
  const secrets = new SecretOracle(house);
  const tables: WorldTable[] = [];
  const onCrash = (error: unknown) => house.find("crash", String((error as Error)?.stack ?? error));
  process.on("uncaughtException", onCrash).on("unhandledRejection", onCrash);
  const limit =
    Math.max(0, ...plan.faults.map(({ at, length }) => at + length)) + plan.patience + resources.takes;
  try {
    await house.simulation.run(async () => {
      dropDrawn();
      await house.open();
      await resources.begin();
      if (plan.tables.some(({ temple }) => temple)) await house.bridge.start();
      tables.push(...plan.tables.map((each, i) => new WorldTable(house, each, plan.pace, i)));
      const faults = driveFaults(house, plan.faults);
      await Promise.all(tables.map((table) => table.play()));
      await faults;
      // Seats sign the end, and the last lines of the chat arrive.
      await house.sleep(LAST_WORDS);
      for (const table of tables) {
        await checkJournal(house, table);
        await checkRecords(house, table);
        await checkChat(house, table);
        await checkBeads(house, table);
        await checkBans(house, table);
        await secrets.check(table);
      }
      for (const table of tables) table.close();
      house.bridge.kill();
      await resources.check();
      await house.close();
    }, limit);
  } catch (error) {
    house.find("liveness", String((error as Error)?.stack ?? error));
    for (const table of tables) house.note(table.describe());
  } finally {
    process.off("uncaughtException", onCrash).off("unhandledRejection", onCrash);
  }
  const { steps, now, trace } = house.simulation;
  return {
    plan,
    findings: house.findings,
    story: house.story,
    commands: tables.reduce((sum, { answers }) => sum + answers.length, 0),
    steps,
    virtual: Math.round(now),
    trace,
    took: real.now() - began,
  };
}
