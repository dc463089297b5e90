import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";
import { type Steps, turnAt } from "../record/steps.ts";
import { nameInText } from "../session/bot.tsx";
import { i18n } from "../texts/index.ts";

type Person = StudyContent["owner"];
type Branch = StudyContent["branches"][number];

/** A person's name. Of accounts that were deleted servers keep none. */
export const personName = ({ name }: Person): string =>
  name === "" ? i18n._("Deleted player") : nameInText(name);

/** The number of a branch in its study. */
export const numberOf = (line: string): number => Number(line.slice(1));

/** What every view of a branch says. */
export const whatIfWords = (): string => i18n._("What if – not the match");

/** Returns a position in words. @param steps those of the match */
export function positionWords({ line, n }: StudyPosition, steps: Steps): string {
  if (line !== "") return i18n._("What if {number}, step {n}", { number: numberOf(line), n });
  const turn = n === 0 ? null : turnAt(steps, n);
  if (turn === null) return i18n._("The beginning");
  const values = { turn: turn.number, step: n - turn.first + 1 };
  return steps.rounds
    ? i18n._("Round {turn}, step {step}", values)
    : i18n._("Turn {turn}, step {step}", values);
}

/** Returns where a branch begins, in words. */
export const beginningWords = ({ from }: Branch, steps: Steps): string =>
  i18n._("from: {position}", { position: positionWords(from, steps) });

/** Returns the position of the match from which a branch began, or the branch that it began from. */
export function rootOf({ from }: Branch, branches: readonly Branch[]): StudyPosition {
  const before = branches.find(({ id }) => id === from.line);
  return before === undefined ? from : rootOf(before, branches);
}

/** Orders positions: the match first, then its branches, each from its beginning. */
export function comparePositions(one: StudyPosition, other: StudyPosition): number {
  if (one.line === other.line) return one.n - other.n;
  if (one.line === "" || other.line === "") return one.line === "" ? -1 : 1;
  return numberOf(one.line) - numberOf(other.line);
}

/** Returns the positions of a line about which something was said, marked or tried. */
export function notedOn(line: string, { comments, marks, branches }: StudyContent): readonly number[] {
  const all = [...comments, ...marks].map(({ at }) => at).concat(branches.map(({ from }) => from));
  return [...new Set(all.filter((at) => at.line === line).map(({ n }) => n))].toSorted((a, b) => a - b);
}
