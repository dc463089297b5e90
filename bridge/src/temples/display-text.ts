import type { BySlot, Display, Phase, Step, Verdict } from "@flower-war/protocol/temple";
import type { ShownMove } from "./temple.ts";
import { wordsFor } from "./words.ts";
import type { Obstacle, Words } from "./words/types.ts";

/** Texts for a temple's small screen: printable ASCII, at most 20 characters a line (section 3, `lines`, `line`). */

type DisplayFields = Omit<Display, "lines" | "phase" | "step"> & {
  readonly phase: Phase;
  /** The name of the player who claims this temple (P-6); `null`: no player does. */
  readonly asker: string | null;
  /** A seat that came to the temple or left it just now (P-7). */
  readonly move: ShownMove | null;
  readonly step: Step | null;
  /** The winner's name; `null`: there is none. */
  readonly winner: string | null;
};

const WIDTH = 20;

/** Returns the line for a verdict: why the bead got it, and what to do with it. What is owed in all is the temple's to show (J-12). */
export function verdictLine(lang: string | null, verdict: Verdict, reason: string): string {
  const { reasons, others } = wordsFor(lang);
  return clip(reasons[reason] ?? others[verdict]);
}

/** Returns the 2 to 4 lines of a display. @param lang the temple's, BCP 47 */
export function displayLines(
  fields: DisplayFields,
  obstacle: Obstacle | null,
  lang: string | null,
): string[] {
  const words = wordsFor(lang);
  return (obstacle === null ? displayText(fields, words) : words.obstacles[obstacle]).map(clip);
}

function displayText(fields: DisplayFields, words: Words): string[] {
  const { phase, code, match, fix, winner } = fields;
  const debts = debtsText(fix, words);
  if (fields.asker !== null) return [fields.asker, ...words.asks, debts];
  if (fields.move !== null) return [...moveText(fields.move, words), debts];
  if (phase === "unpaired") return [words.noMatch, debts];
  if (phase === "pairing") return [...words.enterCode, `    ${code}`, debts];
  if (phase === "playing") return playingText(fields, debts, words);
  const codeText = code === null ? "" : words.code(code);
  if (winner !== null) return [words.match(match ?? ""), words.winner, winner, debts || codeText];
  return [words.match(match ?? ""), words.pauses[phase], codeText, debts];
}

function moveText({ name, isHere, other }: ShownMove, words: Words): string[] {
  const [alone, from] = words.movedHere;
  if (!isHere) return [name, words.movedAway, words.butAt(String(other))];
  return other === null ? [name, alone, ""] : [name, from, words.at(other)];
}

function playingText(
  { seat, step, open, left, offerings, apocalypse }: DisplayFields,
  debts: string,
  words: Words,
): string[] {
  const who = seat === null ? "" : `${seat.name} ${step === null ? "" : words.steps[step]}`;
  const act = open.h || open.t ? words.drop(left) : words.closed;
  const counts = `T ${offerings.t}  H ${offerings.h}`;
  const days = apocalypse.state === "none" ? "" : words.daysLeft(apocalypse.of - apocalypse.count);
  // A debt is more urgent than the days that are left.
  return debts === "" ? [who, act, counts, days] : [who, debts, act, counts];
}

/** J-12, of both gods: Tlaloc first, whose half is on the left. What is put in comes before what is taken out. */
function debtsText({ h, t }: BySlot, words: Words): string {
  const { gods, take, put, both } = words;
  if (h !== 0 && t !== 0) return h > 0 && t < 0 ? both([h, "H"], [t, "T"]) : both([t, "T"], [h, "H"]);
  const [n, god] = h !== 0 ? [h, gods.h] : [t, gods.t];
  if (n === 0) return "";
  return n < 0 ? take(-n, god) : put(n, god);
}

/** Removes accents, replaces what else is not ASCII by a question mark, and cuts at the width of the screen. */
function clip(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
  return plain
    .replace(/[^ -~]/gu, "?")
    .slice(0, WIDTH)
    .trimEnd();
}
