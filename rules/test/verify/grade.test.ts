/** Who could have chosen the dice of a match, given its record and a witness (docs/fair-dice.md, "The grade"). */
import { describe, expect, test } from "vitest";
import { GRADES, GRADE_REASONS, type RecordedSeat, verifyRecord, type Witness } from "../../src/index.ts";
import { randomFrom } from "../../src/bots/index.ts";
import { canonical, formatTerms, isFixedByTerms, sealOf } from "../../src/witness/index.ts";
import { type Parts, playedRecord, textOf } from "../support/records.ts";
import { witnessedRecord, witnessOf } from "../support/witnessed.ts";

const FAIR = witnessedRecord({ count: 3, bots: ["west"], options: { rackSize: 4 }, drawAfter: 9 });

function gradeOf(parts: Parts, witness?: Witness) {
  const verdict = verifyRecord(textOf(parts), witness);
  if (!verdict.ok) throw new Error(JSON.stringify(verdict));
  return verdict.grade;
}

/** The same match, in which a seat's part of the dice is another one. */
function withSeat(changed: RecordedSeat): Parts {
  const seats = FAIR.header.seats.map((seat) => (seat.seat === changed.seat ? changed : seat));
  const seed = sealOf([FAIR.end.secret, ...seats.map(({ nonce }) => nonce)].join("|"));
  const outcome = { by: "abort", winner: null };
  return {
    header: { ...FAIR.header, seats },
    entries: [],
    end: { secret: FAIR.end.secret, seed, outcome, signatures: {} },
  };
}

const OPEN: RecordedSeat = { seat: "east", kind: "human", nonce: "mine", from: "player" };
const SILENT: RecordedSeat = { seat: "east", kind: "human", nonce: "east", from: "stand-in" };

describe("the dice of a match", () => {
  test("have the grade `nobody` for a seat that sealed its nonce and was shown the terms before it revealed it", () => {
    expect(gradeOf(FAIR, witnessOf(FAIR, "east"))).toEqual({
      code: "nobody",
      message: GRADES.nobody,
      seats: [],
      reason: null,
    });
    const away = { ...witnessOf(FAIR, "east", 0), header: null, head: "" };
    expect(gradeOf(FAIR, away).code).toBe("nobody");
  });

  test("have the grade `nobody` although another seat gave an open nonce: the terms fix it", () => {
    const open = withSeat(OPEN);
    expect(gradeOf(open, witnessOf(open, "north")).code).toBe("nobody");
  });

  const shown = {
    ...witnessOf(withSeat(OPEN), "east"),
    nonce: "mine",
    terms: formatTerms(withSeat(OPEN).header),
  };
  const { terms: _, ...late } = witnessOf(FAIR, "east");
  const silent = { ...witnessOf(withSeat(SILENT), "east"), terms: formatTerms(withSeat(SILENT).header) };

  test.each<[keyof typeof GRADE_REASONS, Parts, Witness | undefined, keyof typeof GRADES, string[]]>([
    ["no-witness", FAIR, undefined, "server", []],
    ["old-format", playedRecord(), undefined, "server", []],
    ["no-terms", FAIR, witnessOf(FAIR, "public"), "server", []],
    ["no-terms", FAIR, late, "server", []],
    ["no-nonce", withSeat(SILENT), silent, "server", []],
    ["open-nonce", withSeat(OPEN), shown, "server-and-seat", ["north"]],
    ["voided", FAIR, { ...witnessOf(FAIR, "east"), voided: 2 }, "server", []],
  ])("have another grade: %s", (reason, parts, witness, code, seats) => {
    expect(gradeOf(parts, witness)).toEqual({
      code,
      message: GRADES[code],
      seats,
      reason: { code: reason, message: GRADE_REASONS[reason] },
    });
  });
});

describe("what was shown binds:", () => {
  const witness = witnessOf(FAIR, "east");
  const { terms = "" } = witness;
  const unseen = { ...witness, header: null, head: "", heads: "", n: 0, live: [] };

  /** Returns the terms with one field changed at random, or left out; `null`: that makes no other terms. */
  function changed(random: ReturnType<typeof randomFrom>): string | null {
    const value = JSON.parse(terms) as { seats: Record<string, unknown>[] } & Record<string, unknown>;
    const target = random(3) === 0 ? value : (value.seats[random(value.seats.length)] ?? value);
    const names = Object.keys(target);
    const name = names[random(names.length)] ?? "";
    if (random(4) === 0) delete target[name];
    else target[name] = typeof target[name] === "string" ? `${target[name]}x` : [target[name]];
    const text = canonical(value);
    return text === terms ? null : text;
  }

  test("any other terms than those of the record are refused by the witness, whatever differs", () => {
    const random = randomFrom(sealOf("terms"));
    for (let i = 0; i < 300; i += 1) {
      const other = changed(random);
      if (other === null) continue;
      expect(verifyRecord(textOf(FAIR), { ...unseen, terms: other }), other).toMatchObject({
        ok: false,
        entry: "header",
        reason: "other-terms",
      });
    }
  });

  const [east, north, west] = FAIR.header.seats as [RecordedSeat, RecordedSeat, RecordedSeat];
  const sealed = { ...east, nonce: "" };
  test.each<[string, RecordedSeat, boolean]>([
    ["a sealed nonce", sealed, true],
    [
      "a sealed nonce without a key",
      { seat: "east", kind: "human", nonce: "", from: "player", seal: north.seal ?? "" },
      true,
    ],
    ["a bot's, which is the seat's id", west, true],
    ["a player's who gave none, which is the seat's id", SILENT, true],
    ["an open nonce, which is shown", OPEN, true],
    ["a bot's that is another text", { ...west, nonce: "chosen" }, false],
    ["a bot's with a seal", { ...west, seal: sealOf("west") }, false],
    ["a bot's that is called a player's", { ...west, from: "player" }, false],
    ["a player's who gave none, as another text", { ...SILENT, nonce: "chosen" }, false],
    ["a player's who gave none, called a bot's", { ...SILENT, from: "bot" }, false],
    ["a nonce that is neither sealed nor shown", { ...OPEN, nonce: "" }, false],
    ["an open nonce with a key", { ...OPEN, key: north.key ?? "" }, false],
    ["a sealed nonce that is shown", east, false],
    ["a withheld nonce", { ...sealed, from: "withheld", nonce: "east" }, false],
  ])("whether terms fix a part of the dice: %s, %j: %s", (_, seat, isFixed) => {
    expect(isFixedByTerms(seat)).toBe(isFixed);
  });
});
