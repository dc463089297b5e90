/** Deploys under load (docs/reliability.md): every match goes on, and clocks get back the time without a server. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Journal } from "../server/src/storage/journal/journal.ts";
import { ClockRecorder } from "./support/faults/clock-recorder.ts";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages, percentile } from "./support/faults/outages.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { Table, type TableOptions } from "./support/faults/table.ts";
import { wsTransport } from "./support/faults/ws-transport.ts";
import { lacks } from "./support/programs.ts";
import { seedTest } from "./support/seeded-random.ts";

const DEPLOYS = Number(process.env["FLOWER_WAR_DEPLOYS"] ?? 2);
const PLAYERS = Number(process.env["FLOWER_WAR_PLAYERS"] ?? 40);
const SEATS = 4;
/** Tables that start at a time. */
const AT_ONCE = 10;
/** ms that a test may take for each deploy. */
const PER_DEPLOY = 60_000;
/** ms for which nginx skips a server that failed: the next deploy begins no sooner. */
const NGINX_SKIPS = 2000;
/** ms by which a clock may be wrong after all deploys. */
const MAX_CLOCK_ERROR = 50;

const optionsFor = (url: string): TableOptions => ({
  // With 1,000 players at 250 tables 2 s between two commands: about the pace of people.
  pace: Math.min(2000, 2 * PLAYERS),
  clock: { profile: "quick", turn: 600_000, reserve: 600_000, increment: 0, warning: 0 },
  // The SDK's defaults: all clients reconnect at the same time.
  players: wsTransport(url),
});

async function startTables(url: string): Promise<Table[]> {
  const tables: Table[] = [];
  while (tables.length < PLAYERS / SEATS) {
    const count = Math.min(AT_ONCE, PLAYERS / SEATS - tables.length);
    const next = Array.from({ length: count }, () => new Table(Array(SEATS).fill(url), optionsFor(url)));
    await new Outages(next).waitUntilPlaying();
    tables.push(...next);
  }
  return tables;
}

/**
 * Deploys again and again, and checks the journal and the clocks.
 * @param outages made before a second server starts, which gets new matches
 * @param deploy deploys once, and calls `waitUntilMoved` when the players must be coming back
 * @param open opens the journal when all is over
 */
async function deployAndCheck(
  name: string,
  tables: readonly Table[],
  outages: Outages,
  deploy: (i: number, waitUntilMoved: () => Promise<void>) => Promise<void>,
  open: () => Promise<Journal>,
): Promise<void> {
  const clocks = new ClockRecorder(tables);
  const random = seedTest(name);
  for (let i = 0; i < DEPLOYS; i++) {
    await sleep(NGINX_SKIPS + random.below(1000));
    const faultAt = performance.now();
    await deploy(i, () => outages.waitUntilMoved(faultAt));
  }
  let errors: readonly number[] = [];
  await checkJournal(name, tables, outages, open, async (journal) => {
    errors = await clocks.errors(journal);
    const [back50, back99] = [0.5, 0.99].map((share) => percentile(outages.absences, share));
    return { players: PLAYERS, back50, back99, clocks: errors.length, clockError: Math.max(...errors) };
  });
  expect(errors.length).toBeGreaterThan(0);
  expect(Math.max(...errors)).toBeLessThanOrEqual(MAX_CLOCK_ERROR);
}

const times = `${DEPLOYS} times under ${PLAYERS} players`;

test(
  `a server that is alone is deployed ${times}: every match goes on, no clock is wrong by more than 50 ms`,
  async () => {
    const { server, openJournal } = await startLoneServer();
    const tables = await startTables(server.url);
    const deploy = async (_: number, waitUntilMoved: () => Promise<void>) => {
      expect(await server.stop()).toBe(0);
      await server.start();
      await waitUntilMoved();
    };
    await deployAndCheck("deployed, one server", tables, new Outages(tables), deploy, openJournal);
  },
  300_000 + DEPLOYS * PER_DEPLOY,
);

describe.skipIf(lacks("redis", "postgres", "nginx"))("behind nginx", () => {
  test(
    `two servers are deployed in turn ${times}: every match goes on in the other, no clock is wrong by more than 50 ms`,
    async () => {
      const { url, servers, openJournal } = await startFirstOfTwo();
      const tables = await startTables(url);
      // The second server starts when all matches are in the first: so each deploy moves every player but those whose match ends meanwhile.
      const outages = new Outages(tables);
      await servers[1].start();
      const deploy = async (i: number, waitUntilMoved: () => Promise<void>) => {
        const server = servers[i % 2] ?? servers[0];
        const stopped = server.stop();
        await waitUntilMoved();
        expect(await stopped).toBe(0);
        await server.start();
      };
      await deployAndCheck("deployed, two servers", tables, outages, deploy, openJournal);
    },
    300_000 + DEPLOYS * PER_DEPLOY,
  );
});
