import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FlowerWar } from "@flower-war/client-sdk";
import { FLAWS, GRADE_REASONS, GRADES, OPEN, PROVED, verifyRecord } from "@flower-war/client-sdk/verify";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { describe, expect, test, vi } from "vitest";
import {
  FAIR as FORGED,
  text as FORGED_TEXT,
  SEEN_BY_ALL,
  SEEN_BY_WITNESS,
} from "../rules/test/support/forgeries.ts";
import { forge } from "../rules/test/support/random-forgeries.ts";
import {
  concededRecord,
  easyRecord,
  type Parts,
  playedRecord,
  textOf,
} from "../rules/test/support/records.ts";
import { handedRecord } from "../rules/test/support/hand-overs.ts";
import { inTimeRecord, lateForMatch, lateForSeat } from "../rules/test/support/late-entries.ts";
import { judgedRecord } from "../rules/test/support/judged.ts";
import { holidayRecord } from "../rules/test/support/holidays.ts";
import { pausedRecord } from "../rules/test/support/pauses.ts";
import { takenBackRecord } from "../rules/test/support/take-backs.ts";
import { withSignatures, witnessedRecord, witnessOf } from "../rules/test/support/witnessed.ts";
import { Player } from "./support/player.ts";
import { lacks, programPath } from "./support/programs.ts";
import { PYTHON_SOURCES, verifyAllInPython, verifyInPython } from "./support/python-verifier.ts";
import { ROOT } from "./support/root.ts";
import { startServerAndBridge } from "./support/server-and-bridge.ts";

const skipped = lacks("python3", "python3-cryptography");

/** Plays a match with a bot to its end. Resolves with the player's match and the URL of the record. */
async function playMatch(url: string) {
  const player = await Player.connect(url, "Citlali", (host) =>
    host.create({ game: "flower-war", seats: 2, bots: 1, options: { rackSize: 4 } }),
  );
  const { match } = player;
  const ended = new Promise((resolve) => match.on("ended", resolve));
  const random = randomFrom("d1ce".repeat(16));
  let changed = Promise.withResolvers<void>();
  match.on("change", () => {
    changed.resolve();
    changed = Promise.withResolvers();
  });
  while (match.status !== "over") {
    const next = changed.promise;
    if (match.awaiting[0]?.seat === match.seat)
      await player.play(bots["flower-war"].easy(player.view, random));
    else if (match.status === "playing") await next;
  }
  await ended;
  return { match, record: `${url}/api/matches/${match.id}/record` };
}

test("a match played on a real server is verified by the SDK, by `npx --no -- flower-war verify`, and in Python", async () => {
  const running = await startServerAndBridge();
  const folder = mkdtempSync(join(tmpdir(), "flower-war-witness-"));
  try {
    const { match, record } = await playMatch(running.url);
    const { n } = match.state;
    const seat = match.seat ?? "";
    await vi.waitFor(() => expect(match.state.seats.get(seat)?.signed).toBe(n), { timeout: 60_000 });
    const text = await new FlowerWar(running.url).record(match.id);
    const witness = await match.witness();
    const verdict = verifyRecord(text, witness, { match: match.id });
    expect(verdict).toMatchObject({ ok: true, entries: n, witness: { seat, n, leftOut: [] } });
    expect(verdict.ok && verdict.proved.map(({ code }) => code)).toEqual(["dice", "shown", "signed"]);
    const file = join(folder, "witness.json");
    writeFileSync(file, JSON.stringify(witness));
    const { stdout } = await promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), [
      "verify",
      record,
      "--witness",
      file,
    ]);
    expect(stdout).toMatch(/^Proven: nobody could have chosen these dice without breaking SHA-256\.\n/);
    expect(stdout).toContain(match.commitment);
    expect(stdout).toContain(`was shown, entry by entry (entries 1-${n})`);
    if (!skipped) {
      const inPython = await verifyInPython(text, JSON.stringify(witness));
      expect(inPython).toMatchObject({ exitCode: 0, printed: `yes: ${n} entries` });
      expect(inPython.said).toContain(`proved: the witness of ${seat} was shown this match up to entry ${n}`);
    }
    await match.leave();
  } finally {
    rmSync(folder, { recursive: true });
    await running.stop();
  }
});

