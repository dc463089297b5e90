/** What a host starts again while people play, with the SDK as `new FlowerWar(url)` makes it (docs/reliability.md). */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { checkJournal } from "./support/faults/journal-check.ts";
import { Outages } from "./support/faults/outages.ts";
import { Table } from "./support/faults/table.ts";
import { findByCommand, forkFlowerWarStart, forkStartMjs, type ProcessTree } from "./support/process-tree.ts";
import { openJournalFile } from "./support/stored-journal.ts";
import { makeTempFolder } from "./support/temp-folder.ts";
import { until } from "./support/until.ts";

/** How often the server is killed. */
const KILLS = Number(process.env["FLOWER_WAR_RESTARTS"] ?? 1);
/** Tables of two people each. */
const TABLES = Number(process.env["FLOWER_WAR_RESTARTS_TABLES"] ?? 2);
/** A file to which each test appends its figures, as a line of JSON. */
const REPORT = process.env["FLOWER_WAR_FAULTS_REPORT"];
/** ms between two commands at a table. */
const PACE = 250;
/** ms that a test may take for each kill. */
const PER_KILL = 60_000;
/** ms from one look at a process to the next. */
const POLL = 250;

const SERVER = /server\/src\/main\.ts/;

describe.runIf(process.platform === "linux")(
  "people play on in their seats when their server is killed",
  () => {
    test.each([
      { name: "npm start", start: forkStartMjs, standby: "on" },
      { name: "flower-war start", start: forkFlowerWarStart, standby: "off" },
    ])(
      "under $name with STANDBY=$standby",
      { timeout: 300_000 + KILLS * PER_KILL },
      async ({ name, start, standby }) => {
        const DATA_DIR = makeTempFolder();
        const host = start({ DATA_DIR, STANDBY: standby, LOG_LEVEL: "fatal" });
        const { port } = await host.ready;
        const url = `http://127.0.0.1:${port}`;
        const tables = Array.from(
          { length: TABLES },
          () => new Table([url, url], { pace: PACE, players: {} }),
        );
        const outages = new Outages(tables);
        await outages.waitUntilPlaying();
        const ends: string[] = [];
        const killServer = async () => {
          const playing = tables.filter(({ isComplete }) => isComplete);
          const killedAt = performance.now();
          process.kill(findByCommand(host.root.pid, SERVER)[0] ?? 0, "SIGKILL");
          ends.push("The server ended by SIGKILL. It is started again.");
          const isLost = ({ drops, histories }: Table) =>
            (histories.at(-1)?.begun ?? 0) > killedAt ||
            drops.every((times) => (times.at(-1) ?? 0) > killedAt);
          await until(() => playing.every(isLost), "all players to lose their connections");
          // Not before: an answer of the killed server may still arrive.
          const faultAt = performance.now();
          await outages.waitUntilRecovered(faultAt);
          // Or in those of their next match, if theirs was over.
          await until(() => tables.every(({ isComplete }) => isComplete), "all players to be in their seats");
        };
        for (let i = 0; i < KILLS; i++) {
          if (standby === "on") await waitForStandby(host);
          await killServer();
        }
        const figures = {
          name: `restarts: ${name}, STANDBY=${standby}`,
          kills: KILLS,
          tables: TABLES,
          p50: outages.percentile(0.5),
          p99: outages.percentile(0.99),
          load: readFileSync("/proc/loadavg", "utf8").split(" ")[0],
        };
        console.log(JSON.stringify(figures));
        if (REPORT) appendFileSync(REPORT, `${JSON.stringify({ ...figures, gaps: outages.gaps })}\n`);
        if (standby === "on") {
          // A standby that is dead costs the server's next start its head start, and nothing else.
          const dead = await waitForStandby(host);
          process.kill(dead, "SIGKILL");
          ends.push("The server's standby ended by SIGKILL. It is started again.");
          await until(() => !existsSync(`/proc/${dead}`), "the host to know that its standby is gone");
          await killServer();
        }
        await checkJournal(figures.name, tables, outages, async () => {
          host.root.kill("SIGTERM");
          const { code, stderr } = await host.end;
          expect(code).toBe(0);
          expect(stderr.split("\n")).toEqual([...ends, ""]);
          return (await openJournalFile(join(DATA_DIR, "flower-war.db"))).journal;
        });
      },
    );
  },
);

/** Resolves with the standby of a host's server when that has loaded all, and waits. */
async function waitForStandby(host: ProcessTree): Promise<number> {
  await until(() => findByCommand(host.root.pid, SERVER).length > 1, "a standby");
  const [, standby = 0] = findByCommand(host.root.pid, SERVER);
  for (let last = ""; ; ) {
    const [, times = ""] = /^(?:\S+ ){13}(\d+ \d+)/.exec(statOf(standby)) ?? [];
    if (times === last) return standby;
    last = times;
    await sleep(POLL);
  }
}

/** Returns the kernel's figures of a process, without its name. */
function statOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/\(.*\)/, "()");
}
