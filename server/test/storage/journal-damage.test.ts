/**
 * Images of damaged databases, as a power cut or a bad disk may leave them: cut or flipped at places in the last two
 * entries. `FLOWER_WAR_IMAGES` says how many (docs/journal.md).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/storage/database/engine.ts";
import type { ThreadEvent } from "../../src/storage/database/requests.ts";
import type { StoredRows } from "../../src/storage/journal/journal.ts";
import { seededRandom } from "../support/random.ts";
import { someName, someRow } from "./journal-suite.ts";
import { openEngine } from "./open-engine.ts";

const IMAGES = Number(process.env["FLOWER_WAR_IMAGES"] ?? 200);
const MATCHES = ["a", "b", "c", "d", "e", "f"];
/** Facts of each match. */
const FACTS = 12;
/** Bytes of a cell before its text, and of a page in the write-ahead log. */
const CELL = 14;
const FRAME = 4096 + 24;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flower-war-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const factOf = (match: string, n: number) => `${match}:${n}:${"skull ".repeat(40)}`;
const rowsOf = (match: string) => Array.from({ length: FACTS }, (_, i) => factOf(match, i + 1));

/** The files of a database, in memory. */
interface Image {
  readonly main: Buffer;
  readonly wal: Buffer;
}

/** Plays six matches in turn, and returns the database. @param end how its server ends */
function play(end: (engine: Engine, file: string) => Image): Image {
  const file = join(folder, "played.db");
  const engine = openEngine(file);
  for (const match of MATCHES) engine.run([[1, "create", [someName(match), [factOf(match, 1)], 1]]]);
  for (let n = 1; n < FACTS; n++) {
    for (const match of MATCHES) {
      engine.run([[1, "append", [match, { epoch: 1, n }, [factOf(match, n + 1)], n]]]);
    }
  }
  const image = end(engine, file);
  engine.close();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return image;
}

function readFiles(file: string): Image {
  const wal = `${file}-wal`;
  return { main: readFileSync(file), wal: existsSync(wal) ? readFileSync(wal) : Buffer.alloc(0) };
}

const killed = (_: Engine, file: string) => readFiles(file);
const killedAfterCheckpoint = (engine: Engine, file: string) => {
  engine.run([[1, "query", [{ sql: "PRAGMA wal_checkpoint(TRUNCATE)", values: [] }]]]);
  return readFiles(file);
};
const closed = (engine: Engine, file: string) => {
  engine.close();
  return readFiles(file);
};

/** Returns the offsets of the last two entries in the main file. */
function lastEntries({ main }: Image): number[] {
  return MATCHES.slice(-2).flatMap((match) => {
    const start = main.indexOf(factOf(match, FACTS)) - CELL;
    return Array.from({ length: CELL + factOf(match, FACTS).length + 4 }, (_, i) => start + i);
  });
}

/** Returns the offsets of the last two changes in the write-ahead log. */
function lastFrames({ wal }: Image): number[] {
  return Array.from({ length: 2 * FRAME }, (_, i) => wal.length - 2 * FRAME + i);
}

/** Whether a byte belongs to the application id or the version: a file in which these are wrong is refused. */
const isHeader = (at: number) => (at >= 60 && at < 64) || (at >= 68 && at < 72);

const cut = (bytes: Buffer, at: number) => bytes.subarray(0, at);
function flip(bytes: Buffer, at: number, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
  return flipped;
}

/** What a server finds in an image. */
interface Found {
  readonly damaged: string[];
  /** Facts that are missing without a refusal. */
  readonly missing: number;
  readonly events: ThreadEvent[];
}

/** Starts on an image, reads every match, and appends to each that can be read. */
function start({ main, wal }: Image): Found {
  const file = join(folder, "flower-war.db");
  writeFileSync(file, main);
  if (wal.length > 0) writeFileSync(`${file}-wal`, wal);
  const events: ThreadEvent[] = [];
  const engine = openEngine(file, (event) => events.push(event));
  const damaged: string[] = [];
  let missing = 0;
  for (const match of MATCHES) {
    const [, outcome, stored] = engine.run([[1, "takeOver", [match, 99]]])[0] ?? [];
    if (outcome === "damaged") damaged.push(match);
    else {
      expect(outcome).toBe("done");
      const { epoch, rows } = (stored ?? { epoch: 0, rows: [] }) as StoredRows;
      expect(rows).toEqual(rowsOf(match).slice(0, rows.length));
      missing += FACTS - rows.length;
      const next = engine.run([[1, "append", [match, { epoch, n: rows.length }, ["next"], 99]]]);
      expect(next).toEqual([[1, "done", epoch > 0]]);
    }
  }
  expect(engine.run([[1, "create", [someName("new"), ["{}"], 99]]])).toEqual([[1, "done", true]]);
  engine.close();
  expect(startAgain(file)).toEqual({ damaged, events: [] });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return { damaged, missing, events };
}

