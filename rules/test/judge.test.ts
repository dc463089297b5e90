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
import { ENTRIES_OF_ALL_KINDS, withSignatures, witnessOf } from "./support/witnessed.ts";

const textOf = ({ header, entries, end }: Parts) => formatRecord(header, entries, end);
const typeOf = ({ command }: { readonly command: object }) => String(Reflect.get(command, "type"));

describe.each(Object.values(games) as unknown as Game<GameTypes>[])("in $name", (game) => {
  const name = game.name as keyof typeof games;
  const record = judgedRecord({
    game: name,
    count: Math.min(4, game.seats.max),
    drawAfter: ENTRIES_OF_ALL_KINDS,
  });

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

  test("what the judge does is told as theirs, also where a player could do it", () => {
    const ofPlayers = ["table-pause", "table-give-time", "table-resume"];
    const told = record.entries.filter((entry) => ofPlayers.includes(typeOf(entry)));
    const kinds = new Set(told.map((entry) => `${typeOf(entry)} by ${entry.by ?? "player"}`));
    expect(kinds).toEqual(new Set([...ofPlayers.map((type) => `${type} by judge`), "table-pause by player"]));
    for (const { by, events } of told) expect(Object(events[0]).by).toBe(by);
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
  const record = judgedRecord({ game: "flower-war", count: 3, drawAfter: ENTRIES_OF_ALL_KINDS });
  const [, other = ""] = record.header.seats.map((each) => each.seat);
  const unsigned = { ...record, end: { ...record.end, signatures: {} } };
  const indexOf = (type: string) => record.entries.findIndex((one) => typeOf(one) === type);
  const paused = { type: "table-paused", seconds: 300, agreed: [] };
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
    ["whose judge acted on a hint", "table-ask-end", "refused", (one) => ({ ...one, hint: true })],
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
      as({ type: "table-pause", seconds: 300 }, { ...paused, agreed: [other], by: "judge" }),
    ],
    [
      "whose judge's pause is told as a player's",
      "table-pause",
      "other-events",
      as({ type: "table-pause", seconds: 300 }, paused),
    ],
    [
      "whose player's pause is told as the judge's",
      "table-seek-judge",
      "other-events",
      as({ type: "table-pause", seconds: 300 }, { ...paused, by: "judge" }, {}),
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

  /** Returns the record, and the first entry of a seat that a judge frees so often. @param isBots whether a bot plays there from then on */
  const withFreed = (times: number, isBots: boolean) => {
    const at = indexOf("table-ask-end");
    const free = as({ type: "table-free-seat", to: other }, { type: "table-seat-freed", to: other });
    const isFreed = ({ seat, by }: PublicEntry) => seat === other && by !== "judge";
    const [before, after] = [record.entries.slice(0, at), record.entries.slice(at)];
    const freed = Array.from({ length: times }, () => free(after[0] as PublicEntry) as PublicEntry);
    const played = after.map((one) => (isBots && isFreed(one) ? { ...one, by: "bot" as const } : one));
    const entries = [...before, ...freed, ...played].map((each, i) => ({ ...each, n: i + 1 }));
    const first = entries.find((one) => one.n > at && isFreed(one))?.n ?? 0;
    const end = { ...unsigned.end, ...(isBots && { removed: { [other]: first } }) };
    return { at: at + 1, first, text: textOf({ ...unsigned, entries, end }) };
  };

  test("in which a seat is freed twice or its player plays on, and not in which it is freed once and a bot does", () => {
    expect(verifyRecord(withFreed(1, true).text)).toMatchObject({ ok: true });
    const twice = withFreed(2, true);
    expect(verifyRecord(twice.text)).toMatchObject({ ok: false, entry: twice.at + 1, reason: "refused" });
    const { first, text } = withFreed(1, false);
    expect(verifyRecord(text)).toMatchObject({ ok: false, entry: first, reason: "wrong-by" });
  });

  test("in which a seat that has conceded seeks a judge, and not in which another seat lets the judge go", () => {
    const drop = indexOf("table-drop-judge");
    const byOther = record.entries.map((each, i) => (i === drop ? { ...each, seat: other } : each));
    expect(verifyRecord(textOf({ ...unsigned, entries: byOther }))).toMatchObject({ ok: true });
    const game = games["flower-war"] as unknown as Game<GameTypes>;
    const before = record.entries.slice(0, indexOf("table-seek-judge"));
    const state = begin(game, { ...record.header, seed: record.end.seed });
    const played = replay(game, state, before as never);
    const { command, events } = game.decide(played, other, { type: "concede" });
    const seek = { command: { type: "table-seek-judge" }, events: [{ type: "table-judge-sought" }] };
    const added = [{ command, events }, seek].map((each, i) => ({
      n: before.length + 1 + i,
      seat: other,
      ...each,
    }));
    const entries = [...before, ...added] as PublicEntry[];
    expect(verifyRecord(textOf({ ...unsigned, entries }))).toMatchObject({
      ok: false,
      entry: entries.length,
      reason: "refused",
      found: "not-seated",
    });
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