const text = (path: string): string => readFileSync(path, "utf8");

/** Returns the rows of docs/fair-dice.md that have a code and, in the second column, one of these; the sentence by code. */
function rowsOf(...places: readonly string[]): { readonly [code: string]: string } {
  const rows = text(join(ROOT, "docs/fair-dice.md")).matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| ([^|]+) \|$/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, code = "", place = "", what = ""]) =>
      places.includes(place) ? [[code, what]] : [],
    ),
  );
}

test("docs/fair-dice.md has every reason, and all that is proved and not, in the words of the SDK's verifier", () => {
  expect(rowsOf("any", "header", "an entry", "end")).toEqual(FLAWS);
  expect(rowsOf("proved")).toEqual(PROVED);
  expect(rowsOf("not proved")).toEqual(OPEN);
  expect(rowsOf("grade")).toEqual(GRADES);
  expect(rowsOf("reason")).toEqual(GRADE_REASONS);
});

test("each file of the verifier in Python has at most 150 lines, and needs the standard library and cryptography alone", () => {
  const folder = join(PYTHON_SOURCES, "flower_war_verifier");
  const files = readdirSync(folder).filter((file) => file.endsWith(".py"));
  for (const file of files) {
    expect(text(join(folder, file)).trimEnd().split("\n").length, file).toBeLessThanOrEqual(150);
  }
  const modules = files.flatMap((file) =>
    [...text(join(folder, file)).matchAll(/^\s*(?:import|from) (\w+)/gm)].map(([, name = ""]) => name),
  );
  const standard = ["collections", "copy", "dataclasses", "hashlib", "json", "re", "sys", "typing"];
  expect([...new Set(modules)].toSorted()).toEqual(["cryptography", ...standard].toSorted());
});

/** Returns an entry whose command has its type in a list: it reads as the type does where it is taken for a text. */
const withTypeInList = (entry: Parts["entries"][number]): Parts["entries"][number] => ({
  ...entry,
  command: { ...entry.command, type: [Reflect.get(entry.command, "type")] },
});

/**
 * Expects that both verifiers find the record of a match of Tieqchieq between two right, by every witness, and the same line wrong when one of the
 * first entries of the table is changed.
 * @param least how many of these changes are refused at least
 */
async function expectSameLines(
  parts: Parts,
  changes: readonly ((entry: Parts["entries"][number]) => object)[],
  least: number,
): Promise<void> {
  const witnesses = [undefined, ...["red", "yellow", "public"].map((viewer) => witnessOf(parts, viewer))];
  const right = witnesses.map((witness) => ({ record: textOf(parts), ...(witness && { witness }) }));
  const yes = `yes: ${parts.entries.length} entries`;
  expect(await verifyAllInPython(right)).toEqual(right.map(() => yes));
  const tables = parts.entries.filter(({ command }) =>
    String(Reflect.get(command, "type")).startsWith("table-"),
  );
  const wrong = tables.slice(0, 4).flatMap(({ n }) =>
    changes.map((change) =>
      textOf({
        ...parts,
        entries: parts.entries.map((each) => (each.n === n ? (change(each) as typeof each) : each)),
        end: { ...parts.end, signatures: {} },
      }),
    ),
  );
  const printed = await verifyAllInPython(wrong.map((record) => ({ record })));
  let refused = 0;
  for (const [i, record] of wrong.entries()) {
    const verdict = verifyRecord(record);
    expect(printed[i], String(i)).toMatch(verdict.ok ? /^yes/ : new RegExp(`^no: ${verdict.entry}: `));
    refused += Number(!verdict.ok);
  }
  expect(refused).toBeGreaterThan(least);
  expect(printed.filter((line) => line.includes("malformed"))).toEqual([]);
}

/** What only the rules tell; the verifier in Python knows none. */
const OF_RULES: readonly string[] = ["refused", "other-command", "other-events", "bad-seats", "bad-options"];

