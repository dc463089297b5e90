/** A judge in records of all games (docs/fair-dice.md, "A judge"). */
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
import { judgedRecord } from "./support/judged.ts";
import type { Parts } from "./support/records.ts";
import { withSignatures, witnessOf } from "./support/witnessed.ts";

const textOf = ({ header, entries, end }: Parts) => formatRecord(header, entries, end);
const typeOf = ({ command }: { readonly command: object }) => String(Reflect.get(command, "type"));

describe.each(Object.values(games) as unknown as Game<GameTypes>[])("in $name", (game) => {
  const name = game.name as keyof typeof games;
  const record = judgedRecord({ game: name, count: Math.min(4, game.seats.max) });

  test("a record with a judge verifies, by every seat's witness and the public's, and says which entries are the judge's", () => {
    const ofJudge = record.entries.filter(({ by }) => by === "judge").map(({ n }) => n);
    for (const viewer of [...record.header.seats.map(({ seat }) => seat), "public"]) {
      const verdict = verifyRecord(textOf(record), witnessOf(record, viewer));
      expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4" });
      const open = verdict.ok ? verdict.open.find(({ code }) => code === "judged") : undefined;
      const numbers = open?.entries?.flatMap(([from, to]) =>
        Array.from({ length: to - from + 1 }, (_, i) => from + i),
      );
      expect(numbers).toEqual(ofJudge);
    }
  });

  test("nothing of the game changes, and all viewers see its entries alike", () => {
    const all = record.entries as unknown as readonly RecordEntry<GameTypes>[];
    const own = all.filter(({ events }) => !tableEntries.isTablesEntry(game, events));
    expect(own.length).toBeLessThan(all.length);
    const state = begin(game, { ...record.header, seed: record.end.seed });
    expect(replay(game, state, all)).toEqual(replay(game, state, own));
    const [event] = all.find((one) => typeOf(one) === "table-ask-end")?.events ?? [];
    expect(event).toEqual({ type: "table-end-asked", what: "draw" });
    expect(tableEntries.redactEvent(game, event as never, "public")).toBe(event);
  });
});

