/** What a temple's screen says, in the languages that it knows: docs/build-a-temple.md shows all of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, LANGUAGES } from "@flower-war/rules/texts";
import { expect, test } from "vitest";
import { RHYTHMS } from "../../devices/src/sounds.ts";
import { ROOT } from "../../test/support/root.ts";
import { verdictLine } from "../src/temples/display-text.ts";
import { wordsFor } from "../src/temples/words.ts";
import type { Words } from "../src/temples/words/types.ts";

/** How lines end that ask for the bead to be taken out. */
const TAKE: Readonly<Record<Language, RegExp>> = {
  en: /take it$/i,
  es: /sacala$/i,
  de: /nimm sie$/i,
  pt: /retire$/i,
};
const WIDTH = 20;

/** Every reason of section 5, with its verdict. */
const REASONS = [
  ["accepted", "ok"],
  ["absorbed", "mirror"],
  ["rejected", "late"],
  ["rejected", "just-late"],
  ["rejected", "unknown-turn"],
  ["rejected", "not-your-decision"],
  ["rejected", "wrong-phase"],
  ["rejected", "no-skulls"],
  ["rejected", "already-traded"],
  ["rejected", "match-over"],
  ["rejected", "match-paused"],
  ["rejected", "implausible"],
  ["rejected", "bounce"],
  ["rejected", "of-a-later-version"],
  ["ignored", "unpaired"],
  ["ignored", "pairing"],
  ["ignored", "earlier"],
  ["pending", "server-away"],
] as const;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Returns all texts of a language, with what they are filled in with at most. */
function textsOf({ gods, reasons, others, steps, obstacles, ...words }: Words): string[] {
  const { take, put, both, drop, closed, daysLeft, match, pauses, winner, noMatch, enterCode } = words;
  const filled = [
    take(99, gods.h),
    put(99, gods.t),
    both([-99, "H"], [-99, "T"]),
    both([9, "H"], [-99, "T"]),
  ];
  return [
    ...[reasons, others, pauses].flatMap((each) => Object.values(each)),
    ...Object.values(steps).map((step) => `${"N".repeat(12)} ${step}`),
    ...Object.values(obstacles).flat(),
    ...filled,
    drop(99),
    closed,
    daysLeft(13),
    match("FW7K"),
    winner,
    noMatch,
    ...enterCode,
    words.code("4F7K"),
    ...words.asks,
    ...words.movedHere,
    words.movedAway,
  ];
}

test.each(LANGUAGES)("every line fits a screen of 20 characters, in ASCII: %s", (lang) => {
  for (const text of textsOf(wordsFor(lang))) {
    expect(plain(text).length, text).toBeLessThanOrEqual(WIDTH);
    expect(plain(text), text).toMatch(/^[ -~]+$/);
  }
});

test.each(LANGUAGES)("a verdict's line says why, and what to do with the bead: %s", (lang) => {
  const lines = REASONS.map(([verdict, reason]) => verdictLine(lang, verdict, reason));
  const toTake = REASONS.flatMap(([verdict, reason], i) =>
    verdict === "rejected" && !["implausible", "bounce"].includes(reason) ? [lines[i] ?? ""] : [],
  );
  for (const line of toTake) expect(line).toMatch(TAKE[lang]);
});

test("each reason for which a bead is refused has a rhythm, of one to four marks", () => {
  const refused = REASONS.filter(([verdict]) => verdict === "rejected" || verdict === "ignored");
  const named = refused.map(([, reason]) => reason).filter((reason) => reason !== "of-a-later-version");
  expect([...RHYTHMS.keys()].sort()).toEqual([...named].sort());
  for (const rhythm of RHYTHMS.values()) expect(rhythm).toMatch(/^[.-]{1,4}$/);
  // Both say "Too late: take it".
  expect(new Set(RHYTHMS.values()).size).toBe(RHYTHMS.size - 1);
});

/** Returns a language's own name. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

test("the guide for makers shows all lines of verdicts", () => {
  const rows = REASONS.map(([verdict, reason]) => {
    const shown = LANGUAGES.map((lang) => `\`${verdictLine(lang, verdict, reason)}\``);
    const name = reason === "of-a-later-version" ? "any other" : `\`${reason}\``;
    const rhythm = RHYTHMS.get(reason);
    return `| ${name} | \`${verdict}\` | ${shown.join(" | ")} |${rhythm === undefined ? "" : ` \`${rhythm}\``} |`;
  });
  const guide = readFileSync(join(ROOT, "docs/build-a-temple.md"), "utf8");
  expect(guide).toContain(
    [
      `| reason | verdict | ${LANGUAGES.map(nameOf).join(" | ")} | rhythm |`,
      "|---".repeat(LANGUAGES.length + 3) + "|",
      ...rows,
    ].join("\n"),
  );
});
