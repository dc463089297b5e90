/** The promises of docs/reliability.md over bad networks: slow, sliced, reset, cut, silent. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FlowerWarOptions } from "@flower-war/client-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Journal } from "../server/src/storage/journal/journal.ts";
import { BundledServer } from "./support/faults/bundled-server.ts";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages } from "./support/faults/outages.ts";
import { Table, type TableOptions } from "./support/faults/table.ts";
import { type Toxic, Toxiproxy } from "./support/faults/toxiproxy.ts";
import { type Direction, TcpProxy } from "./support/tcp-proxy.ts";
import { freePort, lacks } from "./support/programs.ts";
import { seedTest } from "./support/seeded-random.ts";
import { openJournalFile } from "./support/stored-journal.ts";

const ASKED = process.env["FLOWER_WAR_LINES"];
/** How many matches are played to their ends over each kind of network. */
const MATCHES = Number(ASKED ?? 2);
/** Commands after which a player concedes, so that slow networks do not take a minute each; by default only. */
const LENGTH = ASKED === undefined ? 60 : Number.POSITIVE_INFINITY;
const TABLES = Math.min(MATCHES, 20);
/** ms that one kind of network may take. */
const TIMEOUT = 300_000 + MATCHES * 60_000;
/** ms between two commands. Matches over networks that break again and again last long enough for several breaks. */
const PACE = { steady: 1, breaking: 20 };
/** ms until the first break, at most: before a short match is over. */
const FIRST_PAUSE = 300;
/** ms from when all tables have played on to the next break, at most. */
const PAUSE = 3000;
/** ms for which a network resets or refuses connections. */
const BREAK = 300;
/** The SDK's defaults, for networks that are always slow. */
const SDK_DEFAULTS: FlowerWarOptions = { timeout: 10_000, resume: {}, ping: {} };

const DIRECTIONS: readonly Direction[] = ["upstream", "downstream", "both"];

type Fault = Pick<Toxic, "type" | "attributes">;

const LIMITED: Fault = { type: "bandwidth", attributes: { rate: 1 } };
const LATE: Fault = { type: "latency", attributes: { latency: 20, jitter: 20 } };
const SLICED: Fault = { type: "slicer", attributes: { average_size: 1, size_variation: 0, delay: 0 } };
const RESET: Fault = { type: "reset_peer", attributes: { timeout: 0 } };

/** Returns the toxics that make a fault in a direction. */
function toxicsOf(fault: Fault, direction: Direction): Toxic[] {
  const streams = direction === "both" ? (["upstream", "downstream"] as const) : [direction];
  return streams.map((stream) => ({ ...fault, stream }));
}

/** Combines each fault with each direction. */
function inAllDirections<T>(faults: readonly (readonly [string, T])[]): [string, Direction, T][] {
  return faults.flatMap(([name, fault]) =>
    DIRECTIONS.map((direction): [string, Direction, T] => [name, direction, fault]),
  );
}

describe.skipIf(lacks("toxiproxy"))("players over a network that", () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-lines-"));
  let server: BundledServer;
  beforeAll(async () => {
    server = new BundledServer(await freePort(), folder);
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts tables of two. At every other table only one player is behind the proxy. */
  function startTables(url: string, options: TableOptions): Table[] {
    return Array.from({ length: TABLES }, (_, i) => {
      const matches = Math.floor(MATCHES / TABLES) + (i < MATCHES % TABLES ? 1 : 0);
      const urls = [url, i % 2 === 0 ? url : server.url];
      return new Table(urls, { ...options, matches });
    });
  }

  /** Opens a copy of the journal as it is now; the server goes on. */
  async function openJournalCopy(): Promise<Journal> {
    const file = join(folder, `copy-${performance.now()}.db`);
    await server.backUp(file);
    return (await openJournalFile(file)).journal;
  }

  /** Breaks the network again and again until all matches are over, and checks the journal. */
  async function playThroughBreaks(
    name: string,
    tables: readonly Table[],
    breakNetwork: () => Promise<void>,
  ): Promise<void> {
    const random = seedTest(name);
    const outages = new Outages(tables);
    await outages.waitUntilPlaying();
    let pause = FIRST_PAUSE;
    while (!tables.every(({ isFinished }) => isFinished)) {
      await sleep(random.below(pause));
      pause = PAUSE;
      const faultAt = performance.now();
      await breakNetwork();
      await outages.waitUntilRecovered(faultAt);
    }
    expect(tables.flatMap(({ drops }) => drops.flat())).not.toEqual([]);
    await checkJournal(`line ${name}`, tables, outages, openJournalCopy);
  }

  test.concurrent.each(
    inAllDirections([
      ["carries 1 KB/s", LIMITED],
      ["delays everything by 0 to 40 ms", LATE],
      ["slices everything into single bytes", SLICED],
    ]),
  )(
    "%s (%s) play to the end, and nothing acknowledged is lost or played twice",
    async (name, direction, fault) => {
      const proxy = await Toxiproxy.start(server.port);
      try {
        for (const toxic of toxicsOf(fault, direction)) await proxy.add(toxic);
        const tables = startTables(proxy.url, { pace: PACE.steady, length: LENGTH, players: SDK_DEFAULTS });
        await Promise.all(tables.map(({ played }) => played));
        await checkJournal(`line ${name}, ${direction}`, tables, new Outages(tables), openJournalCopy);
      } finally {
        await proxy.stop();
      }
    },
    TIMEOUT,
  );

  test.concurrent.each(DIRECTIONS)(
    "falls silent (%s) again and again reconnect and play to the end",
    async (direction) => {
      const proxy = await TcpProxy.open(server.port);
      try {
        const tables = startTables(proxy.url, { pace: PACE.breaking });
        await playThroughBreaks(`falls silent, ${direction}`, tables, async () => proxy.silence(direction));
      } finally {
        await proxy.close();
      }
    },
    TIMEOUT,
  );

  test.concurrent.each(DIRECTIONS)(
    "resets connections (%s) again and again reconnect and play to the end",
    async (direction) => {
      const proxy = await Toxiproxy.start(server.port);
      try {
        const tables = startTables(proxy.url, { pace: PACE.breaking });
        await playThroughBreaks(`is reset, ${direction}`, tables, async () => {
          const removals = await Promise.all(toxicsOf(RESET, direction).map((toxic) => proxy.add(toxic)));
          await sleep(BREAK);
          await Promise.all(removals.map((remove) => remove()));
        });
      } finally {
        await proxy.stop();
      }
    },
    TIMEOUT,
  );

  test.concurrent(
    "is cut again and again reconnect and play to the end",
    async () => {
      const proxy = await Toxiproxy.start(server.port);
      try {
        const tables = startTables(proxy.url, { pace: PACE.breaking });
        await playThroughBreaks("is cut", tables, async () => {
          await proxy.setEnabled(false);
          await sleep(BREAK);
          await proxy.setEnabled(true);
        });
      } finally {
        await proxy.stop();
      }
    },
    TIMEOUT,
  );
});