describe("a record is refused", () => {
  const record = judgedRecord({ game: "flower-war", count: 3 });
  const [, other = ""] = record.header.seats.map((each) => each.seat);
  const unsigned = { ...record, end: { ...record.end, signatures: {} } };
  const indexOf = (type: string) => record.entries.findIndex((one) => typeOf(one) === type);
  const as =
    (command: object, event: object, by: object = { by: "judge" }) =>
    ({ n, seat }: PublicEntry) => ({ n, seat, ...by, command, events: [event] });
  const withBy = (by: string | undefined) => (one: PublicEntry) => {
    const { by: _, ...rest } = one;
    return by === undefined ? rest : { ...rest, by };
  };

  test.each<[what: string, type: string, reason: string, change: (entry: PublicEntry) => object]>([
    ["whose judge seeks themselves", "table-seek-judge", "refused", withBy("judge")],
    ["whose judge lets themselves go", "table-drop-judge", "refused", withBy("judge")],
    ["whose player comes as the judge", "table-name-judge", "refused", withBy(undefined)],
    ["in which a clock judges", "table-ask-end", "refused", withBy("clock")],
    ["in which a player asks as the judge does", "table-ask-end", "refused", withBy(undefined)],
    [
      "in which another seat lets the judge go",
      "table-drop-judge",
      "refused",
      (one) => ({ ...one, seat: other }),
    ],
    ["whose judge is another seat's", "table-pause", "refused", (one) => ({ ...one, seat: other })],
    [
      "whose judge comes twice",
      "table-pause",
      "refused",
      as({ type: "table-name-judge" }, { type: "table-judge-named" }),
    ],
    [
      "in which two judges are sought",
      "table-name-judge",
      "refused",
      as({ type: "table-seek-judge" }, { type: "table-judge-sought" }, {}),
    ],
    [
      "whose judge acts before they come",
      "table-name-judge",
      "refused",
      as({ type: "table-resume" }, { type: "table-resumed" }),
    ],
    [
      "whose judge pauses longer than the table allows",
      "table-pause",
      "refused",
      as({ type: "table-pause", seconds: 301 }, { type: "table-paused", seconds: 301, agreed: [] }),
    ],
    [
      "whose judge names who agreed",
      "table-pause",
      "other-events",
      as({ type: "table-pause", seconds: 300 }, { type: "table-paused", seconds: 300, agreed: [other] }),
    ],
    [
      "whose judge gives time to no seat",
      "table-give-time",
      "refused",
      as(
        { type: "table-give-time", seconds: 60, to: "nowhere" },
        { type: "table-time-given", to: "nowhere", seconds: 60, agreed: [] },
      ),
    ],
    [
      "whose judge frees no seat",
      "table-ask-end",
      "refused",
      as({ type: "table-free-seat", to: "nowhere" }, { type: "table-seat-freed", to: "nowhere" }),
    ],
    [
      "whose judge asks for a win",
      "table-ask-end",
      "refused",
      as({ type: "table-ask-end", what: "win" }, { type: "table-end-asked", what: "win" }),
    ],
    [
      "whose question has another field",
      "table-ask-end",
      "other-command",
      (one) => ({ ...one, command: { ...one.command, why: "late" } }),
    ],
    ["whose question has no event", "table-ask-end", "other-events", (one) => ({ ...one, events: [] })],
    [
      "whose question has its type in a list",
      "table-ask-end",
      "refused",
      (one) => ({ ...one, command: { ...one.command, type: [typeOf(one)] } }),
    ],
    [
      "whose judge offers a seat",
      "table-ask-end",
      "refused",
      as({ type: "table-offer-seat" }, { type: "table-seat-offered" }),
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

  test("in which a seat is freed twice, and not in which it is freed once", () => {
    const at = indexOf("table-ask-end");
    const free = as({ type: "table-free-seat", to: other }, { type: "table-seat-freed", to: other });
    const [before, after] = [record.entries.slice(0, at), record.entries.slice(at)];
    const verdictOf = (times: number) => {
      const added = Array.from(
        { length: times },
        () => free(record.entries[at] as PublicEntry) as PublicEntry,
      );
      const entries = [...before, ...added, ...after].map((each, i) => ({ ...each, n: i + 1 }));
      return verifyRecord(textOf({ ...unsigned, entries }));
    };
    expect(verdictOf(1)).toMatchObject({ ok: true });
    expect(verdictOf(2)).toMatchObject({ ok: false, entry: at + 2, reason: "refused" });
  });

  test("in which a judge plays", () => {
    const at = record.entries.findIndex(
      (one, i) => i > indexOf("table-name-judge") && !typeOf(one).startsWith("table-"),
    );
    const entries = record.entries.map((each, i) => (i === at ? { ...each, by: "judge" as const } : each));
    expect(verifyRecord(textOf({ ...unsigned, entries }))).toMatchObject({
      ok: false,
      entry: at + 1,
      reason: "refused",
    });
  });

  test("whose table has no judge, in either format", () => {
    const { judges: _, ...header } = record.header;
    for (const format of ["flower-war-record-3", "flower-war-record-4"] as const)
      expect(
        verifyRecord(textOf(withSignatures({ ...unsigned, header: { ...header, format } }))),
      ).toMatchObject({ ok: false });
    const marked = { ...record.header, format: "flower-war-record-3" as const };
    expect(verifyRecord(textOf({ ...unsigned, header: marked }))).toMatchObject({
      entry: "header",
      reason: "unknown-field",
    });
    for (const judges of [false, 1, "yes"])
      expect(
        verifyRecord(textOf({ ...unsigned, header: { ...record.header, judges } as never })),
      ).toMatchObject({ ok: false, entry: "header" });
  });
});
