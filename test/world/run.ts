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
import { compareSeen, type Seen, TwinOracle } from "./oracles/twin-oracle.ts";
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
  /** What is compared with the twin of the run; empty: it has none. */
  readonly seen: Seen;
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
      temple: game === "flower-war" ? [] : null,
      old: [],
      bots: 0,
      program: false,
      bans: false,
    } as const;
    const plan = {
      seed: 0,
      servers: 1,
      bridges: 1,
      faults: [],
      pace: [20, 40],
      patience: 60_000,
      twin: null,
    } as const;
    const alone = { ...table, players: [[]], temple: null };
    await runWorld({ ...plan, servers: 2, bridges: 2, tables: [table] });
    await runWorld({ ...plan, tables: [{ ...alone, bots: 1 }] });
    await runWorld({ ...plan, tables: [{ ...alone, program: true }] });
    await runWorld({ ...plan, tables: [table] });
  }
}

/** Runs a world as planned, and its twin if it has one: the others must receive the same, at the same times, whatever a player hides from them. */
export async function runWorld(plan: Plan): Promise<Report> {
  const report = await runOnce(plan);
  if (plan.twin === null) return report;
  const twin = await runOnce({ ...plan, twin: "second" });
  const difference = compareSeen(report.seen, twin.seen);
  const found = difference === null ? [] : [{ oracle: "twins", text: difference }];
  return { ...report, findings: [...report.findings, ...found], took: report.took + twin.took };
}

async function runOnce(plan: Plan): Promise<Report> {
  const realms = await Promise.all(Array.from({ length: plan.servers }, (_, i) => openRealm(i + 1)));
  const began = real.now();
  const house = new House(plan, realms);
  const resources = new ResourceOracle(house);
  const secrets = new SecretOracle(house);
  const twins = plan.twin === null ? null : new TwinOracle(house);
  const tables: WorldTable[] = [];
  let seen: Seen = [];
  const onCrash = (error: unknown) => house.find("crash", String((error as Error)?.stack ?? error));
  process.on("uncaughtException", onCrash).on("unhandledRejection", onCrash);
  const limit =
    Math.max(0, ...plan.faults.map(({ at, length }) => at + length)) + plan.patience + resources.takes;
  try {
    await house.simulation.run(async () => {
      dropDrawn();
      await house.open();
      await resources.begin();
      if (plan.tables.some(({ temple }) => temple !== null)) await house.openBridges();
      tables.push(...plan.tables.map((each, i) => new WorldTable(house, plan, each, i)));
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
        if (twins !== null) seen = await twins.read(table);
      }
      for (const table of tables) table.close();
      house.closeBridges();
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
    seen,
  };
}
