import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "./seeded-random.ts";
import type { StormBroker, StormFleet } from "./storm-fleet.ts";
import type { StormTable } from "./storm-table.ts";

/** Commands at each table, on average, before something is killed; and ms after which it is killed nevertheless. */
const CALM = 4;
const CALM_LIMIT = 20_000;
/** ms for which what was killed is away, at most. */
const AWAY = 1_500;

const FAULTS = ["server", "bridge", "broker", "server and bridge", "frozen server"] as const;

/** Returns what is killed or frozen in turn. The embedded broker dies with its bridge. */
export function listFaults(broker: StormBroker): readonly (typeof FAULTS)[number][] {
  return FAULTS.filter((fault) => broker === "mosquitto" || fault !== "broker");
}

/** Something that is killed (SIGKILL) and started again. */
interface Part {
  readonly name: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export interface StormFaultsOptions {
  readonly fleet: StormFleet;
  readonly broker: StormBroker;
  readonly tables: readonly StormTable[];
  /** How many times something is killed or frozen. */
  readonly restarts: number;
  readonly random: SeededRandom;
  readonly log: (text: string) => void;
}

/** Kills and freezes parts of the fleet in turn, each while the tables play. Resolves when they have played after the last one. */
export async function strike(options: StormFaultsOptions): Promise<void> {
  const { fleet, broker, tables, restarts, random, log } = options;
  const faults = listFaults(broker);
  for (let i = 0; i < restarts; i++) {
    await waitForPlay(tables);
    const id = fleet.bridgeIds[random.below(fleet.bridgeIds.length)] ?? "";
    const pauses = [random.below(AWAY), random.below(AWAY)];
    const fault = faults[i % faults.length];
    if (fault === "frozen server") await freeze(fleet, pauses[0] ?? 0, log);
    else {
      const parts = partsOf(fleet, id).filter(({ name }) => fault?.includes(name));
      await Promise.all(parts.map((part, j) => restart(part, pauses[j] ?? 0, log)));
    }
  }
  await waitForPlay(tables);
}

function partsOf(fleet: StormFleet, bridgeId: string): readonly Part[] {
  const { server } = fleet;
  return [
    { name: "server", kill: () => server.kill(), start: () => server.start() },
    {
      name: "bridge",
      kill: () => fleet.killBridge(bridgeId),
      start: () => fleet.startBridge(bridgeId),
    },
    { name: "broker", kill: () => fleet.killBroker(), start: () => fleet.startBroker() },
  ];
}

async function restart(
  { name, kill, start }: Part,
  pause: number,
  log: (text: string) => void,
): Promise<void> {
  log(`${name} killed for ${pause} ms`);
  await kill();
  await sleep(pause);
  await start();
  log(`${name} is back`);
}

async function freeze({ server }: StormFleet, pause: number, log: (text: string) => void): Promise<void> {
  log(`server frozen for ${pause} ms`);
  server.freeze();
  await sleep(pause);
  server.thaw();
}

/** Waits until the tables have played for a while. */
async function waitForPlay(tables: readonly StormTable[]): Promise<void> {
  const countEntries = () => tables.reduce((all, { entries }) => all + entries, 0);
  const enough = countEntries() + CALM * tables.length;
  const end = performance.now() + CALM_LIMIT;
  while (countEntries() < enough && performance.now() < end) await sleep(50);
}