describe.skipIf(skipped)("the SDK, `npx --no -- flower-war verify` and the verifier in Python agree", () => {
  test.each([
    { game: "flower-war", count: 4, options: { rackSize: 4 } },
    { game: "flower-war", count: 6, drawAfter: 130 },
    { game: "mexica", count: 2, drawAfter: 100 },
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 6 },
    { game: "tieqchieq", count: 2 },
  ] as const)(
    "on a match of $game with $count seats, and what each of its viewers was shown",
    async (setting) => {
      const parts = witnessedRecord({ ...setting, bots: ["west", "5"] });
      const record = textOf(parts);
      const viewers = [...parts.header.seats.map(({ seat }) => seat), "public"];
      const witnesses = viewers.map((viewer) => witnessOf(parts, viewer));
      for (const witness of witnesses) expect(verifyRecord(record, witness)).toMatchObject({ ok: true });
      const yes = `yes: ${parts.entries.length} entries`;
      const cases = [{ record }, ...witnesses.map((witness) => ({ record, witness }))];
      expect(await verifyAllInPython(cases)).toEqual(cases.map(() => yes));
    },
  );

  test("on a match with pauses and extra time, and on the line at which each of their entries is wrong", async () => {
    const parts = pausedRecord({ game: "tieqchieq", count: 2 });
    const witnesses = [undefined, ...["red", "yellow", "public"].map((viewer) => witnessOf(parts, viewer))];
    const right = witnesses.map((witness) => ({ record: textOf(parts), ...(witness && { witness }) }));
    const yes = `yes: ${parts.entries.length} entries`;
    expect(await verifyAllInPython(right)).toEqual(right.map(() => yes));
    const changes: readonly ((entry: Parts["entries"][number]) => object)[] = [
      (entry) => ({ ...entry, by: "clock" }),
      (entry) => ({ ...entry, command: { ...entry.command, why: "tea" } }),
      (entry) => ({ ...entry, command: { ...entry.command, seconds: 1_000 } }),
      (entry) => ({ ...entry, command: { ...entry.command, to: "nowhere" } }),
      (entry) => ({ ...entry, events: [] }),
      (entry) => ({ ...entry, events: [{ ...entry.events[0], agreed: [entry.seat] }] }),
      (entry) => ({ ...entry, command: { type: "table-resume" }, events: [{ type: "table-resumed" }] }),
      (entry) => ({ ...entry, hint: true }),
      withTypeInList,
    ];
    const isPause = ({ command }: Parts["entries"][number]) =>
      String(Reflect.get(command, "type")).startsWith("table-");
    const first = parts.entries.findIndex(isPause);
    const wrong = [0, 1, 2].flatMap((k) =>
      changes.map((change) => ({
        record: textOf({
          ...parts,
          entries: parts.entries.map((each, i) => (i === first + k ? (change(each) as typeof each) : each)),
          end: { ...parts.end, signatures: {} },
        }),
      })),
    );
    const printed = await verifyAllInPython(wrong);
    let refused = 0;
    for (const [i, { record }] of wrong.entries()) {
      const verdict = verifyRecord(record);
      expect(printed[i], String(i)).toMatch(verdict.ok ? /^yes/ : new RegExp(`^no: ${verdict.entry}: `));
      refused += Number(!verdict.ok);
    }
    expect(refused).toBeGreaterThan(15);
    expect(printed.filter((line) => line.includes("malformed"))).toEqual([]);
  });

  test("on a match with holidays, and on the line at which each of their entries is wrong", async () => {
    const parts = holidayRecord({ game: "tieqchieq", count: 2 });
    type Entry = Parts["entries"][number];
    const changes: readonly ((entry: Entry) => object)[] = [
      (entry) => ({ ...entry, by: "clock" }),
      (entry) => ({ ...entry, seat: entry.seat === "red" ? "yellow" : "red" }),
      (entry) => ({ ...entry, command: { ...entry.command, why: "sea" } }),
      (entry) => ({ ...entry, command: { ...entry.command, days: 4 } }),
      (entry) => ({ ...entry, command: { ...entry.command, days: "1" } }),
      (entry) => ({ ...entry, events: [] }),
      (entry) => ({ ...entry, events: [{ ...entry.events[0], days: 2 }] }),
      (entry) => ({
        ...entry,
        command: { type: "table-end-holiday" },
        events: [{ type: "table-holiday-ended" }],
      }),
      (entry) => ({ ...entry, hint: true }),
      (entry) => ({ ...entry, command: { ...entry.command, days: 1 } }),
      (entry) => ({ ...entry, events: [{ ...entry.events[0], days: true }] }),
      withTypeInList,
    ];
    await expectSameLines(parts, changes, 20);
  });

  test("on a match with a judge, and on the line at which each of their entries is wrong", async () => {
    const parts = judgedRecord({ game: "tieqchieq", count: 2 });
    type Entry = Parts["entries"][number];
    const of = (command: object, event: object) => (entry: Entry) => ({ ...entry, command, events: [event] });
    const changes: readonly ((entry: Entry) => object)[] = [
      (entry) => ({ ...entry, by: "clock" }),
      (entry) => ({ ...entry, by: "judge" }),
      ({ by: _by, ...entry }) => entry,
      (entry) => ({ ...entry, seat: entry.seat === "red" ? "yellow" : "red" }),
      (entry) => ({ ...entry, command: { ...entry.command, why: "late" } }),
      (entry) => ({ ...entry, events: [] }),
      (entry) => ({ ...entry, events: [{ ...entry.events[0], agreed: ["yellow"] }] }),
      of({ type: "table-seek-judge" }, { type: "table-judge-sought" }),
      of({ type: "table-name-judge" }, { type: "table-judge-named" }),
      of({ type: "table-drop-judge" }, { type: "table-judge-dropped" }),
      of({ type: "table-free-seat", to: "yellow" }, { type: "table-seat-freed", to: "yellow" }),
      of({ type: "table-free-seat", to: ["yellow"] }, { type: "table-seat-freed", to: ["yellow"] }),
      of({ type: "table-ask-end", what: ["draw"] }, { type: "table-end-asked", what: ["draw"] }),
      (entry) => ({ ...entry, hint: true }),
      withTypeInList,
    ];
    await expectSameLines(parts, changes, 30);
  });

  test("on a number that is written as true, and on the next entry of a seat that a judge has freed", async () => {
    const unsigned = (parts: Parts): Parts => ({ ...parts, end: { ...parts.end, signatures: {} } });
    const linesOf = (parts: Parts) => textOf(unsigned(parts)).split("\n");
    const asTrue = (lines: readonly string[], n: number, from: string, to: string) => {
      const line = lines[n] ?? "";
      expect(line).toContain(from);
      return lines.with(n, line.replace(from, to)).join("\n");
    };
    const days = linesOf(holidayRecord({ game: "tieqchieq", count: 2 }));
    const off = days.findIndex((line) => line.includes('"days":1'));
    const paused = pausedRecord({ game: "tieqchieq", count: 2 });
    const gift = paused.entries.find(({ command }) => Reflect.get(command, "type") === "table-give-time");
    if (gift === undefined) throw new Error("no time is given");
    const short = { ...gift, command: { ...gift.command, seconds: 1 } };
    const shortened = { ...short, events: [{ ...gift.events[0], seconds: 1 } as (typeof gift.events)[0]] };
    const times = linesOf({ ...paused, entries: paused.entries.with(gift.n - 1, shortened) });
    const judged = judgedRecord({ game: "tieqchieq", count: 2 });
    const ask = judged.entries.findIndex(({ command }) => Reflect.get(command, "type") === "table-ask-end");
    const asked = judged.entries[ask];
    if (asked === undefined) throw new Error("no end is asked for");
    const to = "yellow";
    const freed = [{ type: "table-seat-freed", to }] as unknown as typeof asked.events;
    const free = { ...asked, command: { type: "table-free-seat", to }, events: freed };
    const next = judged.entries.find(({ n, seat, by }) => n > ask && seat === to && by !== "judge")?.n ?? 0;
    const changed = { ...judged, entries: judged.entries.with(ask, free) };
    const cases = [
      [asTrue(days, 1, '"n":1,', '"n":true,'), 1],
      [asTrue(days, off, '"events":[{"days":1,', '"events":[{"days":true,'), off],
      [
        asTrue(
          times,
          gift.n,
          '"seconds":1,"to":"yellow","type":"table-time',
          '"seconds":true,"to":"yellow","type":"table-time',
        ),
        gift.n,
      ],
      [textOf(unsigned(changed)), next],
    ] as const;
    const printed = await verifyAllInPython(
      [times.join("\n"), ...cases.map(([record]) => record)].map((record) => ({ record })),
    );
    expect(printed[0]).toMatch(/^yes/);
    for (const [i, [record, n]] of cases.entries()) {
      expect(verifyRecord(record)).toMatchObject({ ok: false, entry: n });
      expect(printed[i + 1], String(i)).toMatch(new RegExp(`^no: ${n}: (?!malformed)`));
    }
  });

  test("on a match in which a seat is handed over, and on the line at which each of its entries is wrong", async () => {
    const parts = handedRecord({ game: "tieqchieq", count: 2 });
    type Entry = Parts["entries"][number];
    const as = (command: string, event: string) => (entry: Entry) => ({
      ...entry,
      command: { type: command },
      events: [{ type: event }],
    });
    const changes: readonly ((entry: Entry) => object)[] = [
      (entry) => ({ ...entry, by: "clock" }),
      (entry) => ({ ...entry, seat: entry.seat === "red" ? "yellow" : "red" }),
      (entry) => ({ ...entry, command: { ...entry.command, to: "Izel" } }),
      (entry) => ({ ...entry, events: [] }),
      (entry) => ({ ...entry, events: [{ ...entry.events[0], to: "Izel" }] }),
      as("table-offer-seat", "table-seat-offered"),
      as("table-keep-seat", "table-seat-kept"),
      as("table-hand-seat", "table-seat-handed"),
      withTypeInList,
    ];
    await expectSameLines(parts, changes, 25);
    const signed = { record: textOf(withSignatures(parts)) };
    expect(verifyRecord(signed.record)).toMatchObject({ entry: "end", reason: "bad-signature" });
    expect(await verifyAllInPython([signed])).toMatchObject([expect.stringMatching(/^no: end: /)]);
  });

  test.each(["flower-war", "tieqchieq"] as const)(
    "on a match of %s in which acts are taken back, and on a take-back whose type is in a list",
    async (game) => {
      const parts = takenBackRecord({ game, count: 2 });
      const at = parts.entries.findIndex(({ command }) => Reflect.get(command, "type") === "take-back");
      const entries = parts.entries.map((each, i) => (i === at ? withTypeInList(each) : each));
      const forged = textOf({ ...parts, entries, end: { ...parts.end, signatures: {} } });
      expect(verifyRecord(forged)).toMatchObject({ entry: at + 1, reason: "refused" });
      const [right, wrong] = await verifyAllInPython([{ record: textOf(parts) }, { record: forged }]);
      expect(right).toBe(`yes: ${parts.entries.length} entries`);
      expect(wrong).toBe(`no: ${at + 1}: the type of a command is no text`);
    },
  );

  test("on entries of the table after the match is over, or of a seat that has conceded", async () => {
    const right = [
      inTimeRecord("flower-war", 3),
      inTimeRecord("space-aztecs", 3),
      inTimeRecord("tieqchieq", 2),
    ];
    const late = [
      ...lateForSeat("flower-war", 3),
      ...lateForSeat("space-aztecs", 3),
      ...lateForMatch("flower-war", 3),
      ...lateForMatch("tieqchieq", 2),
    ];
    const printed = await verifyAllInPython(
      [...right, ...late.map((one) => one.record)].map((parts) => ({ record: textOf(parts) })),
    );
    for (const [i, parts] of right.entries()) expect(printed[i]).toBe(`yes: ${parts.entries.length} entries`);
    for (const [i, { what, n }] of late.entries())
      expect(printed[right.length + i], what).toMatch(new RegExp(`^no: ${n}: (?!malformed)`));
  });

  test("on a record in which a person took a bot's seat, and a bot replaced them later", async () => {
    const fair = witnessedRecord({ count: 3, bots: ["west"], options: { rackSize: 4 } });
    const ofWest = fair.entries.filter(({ seat }) => seat === "west").map(({ n }) => n);
    const [first = 0, , , from = 0, until = 0] = ofWest;
    const entries = fair.entries.map(({ by, ...entry }) =>
      entry.seat === "west" && entry.n >= from && entry.n < until ? entry : { ...entry, ...(by && { by }) },
    );
    const { signatures: _given, ...end } = fair.end;
    const withEnd = (more: object) => textOf({ ...fair, entries, end: { ...end, ...more } });
    const cases = [
      withEnd({ joined: { west: from }, removed: { west: until } }),
      withEnd({ joined: { west: from } }),
      withEnd({ joined: { west: first }, removed: { west: until } }),
      withEnd({ joined: { west: from }, removed: { west: first } }),
      withEnd({}),
    ].map((record) => ({ record }));
    const own = cases.map(({ record }) => verifyRecord(record).ok);
    expect(own).toEqual([true, false, false, false, false]);
    const printed = await verifyAllInPython(cases);
    expect(printed.map((line) => line.startsWith("yes: "))).toEqual(own);
  });

  test("on what a record proves", async () => {
    const witness = { ...witnessOf(FORGED, "east", 60), live: [[1, 50]] };
    const { said } = await verifyInPython(FORGED_TEXT, JSON.stringify(witness));
    expect(said[0]).toBe(GRADES.nobody);
    expect(said.slice(2)).toEqual([
      "proved: the witness of east was shown this match up to entry 60",
      "not proved: 10 entries were so when they happened: the witness was told of them later",
      "proved: the keys of east, north have signed all that these seats were shown and sent",
      expect.stringMatching(/^not proved: that another played entries \d.* for people: the server says so$/),
    ]);
    const alone = await verifyInPython(FORGED_TEXT);
    expect(alone.said[0]).toBe(`${GRADES.server}: ${GRADE_REASONS["no-witness"]}`);
    expect(alone.said[2]).toMatch(/^not proved: that anybody was shown this match/);
  });

  test("on the line of every named forgery", async () => {
    const cases = [
      ...SEEN_BY_ALL.map(([what, record, line, reason]) => ({ what, record, line, reason })),
      ...SEEN_BY_WITNESS.map(([what, record, line, reason, witness]) => ({
        what,
        record,
        line,
        reason,
        witness,
      })),
    ];
    const printed = await verifyAllInPython(cases);
    for (const [i, { what, line, reason }] of cases.entries()) {
      const lines = OF_RULES.includes(reason) ? `(?:${line}|end)` : String(line);
      expect(printed[i], what).toMatch(new RegExp(`^no: ${lines}: `));
    }
  });

  test("on the line of random forgeries, with a witness", async () => {
    const random = randomFrom("f0".repeat(32));
    const witness = witnessOf(FORGED, "east");
    const cases = Array.from({ length: 150 }, () => forge(random)).map(({ name, forged }) => ({
      name,
      record: forged,
      witness,
    }));
    const printed = await verifyAllInPython(cases);
    for (const [i, { name, record }] of cases.entries()) {
      const verdict = verifyRecord(record, witness);
      if (verdict.ok) throw new Error(name);
      // Without rules, a verifier cannot tell a value that no seat is shown and that no draw decides.
      if (!OF_RULES.includes(verdict.reason))
        expect(printed[i], name).toMatch(new RegExp(`^no: ${verdict.entry}: `));
    }
  });

  test("on what the command line prints", async () => {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-forgery-"));
    try {
      for (const [what, record, line, reason, witness] of SEEN_BY_WITNESS.slice(-6)) {
        writeFileSync(join(folder, "match.jsonl"), record);
        writeFileSync(join(folder, "witness.json"), JSON.stringify(witness));
        const run = promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), [
          "verify",
          join(folder, "match.jsonl"),
          "--json",
          "--witness",
          join(folder, "witness.json"),
        ]);
        const { stdout } = await run.catch((failure: unknown) => failure as { stdout: string });
        expect(JSON.parse(stdout), what).toMatchObject({ ok: false, entry: line, reason });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("without the library for signatures: a sentence says which to install", async () => {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-signed-"));
    try {
      writeFileSync(join(folder, "match.jsonl"), FORGED_TEXT);
      const run = promisify(execFile)(programPath("python3"), [
        "-B",
        "-c",
        'import sys; sys.modules["cryptography"] = None; sys.path.insert(0, sys.argv[1]); from flower_war_verifier.__main__ import main; main(sys.argv[2])',
        PYTHON_SOURCES,
        join(folder, "match.jsonl"),
      ]);
      await expect(run).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The signatures cannot be checked: install python3-cryptography/),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("that a file is no witness", async () => {
    const failure = await verifyInPython(FORGED_TEXT, "{}").catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/witness\.json is no witness of a match: /),
    });
  });
});

