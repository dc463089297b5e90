/** P8: from a bead's fall into a temple, over broker, bridge and server, to all clients of the match. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LoadTemple } from "@flower-war/loadtest/temple";
import { enrol, measureTemples } from "@flower-war/loadtest/temples";
import { type Latency, latency, openTables, type Scale } from "./measures.ts";
import { residentBytes, spawn } from "./process.ts";
import { FlowerWarTable, startServer } from "./subjects/flower-war.ts";

export const BRIDGE = join(import.meta.dirname, "../../bridge/src/main.ts");
/** Beads that fall in a second, over all temples. */
const BEADS_PER_SECOND = 200;
/** ms between two commands at one table, so that the server has no more to do than beads and their matches ask for. */
const BETWEEN = 100;
/** ms between two beads of one hand: what falls sooner is a bounce (temple protocol J-3). */
const HAND = 40;
/** s of beads before counting begins. */
const WARM_UP = 1;
/** ms after which a bead is lost. */
const LOST = 5000;

export interface Beads {
  /** Beads that were shown to four clients, and how long it took. */
  readonly shown: Latency;
  readonly counted: number;
  readonly lost: number;
  /** Beads a second: what was asked for, if matches offered that many. */
  readonly rate: number;
}

export interface ManyTemples {
  readonly temples: number;
  /** ms from the first connection until each temple had its picture. */
  readonly readyAfter: number;
  /** Bytes of the bridge's memory, broker included, with all of them. */
  readonly memory: number;
}

export async function measureBeads(scale: Scale): Promise<Beads> {
  const { url, mqtt, adminPassword, stop } = await startHouse();
  let temples = 0;
  const tables = await openTables(scale.boundTemples, async () => {
    const table = await FlowerWarTable.open(url);
    const id = `bench-${++temples}`;
    const secret = await enrol({ url, adminPassword }, id);
    const nothing = { judged: () => {}, lost: () => {}, stamps: false };
    const temple = await LoadTemple.connect(mqtt, id, secret, nothing);
    await until(() => temple.code !== null);
    table.pair(temple.code ?? "");
    await until(() => table.paired);
    return { table, temple };
  });
  const falls: { readonly at: number; readonly shown: number | null }[] = [];
  let fallen = 0;
  const begun = performance.now();
  const counts = begun + WARM_UP * 1000;
  const end = counts + scale.seconds * 1000;
  /** A bead may fall when its time has come; in between the matches are played on. */
  const due = (): boolean => fallen < ((performance.now() - begun) / 1000) * BEADS_PER_SECOND;
  const playOn = async ({ table, temple }: (typeof tables)[number]): Promise<void> => {
    while (performance.now() < end && !table.over) {
      if (!table.takesBeads) {
        await table.play();
        await pause(BETWEEN);
      } else if (due()) {
        fallen += 1;
        const at = performance.now();
        falls.push({ at, shown: await offer(table, temple) });
        await pause(HAND);
      } else await pause(1);
    }
  };
  await Promise.all(tables.map(playOn));
  const rate = fallen / ((performance.now() - begun) / 1000);
  for (const { table } of tables) table.close();
  await Promise.all(tables.map(({ temple }) => temple.close()));
  await stop();
  const counted = falls.filter(({ at }) => at >= counts).map(({ shown }) => shown);
  const times = counted.filter((shown) => shown !== null);
  return { shown: latency(times), counted: times.length, lost: counted.length - times.length, rate };
}

/** A bead falls. Resolves with the ms until all four were shown it; `null`: they were not. */
async function offer(table: FlowerWarTable, temple: LoadTemple): Promise<number | null> {
  const turn = table.begin();
  turn.acknowledge();
  temple.drop();
  const late = new AbortController();
  const lost = pause(LOST, null, { signal: late.signal }).catch(() => null);
  const played = await Promise.race([turn.played, lost]);
  late.abort();
  return played?.shown ?? null;
}

export async function measureManyTemples({ temples }: Scale): Promise<ManyTemples> {
  const house = await startHouse();
  const { url, mqtt, adminPassword } = house;
  const load = { url, mqtt, adminPassword, temples, beads: 0, seconds: 0, ack: 0 };
  let memory = 0;
  const { readyAfter } = await measureTemples(load, () => (memory = residentBytes([house.bridge])));
  await house.stop();
  return { temples, readyAfter, memory };
}

/** Server and bridge, with the embedded broker. */
async function startHouse() {
  const server = await startServer();
  const bridge = await spawn<{ mqttPort: number }>(BRIDGE, {
    ...server.environment,
    SERVER_URL: server.url,
    MQTT_PORT: "0",
  });
  return {
    url: server.url,
    mqtt: `mqtt://127.0.0.1:${bridge.ready.mqttPort}`,
    adminPassword: server.environment["ADMIN_PASSWORD"] ?? "",
    bridge: bridge.pid,
    stop: async () => {
      await bridge.stop();
      await server.stop();
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error("a temple was not paired within 30 s");
    await pause(5);
  }
}
