/**
 * Images of damaged databases, as a power cut or a bad disk may leave them: cut or flipped at places in the last two
 * entries. `FLOWER_WAR_IMAGES` says how many (docs/journal.md).
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Engine } from "../src/database/engine.ts";
import type { Note } from "../src/database/requests.ts";
import type { KeptRows } from "../src/journal/store.ts";
import { someName } from "./support/journal-suite.ts";
import { randomOf } from "./support/random.ts";

const IMAGES = Number(process.env["FLOWER_WAR_IMAGES"] ?? 200);
const MATCHES = ["a", "b", "c", "d", "e", "f"];
/** Facts of each match. */
const FACTS = 12;
/** Bytes of a cell before its text, and of a page in the write-ahead log. */
const CELL = 30;
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

/** A database in which six matches are played in turn. `leave` says how its server ends. */
function played(leave: (engine: Engine, file: string) => Image): Image {
  const file = join(folder, "played.db");
  const engine = new Engine(file, () => undefined);
  for (const match of MATCHES) engine.run([[1, "create", [someName(match), [factOf(match, 1)], 1]]]);
  for (let n = 1; n < FACTS; n++) {
    for (const match of MATCHES) {
      engine.run([[1, "append", [match, { epoch: 1, n }, [factOf(match, n + 1)], false, n]]]);
    }
  }
  const image = leave(engine, file);
  engine.close();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return image;
}

function filesOf(file: string): Image {
  const wal = `${file}-wal`;
  return { main: readFileSync(file), wal: existsSync(wal) ? readFileSync(wal) : Buffer.alloc(0) };
}

const killed = (_: Engine, file: string) => filesOf(file);
const killedAfterCheckpoint = (engine: Engine, file: string) => {
  engine.run([[1, "query", [{ sql: "PRAGMA wal_checkpoint(TRUNCATE)", values: [] }]]]);
  return filesOf(file);
};
const closed = (engine: Engine, file: string) => {
  engine.close();
  return filesOf(file);
};

/** The bytes of the last two entries in the main file. */
function lastEntries({ main }: Image): number[] {
  return MATCHES.slice(-2).flatMap((match) => {
    const start = main.indexOf(factOf(match, FACTS)) - CELL;
    return Array.from({ length: CELL + factOf(match, FACTS).length + 4 }, (_, i) => start + i);
  });
}

/** The bytes of the last two changes in the write-ahead log. */
function lastFrames({ wal }: Image): number[] {
  return Array.from({ length: 2 * FRAME }, (_, i) => wal.length - 2 * FRAME + i);
}

/** Where a file says whose it is and of which version: if that is wrong, it is not touched. */
const isHeader = (at: number) => (at >= 60 && at < 64) || (at >= 68 && at < 72);

const cut = (bytes: Buffer, at: number) => bytes.subarray(0, at);
function flip(bytes: Buffer, at: number, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
  return flipped;
}

/** How a server starts on an image, and what it finds. */
interface Found {
  readonly aside: string[];
  /** Facts that are gone without a word. */
  readonly missing: number;
  readonly notes: Note[];
}

/** Starts on an image: reads every match, and goes on with each that can be read. */
function start({ main, wal }: Image): Found {
  const file = join(folder, "flower-war.db");
  writeFileSync(file, main);
  if (wal.length > 0) writeFileSync(`${file}-wal`, wal);
  const notes: Note[] = [];
  const engine = new Engine(file, (note) => notes.push(note));
  const aside: string[] = [];
  let missing = 0;
  for (const match of MATCHES) {
    const [, ending, kept] = engine.run([[1, "takeOver", [match, 99]]])[0] ?? [];
    if (ending === "damaged") aside.push(match);
    else {
      expect(ending).toBe("done");
      const { epoch, rows } = (kept ?? { epoch: 0, rows: [] }) as KeptRows;
      expect(rows).toEqual(rowsOf(match).slice(0, rows.length));
      missing += FACTS - rows.length;
      const next = engine.run([[1, "append", [match, { epoch, n: rows.length }, ["next"], false, 99]]]);
      expect(next).toEqual([[1, "done", epoch > 0]]);
    }
  }
  expect(engine.run([[1, "create", [someName("new"), ["{}"], 99]]])).toEqual([[1, "done", true]]);
  engine.close();
  expect(startAgain(file)).toEqual({ aside, notes: [] });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  return { aside, missing, notes };
}

