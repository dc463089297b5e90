import type { BySlot, Display, Phase, Slot, Step, Verdict } from "@flower-war/protocol/temple";
import type { ShownMove } from "./temple.ts";

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
const GODS: BySlot<string> = { h: "Huitzil", t: "Tlaloc" };

const REASONS: Readonly<Record<string, string>> = {
  ok: "Accepted",
  late: "Too late",
  "just-late": "Too late: take it",
  "unknown-turn": "Turn unknown",
  "not-your-decision": "Not your turn",
  "wrong-phase": "Not now",
  "no-skulls": "No skulls left",
  "already-traded": "Traded already",
  "match-over": "The match is over",
  "match-paused": "The match is paused",
  unpaired: "No match: take it",
  pairing: "Pairing: take it",
  "server-away": "Wait for the server",
  implausible: "Not believed",
  bounce: "Counted once",
  earlier: "Fell before: ignored",
};

const STEPS: Readonly<Record<Step, string>> = {
  roll: "rolls",
  move: "moves",
  landing: "lands",
  sacrifice: "offers",
  cards: "plays",
};

const PAUSES = { idle: "is about to begin", paused: "is paused", over: "is over" } as const;

/** Returns the line for a verdict; for a bead that must be taken out it says so (J-12). */
export function verdictLine(slot: Slot, verdict: Verdict, reason: string, fix: BySlot): string {
  const isOwed = verdict === "rejected" && fix[slot] < 0;
  return clip(isOwed ? debtLine(slot, fix) : (REASONS[reason] ?? "Refused"));
}

/** Why lamps are shut whatever the match says. */
export type Obstacle = "server-away" | "doubt" | "two-devices";

const OBSTACLES: Readonly<Record<Obstacle, readonly string[]>> = {
  "server-away": ["Wait", "The server is away"],
  doubt: ["Wait", "Checking the temple"],
  "two-devices": ["Two temples have", "this name: switch", "one of them off"],
};

/** Returns the 2 to 4 lines of a display. */
export function displayLines(fields: DisplayFields, obstacle: Obstacle | null): string[] {
  return (obstacle === null ? displayText(fields) : OBSTACLES[obstacle]).map(clip);
}

function displayText(fields: DisplayFields): string[] {
  const { phase, code, match, fix, winner } = fields;
  const debt = fix.h !== 0 ? debtLine("h", fix) : fix.t !== 0 ? debtLine("t", fix) : "";
  if (fields.asker !== null) return [fields.asker, "plays with this?", "Yes: press pair", debt];
  if (fields.move !== null) return [...moveText(fields.move), debt];
  if (phase === "unpaired") return ["No match: press pair", debt];
  if (phase === "pairing") return ["Enter this code", "in your match:", `    ${code}`, debt];
  if (phase === "playing") return playingText(fields, debt);
  const codeText = code === null ? "" : `Code ${code}`;
  if (winner !== null) return [`Match ${match}`, "is over. Winner:", winner, debt || codeText];
  return [`Match ${match}`, PAUSES[phase], codeText, debt];
}

function moveText({ name, isHere, other }: ShownMove): string[] {
  if (!isHere) return [name, "plays no longer here", `but at ${other}`];
  return other === null ? [name, "plays here now", ""] : [name, "plays here now, not", `at ${other}`];
}

function playingText(
  { seat, step, open, left, offerings, apocalypse }: DisplayFields,
  debt: string,
): string[] {
  return [
    seat === null ? "" : `${seat.name} ${step === null ? "" : STEPS[step]}`,
    debt || (open.h || open.t ? `Drop up to ${left}` : "Slots closed"),
    `H ${offerings.h}  T ${offerings.t}`,
    apocalypse.state === "none" ? "" : `Days left ${apocalypse.of - apocalypse.count}`,
  ];
}

/** J-12 */
function debtLine(slot: Slot, fix: BySlot): string {
  const [verb, preposition] = fix[slot] < 0 ? ["Take", "from"] : ["Put", "to"];
  return `${verb} ${Math.abs(fix[slot])} ${preposition} ${GODS[slot]}`;
}

/** Removes accents, replaces what else is not ASCII by a question mark, and cuts at the width of the screen. */
function clip(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
  return plain
    .replace(/[^ -~]/gu, "?")
    .slice(0, WIDTH)
    .trimEnd();
}
