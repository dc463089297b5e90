import { describe, expect, test } from "vitest";
import {
  type Game,
  type GameTypes,
  games,
  RECORD_FORMAT,
  RULES_VERSION,
  verifyRecord,
} from "../../src/index.ts";
import { verify } from "../../src/verify/index.ts";
import { isSigned, publicKeyOf, sealOf } from "../../src/witness/index.ts";
import { playedRecord, textOf } from "../support/records.ts";
import { secretKeyOf, withSignatures, witnessedRecord, witnessOf } from "../support/witnessed.ts";

const FAIR = witnessedRecord({ count: 3, bots: ["west"], options: { rackSize: 4 } });
const text = textOf(FAIR);
const last = FAIR.entries.length;
const codesOf = (statements: readonly { readonly code: string }[]) => statements.map(({ code }) => code);

/** Verifies and returns the verdict of a record that must be true. */
function verified(...args: Parameters<typeof verifyRecord>) {
  const verdict = verifyRecord(...args);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict));
  return verdict;
}

describe("a record of format 3", () => {
  test("is verified without a witness, and the verdict says what that does not prove", () => {
    const verdict = verified(text);
    const { match, commitment, seats } = FAIR.header;
    const expected = { format: RECORD_FORMAT, match, commitment, seats, entries: last, witness: null };
    expect(verdict).toMatchObject(expected);
    expect(codesOf(verdict.proved)).toEqual(["dice", "signed"]);
    expect(codesOf(verdict.open)).toEqual(["no-witness", "played-for", "secret"]);
    expect(verdict.proved[1]?.seats).toEqual(["east", "north"]);
  });

  test("says which heads the seats with a key have signed, and which not", () => {
    const due = Array.from({ length: last }, (_, i) => i + 1).filter((n) => isSigned(n, n === last));
    expect(due.length).toBeGreaterThan(2);
    const { east = {} } = FAIR.end.signatures ?? {};
    const signatures = { east: { [String(due[0])]: east[String(due[0])] ?? "" } };
    const verdict = verified(textOf({ ...FAIR, end: { ...FAIR.end, signatures } }));
    expect(verdict.signatures).toEqual([
      {
        seat: "east",
        key: publicKeyOf(secretKeyOf("east")),
        signed: due.slice(0, 1),
        unsigned: due.slice(1),
      },
      { seat: "north", key: publicKeyOf(secretKeyOf("north")), signed: [], unsigned: due },
    ]);
    expect(codesOf(verdict.proved)).toEqual(["dice"]);
    expect(verdict.open.find(({ code }) => code === "unsigned")?.seats).toEqual(["east", "north"]);
  });

  test.each(["east", "north", "west", "public"])("is what the witness of %s was shown", (viewer) => {
    const verdict = verified(text, witnessOf(FAIR, viewer));
    expect(verdict.witness).toEqual({ seat: viewer, n: last, live: [[1, last]], later: [], leftOut: [] });
    expect(codesOf(verdict.proved)).toEqual(["dice", "shown", "signed"]);
    expect(codesOf(verdict.open)).toEqual(["played-for", "secret"]);
  });

  test("is told from what a witness did not see live, or not at all", () => {
    const witness = witnessOf(FAIR, "east", last - 2);
    const live = [
      [3, 5],
      [8, last - 4],
    ] as const;
    const verdict = verified(text, { ...witness, live });
    const later = [
      [1, 2],
      [6, 7],
      [last - 3, last - 2],
    ];
    expect(verdict.witness).toMatchObject({ n: last - 2, live, later });
    expect(verdict.proved.find(({ code }) => code === "shown")?.entries).toEqual([[1, last - 2]]);
    expect(verdict.open).toMatchObject([
      { code: "told-later", entries: later },
      { code: "unseen", entries: [[last - 1, last]] },
      { code: "played-for" },
      { code: "secret" },
    ]);
  });

  test("is compared with a witness that left before the match began by what it gave and was shown", () => {
    const early = { ...witnessOf(FAIR, "east", 0), header: null, head: "" };
    const verdict = verified(text, early);
    expect(verdict.witness).toBeNull();
    expect(codesOf(verdict.proved)).toEqual(["dice", "signed"]);
    expect(codesOf(verdict.open)).toContain("no-witness");
  });

  test("says which of the witness's signatures it lacks", () => {
    const { east = {} } = FAIR.end.signatures ?? {};
    const { [String(last)]: _dropped, ...others } = east;
    const signatures = { ...FAIR.end.signatures, east: others };
    const witness = { ...witnessOf(FAIR, "east"), signed: east };
    const verdict = verified(textOf({ ...FAIR, end: { ...FAIR.end, signatures } }), witness);
    expect(verdict.witness?.leftOut).toEqual([last]);
  });

  test.each([
    { game: "flower-war", count: 4 },
    { game: "mexica", count: 2 },
    { game: "space-aztecs", count: 3 },
    { game: "space-aztecs", count: 6 },
    { game: "tieqchieq", count: 2 },
  ] as const)("of $game with $count seats is what each of its viewers was shown", (setting) => {
    const parts = witnessedRecord(setting);
    for (const viewer of [...parts.header.seats.map(({ seat }) => seat), "public"]) {
      expect(verifyRecord(textOf(parts), witnessOf(parts, viewer))).toMatchObject({ ok: true });
    }
  });

  test("may end by an agreement, with or without entries; its last head is signed then", () => {
    const drawn = witnessedRecord({ drawAfter: 70 });
    const verdict = verified(textOf(drawn), witnessOf(drawn, "east"));
    expect(verdict.signatures[0]?.signed).toEqual([64, 70]);
    expect(codesOf(verdict.open)).toEqual(["played-for", "agreed", "secret"]);
    const none = witnessedRecord({ drawAfter: 0 });
    expect(verified(textOf(none), witnessOf(none, "public")).entries).toBe(0);
    expect(codesOf(verified(textOf(none)).open)).toContain("unsigned");
  });

  test("has seats without seal or key, and says so: stand-ins, older clients", () => {
    const [east, north, west] = FAIR.header.seats;
    if (!east || !north || !west) throw new Error("three seats");
    const agreed = { ...FAIR, entries: [], end: { ...FAIR.end, outcome: { by: "abort", winner: null } } };
    const openly = { seat: "north", kind: "human", nonce: "mine", from: "player" } as const;
    const silent = { seat: "west", kind: "human", nonce: "west", from: "stand-in" } as const;
    const header = { ...FAIR.header, seats: [east, openly, silent] };
    const seed = seedOfSeats(header.seats.map(({ nonce }) => nonce));
    const record = withSignatures({ ...agreed, header, end: { ...agreed.end, seed } });
    const away = { ...witnessOf(record, "east", 0), header: null, head: "" };
    expect(codesOf(verified(textOf(record), away).open)).toContain("no-witness");
    expect(verified(textOf(record)).open).toMatchObject([
      { code: "no-witness" },
      { code: "unsigned", seats: ["east", "north", "west"] },
      { code: "unsealed", seats: ["north"] },
      { code: "agreed" },
      { code: "secret" },
    ]);
  });

  test("may have people who took the seats of bots before the first command, and bots that replaced people", () => {
    const replaced = { ...FAIR.end, replaced: ["west"] };
    const own = FAIR.entries.map(({ by, ...entry }) =>
      by === "bot" ? entry : { ...entry, ...(by && { by }) },
    );
    expect(verifyRecord(textOf({ ...FAIR, entries: own, end: replaced }))).toMatchObject({ ok: true });
    const late = FAIR.entries.map((entry) =>
      entry.seat === "east" && entry.n > 64 ? ({ ...entry, by: "bot" } as const) : entry,
    );
    const { signatures: _given, ...end } = FAIR.end;
    const { n = 0 } = FAIR.entries.find((entry) => entry.seat === "east" && entry.n > 64) ?? {};
    const removed = { east: n };
    expect(verifyRecord(textOf({ ...FAIR, entries: late, end: { ...end, removed } }))).toMatchObject({
      ok: true,
    });
    expect(verifyRecord(textOf({ ...FAIR, entries: late, end }))).toMatchObject({
      entry: n,
      reason: "wrong-by",
    });
  });

  describe("may have a person who took a bot's seat in the middle of the match", () => {
    const ofWest = FAIR.entries.filter(({ seat }) => seat === "west");
    const [firstOfWest = 0, , , joins = 0, leaves = 0] = ofWest.map(({ n }) => n);
    const { signatures: _given, ...end } = FAIR.end;
    /** The match in which a person plays west's entries from this number on, and a bot again from `until` on. */
    const withPerson = (from: number, until = Number.POSITIVE_INFINITY) =>
      FAIR.entries.map(({ by, ...entry }) =>
        entry.seat === "west" && entry.n >= from && entry.n < until ? entry : { ...entry, ...(by && { by }) },
      );
    const verdictOf = (entries: typeof FAIR.entries, more: object) =>
      verifyRecord(textOf({ ...FAIR, entries, end: { ...end, ...more } }));

    test("whom the end names with the first entry that was not the bot's", () => {
      expect(verdictOf(withPerson(joins), { joined: { west: joins } })).toMatchObject({ ok: true });
      expect(verdictOf(withPerson(joins), {})).toMatchObject({ entry: joins, reason: "wrong-by" });
      expect(verdictOf(withPerson(joins), { joined: { west: firstOfWest } })).toMatchObject({ ok: false });
    });

    test("and whom a bot replaced later", () => {
      const entries = withPerson(joins, leaves);
      const both = { joined: { west: joins }, removed: { west: leaves } };
      expect(verdictOf(entries, both)).toMatchObject({ ok: true });
      expect(verdictOf(entries, { joined: { west: joins } })).toMatchObject({
        entry: leaves,
        reason: "wrong-by",
      });
      const early = { joined: { west: joins }, removed: { west: firstOfWest } };
      expect(verdictOf(withPerson(joins), early)).toMatchObject({ entry: "end", reason: "bad-removed" });
    });

    test("but not from its first entry on, for then they took the seat before the first command", () => {
      const taken = withPerson(0);
      expect(verdictOf(taken, { replaced: ["west"] })).toMatchObject({ ok: true });
      expect(verdictOf(taken, { joined: { west: firstOfWest } })).toMatchObject({
        entry: "end",
        reason: "bad-joined",
      });
    });
  });
});

