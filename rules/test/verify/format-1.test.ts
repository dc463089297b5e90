import { describe, expect, test } from "vitest";
import {
  commitmentOf,
  FLAWS,
  GRADE_REASONS,
  GRADES,
  OPEN,
  PROVED,
  type PublicEntry,
  RECORD_FORMATS,
  seedOf,
  verifyRecord,
} from "../../src/index.ts";
import { easyRecord, type Parts, playedRecord, textOf } from "../support/records.ts";

const FAIR = playedRecord();
const { header, entries, end } = FAIR;
const text = textOf(FAIR);
const lines = text.trimEnd().split("\n");

/** Returns the first entry with an event of this type, and the event's index in it. */
function entryWith(type: string): { n: number; at: number } {
  const entry = entries.find(({ events }) => events.some((event) => typeOf(event) === type));
  if (entry === undefined) throw new Error(`nothing ${type} in this match`);
  return { n: entry.n, at: entry.events.findIndex((event) => typeOf(event) === type) };
}

const typeOf = (event: object): unknown => Reflect.get(event, "type");

/** Returns the record with one entry changed. */
function withEntry(n: number, change: (entry: PublicEntry) => PublicEntry): Parts {
  return { ...FAIR, entries: entries.map((entry) => (entry.n === n ? change(entry) : entry)) };
}

/** Returns the record with one event changed. */
function withEvent({ n, at }: { n: number; at: number }, fields: object): Parts {
  return withEntry(n, (entry) => ({
    ...entry,
    events: entry.events.map((event, i) => (i === at ? { ...event, ...fields } : event)),
  }));
}

const otherDie = (die: number) => (die % 6) + 1;

describe("an untouched record", () => {
  test("is verified: secret, nonces, every die and every event", () => {
    expect(verifyRecord(text)).toEqual({
      ok: true,
      format: RECORD_FORMATS[1],
      match: header.match,
      game: "flower-war",
      entries: entries.length,
      commitment: header.commitment,
      seats: header.seats,
      outcome: end.outcome,
      signatures: [],
      grade: {
        code: "server",
        message: GRADES.server,
        seats: [],
        reason: { code: "old-format", message: GRADE_REASONS["old-format"] },
      },
      witness: null,
      proved: [{ code: "dice", message: PROVED.dice }],
      open: [
        { code: "no-witness", message: OPEN["no-witness"] },
        { code: "unsigned", message: OPEN.unsigned, seats: ["east", "north"] },
        { code: "unsealed", message: OPEN.unsealed, seats: ["east"] },
        { code: "secret", message: OPEN.secret },
      ],
    });
  });

  test.each([
    { count: 2, plays: "easily" },
    { count: 4, rackSize: 13, plays: "easily" },
    { count: 3, rackSize: 13, plays: "anyhow" },
    { count: 6, plays: "anyhow" },
    { count: 5, plays: "wastefully" },
  ] as const)("of %o is verified too", (setting) => {
    expect(verifyRecord(textOf(playedRecord(setting)))).toMatchObject({ ok: true });
  });

  test.each(["mexica", "space-aztecs", "tieqchieq"] as const)("of %s is verified too", (game) => {
    expect(verifyRecord(textOf(easyRecord(game, 2)))).toMatchObject({ ok: true, game });
  });

  test("may have its keys in any order, other line ends, and none after the last line", () => {
    const turned = lines.map((line) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed())),
    );
    expect(verifyRecord(turned.join("\r\n"))).toMatchObject({ ok: true });
  });

  test("agrees with what was seen before the match", () => {
    const { commitment } = header;
    expect(verifyRecord(text, { commitment, nonces: { east: "Citlali_1-z" } })).toMatchObject({ ok: true });
  });
});

describe.each(["draw", "abort"] as const)("a match that its people ended by %s", (by) => {
  const agreed = { ...FAIR, entries: entries.slice(0, 5), end: { ...end, outcome: { by, winner: null } } };

  test("is verified as far as it went", () => {
    const verdict = { ok: true, entries: 5, outcome: { by, winner: null } };
    expect(verifyRecord(textOf(agreed))).toMatchObject(verdict);
    expect(verifyRecord(textOf({ ...agreed, entries: [] }))).toMatchObject({ ...verdict, entries: 0 });
  });

  test("cannot be one that the rules had ended", () => {
    expect(verifyRecord(textOf({ ...agreed, entries }))).toMatchObject({
      ok: false,
      reason: "other-outcome",
      expected: end.outcome,
    });
  });

  test("has no winner", () => {
    const won = { ...agreed, end: { ...end, outcome: { by, winner: "east" } } };
    expect(verifyRecord(textOf(won))).toMatchObject({ ok: false, entry: "end", reason: "not-over" });
  });
});