describe.skipIf(skipped)("the verifier in Python, which knows no rules,", () => {
  const FAIR = playedRecord({ count: 4, rackSize: 13, plays: "wastefully" });
  const { header, entries, end } = FAIR;
  const lines = textOf(FAIR).trimEnd().split("\n");

  /** Changes the first event of this type. Returns the record and the number of the event's entry. */
  function changeEvent(type: string, fields: (event: object) => object): { n: number; parts: Parts } {
    const matches = (event: object) => Reflect.get(event, "type") === type;
    const entry = entries.find(({ events }) => events.some(matches));
    if (entry === undefined) throw new Error(`no event ${type} in this match`);
    const at = entry.events.findIndex(matches);
    const events = entry.events.map((event, i) => (i === at ? { ...event, ...fields(event) } : event));
    return { n: entry.n, parts: { ...FAIR, entries: entries.with(entry.n - 1, { ...entry, events }) } };
  }

  test("accepts a match that its people ended by agreement", async () => {
    const outcome = { by: "draw", winner: null };
    const agreed = { ...FAIR, entries: entries.slice(0, 5), end: { ...end, outcome } };
    expect(await verifyInPython(textOf(agreed))).toMatchObject({ exitCode: 0, printed: "yes: 5 entries" });
    const none = { ...agreed, entries: [] };
    expect(await verifyInPython(textOf(none))).toMatchObject({ exitCode: 0, printed: "yes: 0 entries" });
  });

  test.each([
    { count: 2, plays: "easily" },
    { count: 3, rackSize: 13, plays: "anyhow" },
    { count: 4, rackSize: 13, plays: "wastefully" },
    { count: 5, plays: "anyhow" },
    { count: 6, plays: "wastefully" },
  ] as const)("accepts a match of %o", async (setting) => {
    const parts = playedRecord(setting);
    expect(await verifyInPython(textOf(parts))).toMatchObject({
      exitCode: 0,
      printed: `yes: ${parts.entries.length} entries`,
    });
  });

  test.each([
    { game: "mexica", count: 2 },
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 6 },
    { game: "tieqchieq", count: 2 },
  ] as const)("accepts a match of $game with $count seats", async ({ game, count }) => {
    const parts = easyRecord(game, count);
    expect(await verifyInPython(textOf(parts))).toMatchObject({
      exitCode: 0,
      printed: `yes: ${parts.entries.length} entries`,
    });
  });

  test.each([
    { game: "space-aztecs", count: 2 },
    { game: "space-aztecs", count: 4 },
    { game: "tieqchieq", count: 2 },
  ] as const)(
    "accepts a match of $game with $count seats whose first seat concedes",
    async ({ game, count }) => {
      const parts = concededRecord(game, count);
      expect(await verifyInPython(textOf(parts))).toMatchObject({
        exitCode: 0,
        printed: `yes: ${parts.entries.length} entries`,
      });
    },
  );

  test.each([
    ["tieqchieq", "tossed", { coins: [1, 1, 1, 1] }, /a coin is 1, not 0/],
    ["tieqchieq", "tossed", { chance: 9999 }, /tossed ends at position \d+ of the stream/],
    ["tieqchieq", "tossed", { seat: "nobody" }, /(red|yellow) begins/],
    ["space-aztecs", "pile-taken", { seat: "9" }, /seat [01] takes a pile first/],
    ["space-aztecs", "card-chosen", { card: "Z99" }, /there is no Z99 in the pile/],
  ] as const)("names the first entry of %s whose %s has %j", async (game, type, fields, printed) => {
    const parts = easyRecord(game, 2);
    const matches = (event: object) =>
      Reflect.get(event, "type") === type &&
      (!("coins" in fields) || String(Reflect.get(event, "coins")) !== "1,1,1,1");
    const at = parts.entries.findIndex(({ events }) => events.some(matches));
    parts.entries = parts.entries.map((entry, i) =>
      i === at
        ? {
            ...entry,
            events: entry.events.map((event) => (matches(event) ? { ...event, ...fields } : event)),
          }
        : entry,
    );
    const verdict = await verifyInPython(textOf(parts));
    expect(verdict.exitCode).toBe(1);
    expect(verdict.printed).toMatch(new RegExp(`^no: ${at + 1}: `));
    expect(verdict.printed).toMatch(printed);
  });

  test.each<[string, string, (event: object) => object]>([
    ["other dice of a battle", "battle-began", () => ({ dice: { attacker: 7, defender: 1 } })],
    [
      "another position in the stream",
      "rolled",
      (event) => ({ chance: Number(Reflect.get(event, "chance")) + 1 }),
    ],
    ["a draw without its position", "rolled", () => ({ chance: undefined })],
    ["another Day card drawn", "day-card-drawn", () => ({ card: "0-xochitl" })],
    ["another card drawn", "card-drawn", () => ({ held: { id: "c1", card: "serpent-eagle" } })],
    [
      "another order of a reshuffled deck",
      "reshuffled",
      (event) => ({ order: (Reflect.get(event, "order") as string[]).toReversed() }),
    ],
  ])("names the entry with %s", async (_, type, fields) => {
    const { n, parts } = changeEvent(type, fields);
    const { exitCode, printed } = await verifyInPython(textOf(parts));
    expect(exitCode).toBe(1);
    expect(printed).toMatch(new RegExp(`^no: ${n}: `));
  });

  test("names the entry with another die rolled to move", async () => {
    const other = (die: unknown) => (typeof die === "number" ? (die % 6) + 1 : [7]);
    const { n, parts } = changeEvent("rolled", (event) =>
      "die" in event ? { die: other(event.die) } : { dice: other(undefined) },
    );
    expect((await verifyInPython(textOf(parts))).printed).toMatch(
      new RegExp(`^no: ${n}: a die is \\d, not \\d$`),
    );
  });

  const east = header.seats[0];
  const otherNonce = {
    ...header,
    seats: [{ ...east, nonce: "other" }, ...header.seats.slice(1)],
  } as Parts["header"];
  const botNonce = { ...header, seats: header.seats.map((seat) => ({ ...seat, from: "bot" as const })) };
  test.each([
    [
      "a nonce",
      textOf({ ...FAIR, header: otherNonce }),
      "end: the seed does not follow from secret and nonces",
    ],
    [
      "a nonce that a bot cannot have",
      textOf({ ...FAIR, header: botNonce }),
      "header: a bot gives no nonce, and nobody else a bot's",
    ],
    [
      "the secret",
      textOf({ ...FAIR, end: { ...end, secret: "0".repeat(64) } }),
      "end: the commitment is that of another secret",
    ],
    ["a missing entry", lines.toSpliced(5, 1).join("\n"), "5: entries are missing or in another order"],
    ["its last line missing", lines.slice(0, -1).join("\n"), "end: the last line is missing"],
  ])("names what differs in a record with %s", async (_, tampered, printed) => {
    expect(await verifyInPython(tampered)).toMatchObject({ exitCode: 1, printed: `no: ${printed}` });
  });

  test("rejects a record that is cut in the middle of a line, or empty", async () => {
    const cut = lines.join("\n").slice(0, -30);
    expect((await verifyInPython(cut)).printed).toBe("no: end: the last line is missing");
    expect((await verifyInPython("")).printed).toMatch(/^no: header: malformed/);
  });
});