const seedOfSeats = (nonces: readonly string[]): string => sealOf([FAIR.end.secret, ...nonces].join("|"));

describe("what a verification demands", () => {
  test("can be a match by its id, with and without a witness", () => {
    expect(verifyRecord(text, {}, { match: FAIR.header.match })).toMatchObject({ ok: true });
    const other = { ok: false, entry: "header", reason: "other-match" };
    expect(verifyRecord(text, {}, { match: "AAAAAAAAAAAA" })).toMatchObject(other);
    expect(verifyRecord(text, witnessOf(FAIR, "east"), { match: "AAAAAAAAAAAA" })).toMatchObject(other);
    expect(verifyRecord(textOf(playedRecord()), {}, { match: "AAAAAAAAAAAA" })).toMatchObject(other);
  });

  test("are the rules that made the record, of whatever version", () => {
    const older = textOf(withSignatures({ ...FAIR, header: { ...FAIR.header, rules: 7 } }));
    expect(verify({ 7: games, 8: {} }, older, {}, undefined)).toMatchObject({ ok: true });
    expect(verify({ 7: {}, 8: games }, older, {}, undefined)).toMatchObject({ reason: "unknown-game" });
  });

  test("are the rules of the game's own version, of which there may be several", () => {
    const { game } = FAIR.header;
    const known = games[game as keyof typeof games] as Game<GameTypes>;
    const later = textOf(withSignatures({ ...FAIR, header: { ...FAIR.header, version: "2" } }));
    expect(verifyRecord(later)).toMatchObject({
      entry: "header",
      reason: "unknown-rules",
      expected: ["1"],
      found: "2",
    });
    const second = { ...known, version: 2 };
    expect(verifyRecord(later, {}, { games: { [game]: [second, known] } })).toMatchObject({ ok: true });
    expect(verifyRecord(text, {}, { games: { [game]: [second, known] } })).toMatchObject({ ok: true });
    expect(verifyRecord(text, {}, { games: { [game]: second } })).toMatchObject({ reason: "unknown-rules" });
  });

  test("are rules of a version that is known", () => {
    const other = textOf({ ...FAIR, header: { ...FAIR.header, rules: RULES_VERSION + 1 } });
    expect(verifyRecord(other)).toMatchObject({ entry: "header", reason: "unknown-rules", found: 2 });
  });
});