/** Starts again: damaged matches stay damaged, and the file is not recovered again. */
function startAgain(file: string): Pick<Found, "damaged" | "events"> {
  const events: ThreadEvent[] = [];
  const engine = openEngine(file, (event) => events.push(event));
  const damaged = MATCHES.filter((match) => engine.run([[1, "read", [match]]])[0]?.[1] !== "done");
  engine.close();
  return { damaged, events };
}

interface Kind {
  readonly title: string;
  readonly end: (engine: Engine, file: string) => Image;
  readonly offsets: (image: Image) => number[];
  readonly damage: (image: Image, at: number, bit: number) => Image;
}

const KINDS: Kind[] = [
  {
    title: "with a cut write-ahead log",
    end: killed,
    offsets: lastFrames,
    damage: ({ main, wal }, at) => ({ main, wal: cut(wal, at) }),
  },
  {
    title: "with a flipped bit in the write-ahead log",
    end: killed,
    offsets: lastFrames,
    damage: ({ main, wal }, at, bit) => ({ main, wal: flip(wal, at, bit) }),
  },
  {
    title: "with a flipped bit after a kill",
    end: killedAfterCheckpoint,
    offsets: lastEntries,
    damage: ({ main, wal }, at, bit) => ({ main: flip(main, at, bit), wal }),
  },
  {
    title: "with a flipped bit after a stop",
    end: closed,
    offsets: lastEntries,
    damage: ({ main, wal }, at, bit) => ({ main: flip(main, at, bit), wal }),
  },
];

describe("a damaged database", () => {
  test.each(KINDS)(
    "$title in the last two entries opens with at most one damaged match, and accepts facts for the others",
    ({ end, offsets: offsetsOf, damage }) => {
      const image = play(end);
      const offsets = offsetsOf(image);
      const random = seededRandom(6);
      const totals = { images: 0, damaged: 0, shorter: 0, recovered: 0 };
      for (; totals.images < IMAGES / KINDS.length; totals.images++) {
        const at = offsets[IMAGES < 5000 ? random(offsets.length) : totals.images % offsets.length] ?? 0;
        const bit = random(8);
        const { damaged, missing, events } = start(damage(image, at, bit));
        const found = JSON.stringify({ at, bit, damaged, missing, events });
        expect(damaged.length, found).toBeLessThanOrEqual(1);
        expect(missing, found).toBeLessThanOrEqual(2);
        totals.damaged += damaged.length;
        totals.shorter += Number(missing > 0);
        totals.recovered += events.filter(({ event }) => event === "recovered").length;
      }
      if (process.env["FLOWER_WAR_IMAGES"]) console.log(totals);
    },
    1_000_000,
  );

  test("that is cut, or has a flipped bit anywhere, opens, and returns nothing that was not written", () => {
    const image = play(killedAfterCheckpoint);
    const random = seededRandom(7);
    const totals = { images: 0, damaged: 0, shorter: 0, recovered: 0 };
    for (; totals.images < IMAGES / 4; totals.images++) {
      const at = 1 + random(image.main.length - 1);
      const main = totals.images % 2 === 0 ? cut(image.main, at) : flip(image.main, at, random(8));
      if (isHeader(at)) continue;
      const { damaged, missing, events } = start({ ...image, main });
      totals.damaged += damaged.length;
      totals.shorter += Number(missing > 0);
      totals.recovered += events.filter(({ event }) => event === "recovered").length;
    }
    if (process.env["FLOWER_WAR_IMAGES"]) console.log(totals);
  }, 1_000_000);

  test("of version 3 with a flipped bit anywhere is migrated, and returns nothing that was not written", () => {
    const bytes = readFileSync(join(import.meta.dirname, "version-3.db"));
    const random = seededRandom(8);
    const file = join(folder, "old.db");
    for (let image = 0; image < IMAGES / 4; image++) {
      const at = 1 + random(bytes.length - 1);
      if (isHeader(at)) continue;
      writeFileSync(file, flip(bytes, at, random(8)));
      const engine = openEngine(file);
      const stored = ["over", "young"].map((match) => engine.run([[1, "read", [match]]])[0]);
      engine.close();
      for (const [i, [, outcome, value] = []] of stored.entries()) {
        const { rows } = (value ?? { rows: [] }) as StoredRows;
        const written = [4, 1].map((n) => Array.from({ length: n }, (_, k) => someRow(k + 1)))[i];
        if (outcome !== "damaged") expect(rows, `byte ${at}`).toEqual(written?.slice(0, rows.length));
      }
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    }
  }, 1_000_000);
});
