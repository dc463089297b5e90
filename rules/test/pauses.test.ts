/** Pauses and extra time in records of all games (docs/fair-dice.md, "Pauses and extra time"). */
import { describe, expect, test } from "vitest";
import {
  formatRecord,
  type Game,
  type GameTypes,
  games,
  type PublicEntry,
  type RecordEntry,
  replay,
  verifyRecord,
} from "../src/index.ts";
import { begin } from "../src/record.ts";
import { redactEvent } from "../src/take-back.ts";
import type { Parts } from "./support/records.ts";
import { pausedRecord } from "./support/pauses.ts";
import { ENTRIES_OF_ALL_KINDS, withSignatures, witnessOf } from "./support/witnessed.ts";

const textOf = ({ header, entries, end }: Parts) => formatRecord(header, entries, end);

describe.each(Object.values(games) as unknown as Game<GameTypes>[])("in $name", (game) => {
  const name = game.name as keyof typeof games;
  const record = pausedRecord({
    game: name,
    count: Math.min(4, game.seats.max),
    drawAfter: ENTRIES_OF_ALL_KINDS,
  });

  test("a record with pauses and extra time verifies, by every seat's witness and the public's", () => {
    for (const viewer of [...record.header.seats.map(({ seat }) => seat), "public"]) {
      const verdict = verifyRecord(textOf(record), witnessOf(record, viewer));
      expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4" });
    }
  });

  test("they change nothing of the game, and all viewers see them alike", () => {
    const isPause = ({ command }: { readonly command: object }) =>
      String(Reflect.get(command, "type")).startsWith("table-");
    const state = begin(game, { ...record.header, seed: record.end.seed });
    const all = record.entries as unknown as readonly RecordEntry<GameTypes>[];
    const folded = replay(game, state, all);
    expect(folded).toEqual(
      replay(
        game,
        state,
        all.filter((entry) => !isPause(entry)),
      ),
    );
    const events = all.filter(isPause).flatMap((entry) => entry.events);
    expect(events.length).toBeGreaterThan(3);
    for (const event of events)
      for (const { seat } of record.header.seats) expect(redactEvent(game, event, seat)).toBe(event);
  });
});

describe("a record is refused whose pause", () => {
  const record = pausedRecord({ game: "flower-war", count: 3, drawAfter: ENTRIES_OF_ALL_KINDS });
  const unsigned = { ...record, end: { ...record.end, signatures: {} } };
  const indexOf = (type: string) =>
    record.entries.findIndex(({ command }) => Reflect.get(command, "type") === type);
  const verdictOf = (at: number, change: (entry: PublicEntry) => object) =>
    verifyRecord(
      textOf({
        ...unsigned,
        entries: record.entries.map((each, i) => (i === at ? (change(each) as PublicEntry) : each)),
      }),
    );
  const withCommand = (more: object) => (one: PublicEntry) => ({
    ...one,
    command: { ...one.command, ...more },
  });
  const withEvent = (more: object) => (one: PublicEntry) => ({
    ...one,
    events: [{ ...one.events[0], ...more }],
  });

  test.each<[what: string, type: string, reason: string, change: (entry: PublicEntry) => object]>([
    ["is longer than the table allows", "table-pause", "refused", withCommand({ seconds: 301 })],
    ["has no length", "table-pause", "refused", withCommand({ seconds: 0 })],
    ["a clock played", "table-pause", "refused", (one) => ({ ...one, by: "clock" })],
    ["has another field", "table-pause", "other-command", withCommand({ why: "tea" })],
    ["has no event", "table-pause", "other-events", (one) => ({ ...one, events: [] })],
    ["has another length in its event", "table-pause", "other-events", withEvent({ seconds: 1 })],
    ["does not say who agreed", "table-pause", "other-events", withEvent({ agreed: undefined })],
    ["has its type in a list", "table-pause", "refused", withCommand({ type: ["table-pause"] })],
    [
      "gives time with its type in a list",
      "table-give-time",
      "refused",
      withCommand({ type: ["table-give-time"] }),
    ],
    ["ends where none was", "table-resume", "refused", (one) => one],
    ["gives time to no seat", "table-give-time", "refused", withCommand({ to: "nowhere" })],
    ["gives too much time", "table-give-time", "refused", withCommand({ seconds: 1e9 })],
    [
      "lets who gets time agree",
      "table-give-time",
      "other-events",
      (one) => withEvent({ agreed: [Reflect.get(one.command, "to")] })(one),
    ],
  ])("%s", (what, type, reason, change) => {
    const at = indexOf(type);
    // The entry before it paused the match: another one of the same seat takes its place.
    if (what === "ends where none was") {
      const entries = record.entries.map((each, i) =>
        i < at && Reflect.get(each.command, "type") === "table-pause"
          ? { ...record.entries[at], n: each.n }
          : each,
      );
      const first = entries.findIndex(
        ({ command }) => Reflect.get(command as object, "type") === "table-resume",
      );
      expect(verifyRecord(textOf({ ...unsigned, entries: entries as PublicEntry[] }))).toMatchObject({
        ok: false,
        entry: first + 1,
        reason,
      });
      return;
    }
    expect(verdictOf(at, change)).toMatchObject({ ok: false, entry: at + 1, reason });
  });

  test("is at a table without them, in either format", () => {
    const { pauses: _, ...header } = record.header;
    for (const format of ["flower-war-record-3", "flower-war-record-4"] as const)
      expect(
        verifyRecord(textOf({ ...withSignatures({ ...unsigned, header: { ...header, format } }) })),
      ).toMatchObject({ ok: false, reason: "refused" });
    const marked = { ...record.header, format: "flower-war-record-3" as const };
    expect(verifyRecord(textOf({ ...unsigned, header: marked }))).toMatchObject({
      entry: "header",
      reason: "unknown-field",
    });
    for (const pauses of [0, 1.5, "300", true])
      expect(
        verifyRecord(textOf({ ...unsigned, header: { ...record.header, pauses } as never })),
      ).toMatchObject({ ok: false, entry: "header" });
  });

  test("was agreed to by people is the server's word, and the verdict says so", () => {
    const verdict = verifyRecord(textOf(record), witnessOf(record, "east"));
    const open = verdict.ok ? verdict.open.find(({ code }) => code === "paused") : undefined;
    expect(open?.entries?.flat()).toContain(indexOf("table-pause") + 1);
  });
});