/** What is damaged stays so, and is saved once. */
function startAgain(file: string): Pick<Found, "aside" | "notes"> {
  const notes: Note[] = [];
  const engine = new Engine(file, (note) => notes.push(note));
  const aside = MATCHES.filter((match) => engine.run([[1, "read", [match]]])[0]?.[1] !== "done");
  engine.close();
  return { aside, notes };
}

interface Kind {
  readonly title: string;
  readonly leave: (engine: Engine, file: string) => Image;
  readonly places: (image: Image) => number[];
  readonly damage: (image: Image, at: number, bit: number) => Image;
}

const KINDS: Kind[] = [
  {
    title: "whose write-ahead log is cut",
    leave: killed,
    places: lastFrames,
    damage: ({ main, wal }, at) => ({ main, wal: cut(wal, at) }),
  },
  {
    title: "whose write-ahead log has a flipped bit",
    leave: killed,
    places: lastFrames,
    damage: ({ main, wal }, at, bit) => ({ main, wal: flip(wal, at, bit) }),
  },
  {
    title: "with a flipped bit, whose server was killed",
    leave: killedAfterCheckpoint,
    places: lastEntries,
    damage: ({ main, wal }, at, bit) => ({ main: flip(main, at, bit), wal }),
  },
  {
    title: "with a flipped bit, whose server was stopped",
    leave: closed,
    places: lastEntries,
    damage: ({ main, wal }, at, bit) => ({ main: flip(main, at, bit), wal }),
  },
];

describe("a damaged database", () => {
  test.each(KINDS)(
    "$title in the last two entries starts, sets aside one match at most, and goes on with the others",
    ({ leave, places, damage }) => {
      const image = played(leave);
      const offsets = places(image);
      const random = randomOf(6);
      const totals = { images: 0, aside: 0, shorter: 0, rescued: 0 };
      for (; totals.images < IMAGES / KINDS.length; totals.images++) {
        const at = offsets[IMAGES < 5000 ? random(offsets.length) : totals.images % offsets.length] ?? 0;
        const bit = random(8);
        const { aside, missing, notes } = start(damage(image, at, bit));
        const told = { at, bit, aside, missing, notes };
        expect(aside.length, JSON.stringify(told)).toBeLessThanOrEqual(1);
        expect(missing, JSON.stringify(told)).toBeLessThanOrEqual(2);
        totals.aside += aside.length;
        totals.shorter += Number(missing > 0);
        totals.rescued += notes.filter(({ note }) => note === "rescued").length;
      }
      if (process.env["FLOWER_WAR_IMAGES"]) console.log(totals);
    },
    1_000_000,
  );

  test("that is cut, or flipped anywhere, starts, and gives back nothing that was not written", () => {
    const image = played(killedAfterCheckpoint);
    const random = randomOf(7);
    const totals = { images: 0, aside: 0, rescued: 0 };
    for (; totals.images < IMAGES / 4; totals.images++) {
      const at = 1 + random(image.main.length - 1);
      const main = totals.images % 2 === 0 ? cut(image.main, at) : flip(image.main, at, random(8));
      if (isHeader(at)) continue;
      const { aside, notes } = start({ ...image, main });
      totals.aside += aside.length;
      totals.rescued += notes.filter(({ note }) => note === "rescued").length;
    }
    if (process.env["FLOWER_WAR_IMAGES"]) console.log(totals);
  }, 1_000_000);
});
