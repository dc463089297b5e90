/** Seats that are handed over, in records of all games (docs/fair-dice.md, "Handing a seat over"). */
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
import { handedRecord } from "./support/hand-overs.ts";
import type { Parts } from "./support/records.ts";
import { ENTRIES_OF_ALL_KINDS, withSignatures, witnessOf } from "./support/witnessed.ts";

const textOf = ({ header, entries, end }: Parts) => formatRecord(header, entries, end);
const typeOf = ({ command }: { readonly command: object }) => String(Reflect.get(command, "type"));

describe.each(Object.values(games) as unknown as Game<GameTypes>[])("in $name", (game) => {
  const name = game.name as keyof typeof games;
  const record = handedRecord({
    game: name,
    count: Math.min(4, game.seats.max),
    drawAfter: ENTRIES_OF_ALL_KINDS,
  });
  const [handed = ""] = record.header.seats.map(({ seat }) => seat);

  test("a record in which a seat is handed over verifies, by every seat's witness and the public's", () => {
    for (const viewer of [...record.header.seats.map(({ seat }) => seat), "public"])
      expect(verifyRecord(textOf(record), witnessOf(record, viewer))).toMatchObject({
        ok: true,
        format: "flower-war-record-4",
      });
  });

  test("the verdict says from which entry on another person plays, and that the seat has not signed all", () => {
    const verdict = verifyRecord(textOf(record));
    const open = verdict.ok ? verdict.open : [];
    const numbers = record.entries.filter((one) => typeOf(one) === "table-hand-seat").map(({ n }) => n);
    expect(open.find(({ code }) => code === "handed-over")?.entries).toEqual(numbers.map((n) => [n, n]));
    expect(open.find(({ code }) => code === "unsigned")?.seats).toContain(handed);
  });

  test("nothing of the game changes, and all viewers see its entries alike", () => {
    const all = record.entries as unknown as readonly RecordEntry<GameTypes>[];
    const own = all.filter(({ events }) => !tableEntries.isTablesEntry(game, events));
    expect(own.length).toBeLessThan(all.length);
    const state = begin(game, { ...record.header, seed: record.end.seed });
    expect(replay(game, state, all)).toEqual(replay(game, state, own));
    const [event] = all.find((one) => typeOf(one) === "table-hand-seat")?.events ?? [];
    expect(event).toEqual({ type: "table-seat-handed" });
    expect(tableEntries.redactEvent(game, event as never, "public")).toBe(event);
  });
});

describe("a record is refused", () => {
  const record = handedRecord({ game: "flower-war", count: 3, drawAfter: ENTRIES_OF_ALL_KINDS });
  const [seat = "", other = ""] = record.header.seats.map((each) => each.seat);
  const unsigned = { ...record, end: { ...record.end, signatures: {} } };
  const indexOf = (type: string) => record.entries.findIndex((one) => typeOf(one) === type);

  test.each<[what: string, type: string, reason: string, change: (entry: PublicEntry) => object]>([
    ["whose hand over a clock played", "table-hand-seat", "refused", (one) => ({ ...one, by: "clock" })],
    [
      "that hands a seat over that was not offered",
      "table-offer-seat",
      "refused",
      (one) => ({ ...one, command: { type: "table-hand-seat" }, events: [{ type: "table-seat-handed" }] }),
    ],
    [
      "that keeps a seat that was not offered",
      "table-offer-seat",
      "refused",
      (one) => ({ ...one, command: { type: "table-keep-seat" }, events: [{ type: "table-seat-kept" }] }),
    ],
    [
      "that offers a seat twice",
      "table-keep-seat",
      "refused",
      (one) => ({ ...one, command: { type: "table-offer-seat" }, events: [{ type: "table-seat-offered" }] }),
    ],
    [
      "that hands another seat over than was offered",
      "table-hand-seat",
      "refused",
      (one) => ({ ...one, seat: other }),
    ],
    [
      "whose hand over has another field",
      "table-hand-seat",
      "other-command",
      (one) => ({ ...one, command: { ...one.command, to: "Tenoch" } }),
    ],
    [
      "whose event has another field",
      "table-hand-seat",
      "other-events",
      (one) => ({ ...one, events: [{ ...one.events[0], to: "Tenoch" }] }),
    ],
    ["whose hand over has no event", "table-hand-seat", "other-events", (one) => ({ ...one, events: [] })],
    [
      "whose hand over has its type in a list",
      "table-hand-seat",
      "refused",
      (one) => ({ ...one, command: { type: [typeOf(one)] } }),
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

  test("whose table hands no seats over, in either format", () => {
    const { handOvers: _, ...header } = record.header;
    for (const format of ["flower-war-record-3", "flower-war-record-4"] as const)
      expect(
        verifyRecord(textOf(withSignatures({ ...unsigned, header: { ...header, format } }))),
      ).toMatchObject({ ok: false, reason: "refused" });
    const marked = { ...record.header, format: "flower-war-record-3" as const };
    expect(verifyRecord(textOf({ ...unsigned, header: marked }))).toMatchObject({
      entry: "header",
      reason: "unknown-field",
    });
    for (const handOvers of [false, 1, "yes"])
      expect(
        verifyRecord(textOf({ ...unsigned, header: { ...record.header, handOvers } as never })),
      ).toMatchObject({ ok: false, entry: "header" });
  });

  test("in which the key of who had a seat before signs after it was handed over", () => {
    const all = withSignatures(record);
    const last = record.entries.length;
    expect(verifyRecord(textOf(all))).toMatchObject({ ok: false, entry: "end", reason: "bad-signature" });
    const early = Object.entries(all.end.signatures?.[seat] ?? {}).filter(
      ([n]) => Number(n) < indexOf("table-hand-seat") + 1,
    );
    const found = {
      ...record.end.signatures,
      ...(early.length > 0 && { [seat]: Object.fromEntries(early) }),
    };
    expect(verifyRecord(textOf({ ...record, end: { ...record.end, signatures: found } }))).toMatchObject({
      ok: true,
      entries: last,
    });
  });
});