describe("a record that was tampered with is caught:", () => {
  const rolled = entryWith("rolled");
  const battle = entryWith("battle-began");
  const drawn = entryWith("day-card-drawn");
  const sacrificed = entries.find(({ command }) => typeOf(command) === "sacrifice");
  const last = entries.length;
  const otherSecret = "0".repeat(64);

  const nonces = header.seats.map(({ nonce }) => nonce);
  const east = header.seats[0];
  const otherNonce = {
    ...header,
    seats: [{ ...east, nonce: "Citlali_2-z" }, ...header.seats.slice(1)],
  } as Parts["header"];
  const otherSeed = seedOf(end.secret, ["Citlali_2-z", ...nonces.slice(1)]);

  const TAMPERED: {
    what: string;
    parts: Parts;
    entry: number | "header" | "end";
    reason: keyof typeof FLAWS;
  }[] = [
    {
      what: "a die rolled to move",
      parts: withEvent(rolled, {
        die: otherDie(Number(Reflect.get(entries[rolled.n - 1]?.events[rolled.at] ?? {}, "die"))),
      }),
      entry: rolled.n,
      reason: "other-events",
    },
    {
      what: "a die of a battle",
      parts: withEvent(battle, { dice: { attacker: 7, defender: 1 } }),
      entry: battle.n,
      reason: "other-events",
    },
    {
      what: "a card drawn",
      parts: withEvent(drawn, { card: "13-xochitl" }),
      entry: drawn.n,
      reason: "other-events",
    },
    {
      what: "an event left out",
      parts: withEntry(rolled.n, (entry) => ({ ...entry, events: entry.events.slice(0, -1) })),
      entry: rolled.n,
      reason: "other-events",
    },
    {
      what: "an event added",
      parts: withEntry(rolled.n, (entry) => ({
        ...entry,
        events: [...entry.events, { type: "forestalled" }],
      })),
      entry: rolled.n,
      reason: "other-events",
    },
    {
      what: "a command that the rules refuse",
      parts: withEntry(1, (entry) => ({ ...entry, command: { type: "trade" } })),
      entry: 1,
      reason: "refused",
    },
    {
      what: "a command with a word more",
      parts: withEntry(1, (entry) => ({ ...entry, command: { ...entry.command, die: 6 } })),
      entry: 1,
      reason: "other-command",
    },
    {
      what: "a command with other consequences",
      parts: withEntry(sacrificed?.n ?? 0, (entry) => ({ ...entry, command: { type: "end-turn" } })),
      entry: sacrificed?.n ?? 0,
      reason: "other-events",
    },
    {
      what: "a command of another seat",
      parts: withEntry(1, (entry) => ({ ...entry, seat: "west" })),
      entry: 1,
      reason: "refused",
    },
    {
      what: "a seat that is none of this match",
      parts: withEntry(2, (entry) => ({ ...entry, seat: "topan" })),
      entry: 2,
      reason: "unreadable",
    },
    { what: "a nonce", parts: { ...FAIR, header: otherNonce }, entry: "end", reason: "wrong-seed" },
    {
      what: "a nonce, with the seed that belongs to it",
      parts: { ...FAIR, header: otherNonce, end: { ...end, seed: otherSeed } },
      entry: 1,
      reason: "other-events",
    },
    {
      what: "a nonce that the server chose for who gave none",
      parts: {
        ...FAIR,
        header: {
          ...header,
          seats: header.seats.map((seat) => (seat.seat === "north" ? { ...seat, nonce: "x" } : seat)),
        },
      },
      entry: "header",
      reason: "bad-nonce",
    },
    {
      what: "the secret",
      parts: { ...FAIR, end: { ...end, secret: otherSecret } },
      entry: "end",
      reason: "wrong-secret",
    },
    {
      what: "the secret, with commitment and seed that belong to it",
      parts: {
        ...FAIR,
        header: { ...header, commitment: commitmentOf(otherSecret) },
        end: { ...end, secret: otherSecret, seed: seedOf(otherSecret, nonces) },
      },
      entry: 1,
      reason: "other-events",
    },
    {
      what: "the commitment",
      parts: { ...FAIR, header: { ...header, commitment: otherSecret } },
      entry: "end",
      reason: "wrong-secret",
    },
    {
      what: "the outcome",
      parts: { ...FAIR, end: { ...end, outcome: { by: "signs" } } },
      entry: "end",
      reason: "other-outcome",
    },
    {
      what: "an option out of range",
      parts: { ...FAIR, header: { ...header, options: { ...header.options, rackSize: 14 } } },
      entry: "header",
      reason: "bad-options",
    },
    {
      what: "an option left out",
      parts: { ...FAIR, header: { ...header, options: {} } },
      entry: "header",
      reason: "bad-options",
    },
    {
      what: "seats in another order",
      parts: { ...FAIR, header: { ...header, seats: header.seats.toReversed() } },
      entry: "header",
      reason: "bad-seats",
    },
    {
      what: "a single seat",
      parts: { ...FAIR, header: { ...header, seats: header.seats.slice(0, 1) } },
      entry: "header",
      reason: "bad-seats",
    },
    {
      what: "the rules' version",
      parts: { ...FAIR, header: { ...header, rules: header.rules + 1 } },
      entry: "header",
      reason: "unknown-rules",
    },
    {
      what: "the stream",
      parts: { ...FAIR, header: { ...header, stream: "md5" } },
      entry: "header",
      reason: "unknown-stream",
    },
    {
      what: "the game",
      parts: { ...FAIR, header: { ...header, game: "constructor" } },
      entry: "header",
      reason: "unknown-game",
    },
    {
      what: "an entry taken out of the middle",
      parts: { ...FAIR, entries: entries.filter(({ n }) => n !== 5) },
      entry: 5,
      reason: "wrong-number",
    },
    {
      what: "the last entries taken out",
      parts: { ...FAIR, entries: entries.slice(0, -3) },
      entry: "end",
      reason: "not-over",
    },
    {
      what: "an entry after the end",
      parts: {
        ...FAIR,
        entries: [...entries, { n: last + 1, seat: "east", command: { type: "roll" }, events: [] }],
      },
      entry: last + 1,
      reason: "refused",
    },
  ];

  test.each(TAMPERED)("$what: $reason at $entry", ({ parts, entry, reason }) => {
    expect(verifyRecord(textOf(parts))).toMatchObject({ ok: false, entry, reason, message: FLAWS[reason] });
  });

  test("another option in its range: at the first impossible entry", () => {
    const options = { ...header.options, rackSize: 5 };
    expect(verifyRecord(textOf({ ...FAIR, header: { ...header, options } }))).toMatchObject({
      ok: false,
      entry: expect.any(Number),
    });
  });

  test.each([
    ["its tail cut off", lines.slice(0, -1), "end", "cut"],
    [
      "its tail cut off in the middle of a line",
      [...lines.slice(0, -1), lines.at(-1)?.slice(0, 40)],
      "end",
      "cut",
    ],
    ["all but its header cut off", lines.slice(0, 1), "end", "cut"],
    ["lines after the last", [...lines, "{}"], "end", "overlong"],
    ["two last lines", [...lines, lines.at(-1)], "end", "overlong"],
    ["two entries swapped", lines.with(3, lines[4] ?? "").with(4, lines[3] ?? ""), 3, "wrong-number"],
    ["a line that is no JSON", lines.with(7, "{"), 7, "unreadable"],
    ["a line that is no object", lines.with(7, "[]"), 7, "unreadable"],
    ["its header cut off", lines.slice(1), "header", "unreadable"],
    [
      "another format",
      lines.with(0, (lines[0] ?? "").replace("record-1", "record-9")),
      "header",
      "unknown-format",
    ],
    ["nothing in it", [], "header", "unreadable"],
  ])("%s", (_, tampered, entry, reason) => {
    expect(verifyRecord(tampered.join("\n"))).toMatchObject({ ok: false, entry, reason });
  });

  test.each([
    ["match", 1],
    ["game", null],
    ["stream", 32],
    ["rules", "1"],
    ["options", []],
    ["seats", {}],
    ["seats", ["east"]],
    ["seats", [{ ...east, seat: 1 }]],
    ["seats", [{ ...east, kind: "ghost" }]],
    ["seats", [{ ...east, nonce: "a nonce" }]],
    ["seats", [{ ...east, from: "server" }]],
    ["commitment", "5ec2e7"],
  ])("a header whose %s is %j: unreadable", (field, value) => {
    const changed = { ...header, [field]: value } as Parts["header"];
    expect(verifyRecord(textOf({ ...FAIR, header: changed }))).toMatchObject({
      entry: "header",
      reason: "unreadable",
    });
  });

  test.each([
    ["n", "1"],
    ["seat", 1],
    ["command", null],
    ["events", {}],
    ["events", ["rolled"]],
  ])("an entry whose %s is %j: unreadable", (field, value) => {
    const parts = withEntry(1, (entry) => ({ ...entry, [field]: value }));
    expect(verifyRecord(textOf(parts))).toMatchObject({ entry: 1, reason: "unreadable" });
  });

  test("two entries swapped and renumbered: at the first of them", () => {
    const { n } = rolled;
    const swapped = entries.map((entry) => {
      const other = entry.n === n ? entries[n] : entry.n === n + 1 ? entries[n - 1] : entry;
      return { ...(other ?? entry), n: entry.n };
    });
    expect(verifyRecord(textOf({ ...FAIR, entries: swapped }))).toMatchObject({ ok: false, entry: n });
  });

  test("the verdict has what the line should contain and what it contains", () => {
    const found = { ...entries[0]?.events[0], die: 7 };
    expect(verifyRecord(textOf(withEvent({ n: 1, at: 0 }, { die: 7 })))).toMatchObject({
      expected: entries[0]?.events[0],
      found,
    });
  });
});

describe("a record that is consistent, but not of the match that was played, is caught by what was seen:", () => {
  test("by the commitment", () => {
    expect(verifyRecord(text, { commitment: "0".repeat(64) })).toMatchObject({
      ok: false,
      entry: "header",
      reason: "other-commitment",
    });
  });

  test.each([{ east: "mine" }, { south: "mine" }, { topan: "mine" }])("by the nonce %o", (nonces) => {
    expect(verifyRecord(text, { nonces })).toMatchObject({
      ok: false,
      entry: "header",
      reason: "other-nonce",
    });
  });
});
