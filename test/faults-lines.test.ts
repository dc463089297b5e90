/** The promises of docs/reliability.md, over lines that are slow, sliced, cut, or dead without a word. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, test } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import { MemoryJournal } from "../server/src/journal/memory-journal.ts";
import { Outages } from "./support/faults/outages.ts";
import { reckon } from "./support/faults/reckoning.ts";
import { Table } from "./support/faults/table.ts";
import { BadLine, lacksToxiproxy, type Toxic } from "./support/faults/toxiproxy.ts";

/** How many matches each kind of line carries to its end. */
const MATCHES = Number(process.env["FLOWER_WAR_LINES"] ?? 1);
/** ms that one kind of line may take. */
const PATIENCE = 60_000 + MATCHES * 60_000;
/** How often each line breaks. */
const STROKES = 5 * MATCHES;

const BOTH = ["upstream", "downstream"] as const;
const bothWays = (type: Toxic["type"], attributes: Toxic["attributes"]): Toxic[] =>
  BOTH.map((stream) => ({ type, stream, attributes }));

describe.skipIf(lacksToxiproxy())("players on a line that", () => {
  const journal = new (class extends MemoryJournal {
    override async close(): Promise<void> {}
  })();
  let server: RunningServer;
  let line: BadLine;
  beforeEach(async () => {
    server = await startServer({ journal });
    line = await BadLine.to(server.port);
  });
  afterEach(async () => {
    await line.stop();
    await server.stop();
  });

  async function playing(): Promise<{ tables: Table[]; outages: Outages }> {
    const tables = [new Table([line.url, line.url], 1), new Table([line.url, server.url], 1)];
    const outages = new Outages(tables);
    await outages.begin();
    return { tables, outages };
  }

  async function playToTheEnd(tables: readonly Table[]): Promise<void> {
    const ended = (table: Table) => table.histories.length > MATCHES;
    while (!tables.every(ended)) await Promise.race([sleep(20), ...tables.map(({ failed }) => failed)]);
  }

  test.each([
    ["is slow", bothWays("latency", { latency: 20, jitter: 20 })],
    ["carries 8 KB/s", bothWays("bandwidth", { rate: 8 })],
    ["slices all into single bytes", bothWays("slicer", { average_size: 1, size_variation: 0, delay: 0 })],
  ])(
    "%s play to the end, and see and are told the same",
    async (name, toxics) => {
      const { tables, outages } = await playing();
      for (const toxic of toxics) await line.add(toxic);
      await playToTheEnd(tables);
      await reckon(`line ${name}`, tables, outages, async () => journal);
    },
    120_000,
  );

  test(
    "breaks, again and again, go on each time",
    async () => {
      const { tables, outages } = await playing();
      for (let i = 0; i < STROKES; i++) {
        await sleep(Math.random() * 200);
        const struck = performance.now();
        await line.cut();
        await sleep(300);
        await line.mend();
        await outages.over(struck);
      }
      await reckon("line breaks", tables, outages, async () => journal);
    },
    PATIENCE,
  );

  test(
    "falls silent, again and again, go on each time",
    async () => {
      const { tables, outages } = await playing();
      for (let i = 0; i < STROKES; i++) {
        await sleep(Math.random() * 200);
        const struck = performance.now();
        const silence = await Promise.all(
          bothWays("timeout", { timeout: 0 }).map((toxic) => line.add(toxic)),
        );
        await sleep(300);
        await Promise.all(silence.map((end) => end()));
        await outages.over(struck);
      }
      await reckon("line falls silent", tables, outages, async () => journal);
    },
    PATIENCE,
  );
});
