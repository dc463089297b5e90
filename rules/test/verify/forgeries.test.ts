import { describe, expect, test } from "vitest";
import { randomFrom } from "../../src/bots/index.ts";
import { FLAWS, verifyRecord } from "../../src/index.ts";
import { sealOf } from "../../src/witness/index.ts";
import { FAIR, SEEN_BY_ALL, SEEN_BY_WITNESS, text, withDrawn } from "../support/forgeries.ts";
import { firstChange, forge } from "../support/random-forgeries.ts";
import { witnessOf } from "../support/witnessed.ts";

describe("a forgery of a record is refused, and its line named:", () => {
  test.each(SEEN_BY_ALL)("%s", (_, forged, entry, reason) => {
    expect(forged).not.toBe(text);
    expect(verifyRecord(forged)).toMatchObject({ ok: false, entry, reason, message: FLAWS[reason] });
  });

  test.each(SEEN_BY_WITNESS)("%s, by a witness", (_, forged, entry, reason, witness) => {
    expect(verifyRecord(forged)).toMatchObject({ ok: true });
    expect(verifyRecord(forged, witness)).toMatchObject({ ok: false, entry, reason });
  });

  test("what seats cannot see of others they cannot tell, but the seat itself can", () => {
    const shown = witnessOf(withDrawn("east"), "north");
    expect(verifyRecord(text, shown)).toMatchObject({ ok: true });
  });
});

const COUNT = Number(process.env["FLOWER_WAR_FORGERIES"] ?? 100);

describe(`${COUNT} random forgeries are refused by the witness of a seat, at the line that differs, and without a witness:`, () => {
  const witness = witnessOf(FAIR, "east");
  const PER_SEED = 50;

  test.each(Array.from({ length: Math.ceil(COUNT / PER_SEED) }, (_, i) => i))("seed %i", (seed) => {
    const random = randomFrom(sealOf(`forgeries ${seed}`));
    for (let i = 0; i < Math.min(PER_SEED, COUNT - seed * PER_SEED); i += 1) {
      const { name, forged } = forge(random);
      const what = `${name}, number ${i}: ${forged.length} characters`;
      const verdict = verifyRecord(forged, witness);
      if (verdict.ok) throw new Error(what);
      const isEnd = verdict.reason === "cut" || verdict.reason === "overlong";
      expect(verdict.entry, what).toBe(isEnd ? "end" : firstChange(forged));
      expect(verifyRecord(forged).ok, what).toBe(false);
    }
  });
});
