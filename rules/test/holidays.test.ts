/** Holidays in records of all games (docs/fair-dice.md, "Holidays"). */
import { describe, expect, test } from "vitest";
import {
  formatRecord,
  type Game,
  type GameTypes,
  games,
  type PublicEntry,
  type RecordEntry,
  replay,
  tableEntries,
  verifyRecord,
} from "../src/index.ts";
import { begin } from "../src/record.ts";
import { holidayRecord } from "./support/holidays.ts";
import type { Parts } from "./support/records.ts";
import { ENTRIES_OF_ALL_KINDS, withSignatures, witnessOf } from "./support/witnessed.ts";

const textOf = ({ header, entries, end }: Parts) => formatRecord(header, entries, end);
const typeOf = ({ command }: { readonly command: object }) => String(Reflect.get(command, "type"));

describe.each(Object.values(games) as unknown as Game<GameTypes>[])("in $name", (game) => {
  const name = game.name as keyof typeof games;
  const record = holidayRecord({
    game: name,
    count: Math.min(4, game.seats.max),
    drawAfter: ENTRIES_OF_ALL_KINDS,
  });

  test("a record with holidays verifies, by every seat's witness and the public's", () => {
    for (const viewer of [...record.header.seats.map(({ seat }) => seat), "public"])
      expect(verifyRecord(textOf(record), witnessOf(record, viewer))).toMatchObject({
        ok: true,
        format: "flower-war-record-4",
      });
  });

  test("they change nothing of the game, and all viewers see them alike", () => {
    const all = record.entries as unknown as readonly RecordEntry<GameTypes>[];
    const own = all.filter(({ events }) => !tableEntries.isTablesEntry(game, events));
    expect(own.length).toBeLessThan(all.length);
    const state = begin(game, { ...record.header, seed: record.end.seed });
    expect(replay(game, state, all)).toEqual(replay(game, state, own));
    const [event] = all.find((one) => typeOf(one) === "table-take-holiday")?.events ?? [];
    expect(event).toEqual({ type: "table-holiday-taken", days: 3 });
    expect(tableEntries.redactEvent(game, event as never, "public")).toBe(event);
  });
});

describe("a record is refused", () => {
  const record = holidayRecord({ game: "flower-war", count: 3, drawAfter: ENTRIES_OF_ALL_KINDS });
  const [, other = ""] = record.header.seats.map((each) => each.seat);
  const unsigned = { ...record, end: { ...record.end, signatures: {} } };
  const indexOf = (type: string) => record.entries.findIndex((one) => typeOf(one) === type);
  const withCommand = (more: object) => (one: PublicEntry) => ({
    ...one,
    command: { ...one.command, ...more },
  });

  test.each<[what: string, type: string, reason: string, change: (entry: PublicEntry) => object]>([
    [
      "whose holiday is longer than the table allows",
      "table-take-holiday",
      "refused",
      withCommand({ days: 4 }),
    ],
    ["whose holiday has no day", "table-take-holiday", "refused", withCommand({ days: 0 })],
    ["whose holiday has half a day", "table-take-holiday", "refused", withCommand({ days: 1.5 })],
    ["whose holiday is a text", "table-take-holiday", "refused", withCommand({ days: "3" })],
    ["whose holiday a clock took", "table-take-holiday", "refused", (one) => ({ ...one, by: "clock" })],
    ["whose holiday has another field", "table-take-holiday", "other-command", withCommand({ why: "sea" })],
    [
      "whose event has another number",
      "table-take-holiday",
      "other-events",
      (one) => ({ ...one, events: [{ ...one.events[0], days: 1 }] }),
    ],
    ["whose holiday has no event", "table-take-holiday", "other-events", (one) => ({ ...one, events: [] })],
    [
      "that ends a holiday of another seat than took it",
      "table-end-holiday",
      "refused",
      (one) => ({ ...one, seat: other }),
    ],
    [
      "whose holiday has its type in a list",
      "table-take-holiday",
      "refused",
      (one) => ({ ...one, command: { ...one.command, type: [typeOf(one)] } }),
    ],
  ])("%s", (_what, type, reason, change) => {
    const at = indexOf(type);
    const entries = record.entries.map((each, i) => (i === at ? (change(each) as PublicEntry) : each));
    expect(verifyRecord(textOf({ ...unsigned, entries }))).toMatchObject({
      ok: false,
      entry: at + 1,
      reason,
    });
  });

  test("that ends a holiday after its seat acted, which ended it", () => {
    const { seat } = record.entries[indexOf("table-end-holiday")] as PublicEntry;
    const acted = record.entries.findIndex(
      (one, i) => i > indexOf("table-end-holiday") && one.seat === seat && !typeOf(one).startsWith("table-"),
    );
    const end = { seat, command: { type: "table-end-holiday" }, events: [{ type: "table-holiday-ended" }] };
    const entries = [
      ...record.entries.slice(0, acted + 1),
      { n: 0, ...end },
      ...record.entries.slice(acted + 1),
    ];
    const numbered = entries.map((each, i) => ({ ...each, n: i + 1 }));
    expect(verifyRecord(textOf({ ...unsigned, entries: numbered }))).toMatchObject({
      ok: false,
      entry: acted + 2,
      reason: "refused",
    });
  });

  test("whose table has none, in either format", () => {
    const { holidays: _, ...header } = record.header;
    for (const format of ["flower-war-record-3", "flower-war-record-4"] as const)
      expect(
        verifyRecord(textOf(withSignatures({ ...unsigned, header: { ...header, format } }))),
      ).toMatchObject({ ok: false, reason: "refused" });
    const marked = { ...record.header, format: "flower-war-record-3" as const };
    expect(verifyRecord(textOf({ ...unsigned, header: marked }))).toMatchObject({
      entry: "header",
      reason: "unknown-field",
    });
    for (const holidays of [0, 1.5, "3", true])
      expect(
        verifyRecord(textOf({ ...unsigned, header: { ...record.header, holidays } as never })),
      ).toMatchObject({ ok: false, entry: "header" });
  });
});
