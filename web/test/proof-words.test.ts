import { GRADE_REASONS, GRADES, OPEN, PROVED, type Verified } from "@flower-war/client-sdk/verify";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { describeFlaw, describeGrade, describeOpen, describeProved } from "../src/fairness/proof-words.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const GRADE_CODES = Object.keys(GRADES) as (keyof typeof GRADES)[];
const REASON_CODES = Object.keys(GRADE_REASONS) as (keyof typeof GRADE_REASONS)[];

const reasonOf = (code: keyof typeof GRADE_REASONS) => ({ code, message: GRADE_REASONS[code] });

const gradedAs = (code: keyof typeof GRADES, ...seats: readonly string[]) =>
  describeGrade({ code, message: "", seats, reason: null });

test("only dice that nobody could have chosen are called proven", () => {
  const proven = GRADE_CODES.filter((code) => /proven/i.test(gradedAs(code, "north").join(" ")));
  expect(proven).toEqual(["nobody"]);
});

test("a grade names the seats that the server needs, and says why", () => {
  expect(gradedAs("server-and-seat", "north", "south")).toEqual([
    "The server could have chosen what chance brought, but only together with North or South.",
  ]);
  const reasons = REASON_CODES.map((code) =>
    describeGrade({ code: "server", message: "", seats: [], reason: reasonOf(code) }),
  );
  expect(new Set(reasons.map(([, why]) => why)).size).toBe(reasons.length);
});

test("every statement has a sentence, and none but the grade says that something is proven", () => {
  const about = { message: "", seats: ["east"], entries: [[3, 5]] } as const;
  const verdict = {
    entries: 5,
    witness: null,
    proved: Object.keys(PROVED).map((code) => ({ ...about, code })),
    open: Object.keys(OPEN).map((code) => ({ ...about, code })),
  } as unknown as Verified;
  const sentences = [...describeProved(verdict), ...describeOpen(verdict)];
  expect(new Set(sentences).size).toBe(verdict.proved.length + verdict.open.length);
  expect(sentences.join(" ")).not.toMatch(/proven/i);
  expect(sentences).toContain("Whether others had to play these entries for their players: 3–5.");
});

test("a record of other terms is not of the match that was seen", () => {
  const flaw = { ok: false, entry: "header", reason: "other-terms", message: "why" } as const;
  expect(describeFlaw(flaw)).toBe(
    "This is not the match that you saw. Its beginning differs, other-terms: why.",
  );
});
