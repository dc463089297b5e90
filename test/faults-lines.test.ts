/** The promises of docs/reliability.md, over lines that are slow, sliced, cut, or dead without a word. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FlowerWarOptions } from "@flower-war/client-sdk";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../server/src/database/database.ts";
import type { Journal } from "../server/src/journal/journal.ts";
import { openJournal } from "../server/src/journal/open.ts";
import { FrailServer } from "./support/faults/frail-server.ts";
import { Outages } from "./support/faults/outages.ts";
import { reckon } from "./support/faults/reckoning.ts";
import { Table, type TableOptions } from "./support/faults/table.ts";
import { BadLine, lacksToxiproxy, type Toxic } from "./support/faults/toxiproxy.ts";
import { type Direction, frailLineTo } from "./support/frail-line.ts";
import { freePort } from "./support/programs.ts";

const ASKED = process.env["FLOWER_WAR_LINES"];
/** How many matches each kind of line carries to their ends. */
const MATCHES = Number(ASKED ?? 2);
/** Commands after which somebody concedes, so that slow lines do not take a minute each; whole matches when asked for. */
const LENGTH = ASKED === undefined ? 60 : Number.POSITIVE_INFINITY;
const TABLES = Math.min(MATCHES, 20);
/** ms that one kind of line may take. */
const PATIENCE = 300_000 + MATCHES * 60_000;
/** ms between two commands: fast, and slow enough for a line to break several times in a match. */
const PACE = { steady: 1, breaking: 20 };
/** ms from one break to the next, when all has gone on, at the longest; and to the first, before a short match is over. */
const RESPITE = 3000;
const FIRST_RESPITE = 300;
/** The SDK's own defaults, for lines that are slow all the time. */
const PATIENT: FlowerWarOptions = { timeout: 10_000, resume: {}, ping: {} };

const DIRECTIONS: readonly Direction[] = ["upstream", "downstream", "both"];
const FOR_EVER = { finished: 1e12, unfinished: 1e12 };
const QUIET = pino({ level: "silent" });

type Fault = Pick<Toxic, "type" | "attributes">;

/** The toxics that do this to a line. */
function toxics(fault: Fault, direction: Direction): Toxic[] {
  const streams = direction === "both" ? (["upstream", "downstream"] as const) : [direction];
  return streams.map((stream) => ({ ...fault, stream }));
}

/** Every one of these, in every direction. */
function inAllDirections<T>(kinds: readonly (readonly [string, T])[]): [string, Direction, T][] {
  return kinds.flatMap(([name, kind]) =>
    DIRECTIONS.map((direction): [string, Direction, T] => [name, direction, kind]),
  );
}

describe.skipIf(lacksToxiproxy())("players on a line that", () => {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-lines-"));
  let server: FrailServer;
  beforeAll(async () => {
    server = new FrailServer(await freePort(), folder);
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** At every other table one player's line is sound. */
  function tablesOn(url: string, options: TableOptions): Table[] {
    return Array.from({ length: TABLES }, (_, i) => {
      const matches = Math.floor(MATCHES / TABLES) + (i < MATCHES % TABLES ? 1 : 0);
      const urls = [url, i % 2 === 0 ? url : server.url];
      return new Table(urls, { ...options, matches });
    });
  }

  /** The journal as it is now, while the server goes on. */
  async function journal(): Promise<Journal> {
    const file = join(folder, `copy-${performance.now()}.db`);
    await server.backUp(file);
    return openJournal({ redis: null, database: await Database.open(file, QUIET) }, FOR_EVER, QUIET);
  }

  /** Breaks the lines again and again until all matches are over. */
  async function playOver(
    name: string,
    tables: readonly Table[],
    breakLine: () => Promise<void>,
  ): Promise<void> {
    const outages = new Outages(tables);
    await outages.begin();
    let respite = FIRST_RESPITE;
    while (!tables.every(({ finished }) => finished)) {
      await sleep(Math.random() * respite);
      respite = RESPITE;
      const struck = performance.now();
      await breakLine();
      await outages.over(struck);
    }
    expect(tables.flatMap(({ drops }) => drops.flat())).not.toEqual([]);
    await reckon(`line ${name}`, tables, outages, journal);
  }

  test.concurrent.each(
    inAllDirections<Fault>([
      ["carries 1 KB/s", { type: "bandwidth", attributes: { rate: 1 } }],
      ["is slow, now more, now less", { type: "latency", attributes: { latency: 20, jitter: 20 } }],
      [
        "slices all into single bytes",
        { type: "slicer", attributes: { average_size: 1, size_variation: 0, delay: 0 } },
      ],
    ]),
  )(
    "%s (%s) play to the end, and see and are told the same",
    async (name, direction, fault) => {
      const line = await BadLine.to(server.port);
      try {
        for (const toxic of toxics(fault, direction)) await line.add(toxic);
        const tables = tablesOn(line.url, { pace: PACE.steady, length: LENGTH, players: PATIENT });
        await Promise.all(tables.map(({ played }) => played));
        await reckon(`line ${name}, ${direction}`, tables, new Outages(tables), journal);
      } finally {
        await line.stop();
      }
    },
    PATIENCE,
  );

  test.concurrent.each(inAllDirections([["falls silent", null]]))(
    "%s (%s), again and again, come back over another and play to the end",
    async (name, direction) => {
      const line = await frailLineTo(server.port);
      try {
        const tables = tablesOn(line.url, { pace: PACE.breaking });
        await playOver(`${name}, ${direction}`, tables, async () => line.hush(direction));
      } finally {
        await line.close();
      }
    },
    PATIENCE,
  );

  test.concurrent.each(
    inAllDirections<Fault>([["is reset", { type: "reset_peer", attributes: { timeout: 0 } }]]),
  )(
    "%s (%s), again and again, come back and play to the end",
    async (name, direction, fault) => {
      const line = await BadLine.to(server.port);
      try {
        const tables = tablesOn(line.url, { pace: PACE.breaking });
        await playOver(`${name}, ${direction}`, tables, async () => {
          const ends = await Promise.all(toxics(fault, direction).map((toxic) => line.add(toxic)));
          await sleep(300);
          await Promise.all(ends.map((end) => end()));
        });
      } finally {
        await line.stop();
      }
    },
    PATIENCE,
  );

  test.concurrent(
    "is cut, again and again, come back and play to the end",
    async () => {
      const line = await BadLine.to(server.port);
      try {
        const tables = tablesOn(line.url, { pace: PACE.breaking });
        await playOver("is cut", tables, async () => {
          await line.cut();
          await sleep(300);
          await line.mend();
        });
      } finally {
        await line.stop();
      }
    },
    PATIENCE,
  );
});
