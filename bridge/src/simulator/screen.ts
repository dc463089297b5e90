import { type Display, PHASES, SLOTS, type Slot, STEPS } from "@flower-war/client-sdk/temple";
import type { ConnectedTemple } from "../device/connected-temple.ts";

const GODS = { h: "Huitzilopochtli", t: "Tlaloc" } as const;

/** What the terminal temple shows, line by line. */
export function drawTemple(temple: ConnectedTemple): string[] {
  return [
    `Temple ${temple.id}: ${connectionText(temple)}`,
    matchText(temple),
    ...SLOTS.map((slot) => slotText(temple, slot)),
    [verdictText(temple), ...SLOTS.map((slot) => debtText(temple, slot))].filter(Boolean).join(". "),
    "Keys: h, t drop a bead; p pair, u unpair; r beads taken back; q quit",
  ];
}

function connectionText({ connection, bridgeOnline, refusal }: ConnectedTemple): string {
  const why = refusal === null ? "" : ` (${refusal})`;
  if (connection === "refused") return `the broker refuses it, or its name or secret${why}`;
  if (connection !== "connected") return "not connected";
  return `connected${why}${bridgeOnline ? "" : ", no bridge is there"}`;
}

/** J-13 */
function matchText({ waits, display }: ConnectedTemple): string {
  if (waits || display === null) return "Wait";
  const { phase, code, expires, match, turn, seat, step } = display;
  if (!isOfThisVersion(display)) return display.lines.join(" | ");
  if (phase === "pairing") return `Pairing code ${code} (${expires} s)`;
  if (phase !== "playing")
    return match === null ? phase : `Match ${match}: ${phase}${code === null ? "" : `, code ${code}`}`;
  const whose = seat === null ? "" : `, ${seat.name} to ${step ?? "decide"}${seat.local ? " (here)" : ""}`;
  return `Match ${match}, turn ${turn}${whose}`;
}

/** V-1: what a later version calls a phase or step its lines say. */
function isOfThisVersion({ phase, step }: Display): boolean {
  return PHASES.some((known) => known === phase) && (step === null || STEPS.some((known) => known === step));
}

function slotText({ display, count, lit }: ConnectedTemple, slot: Slot): string {
  const name = `[${slot}] ${GODS[slot]}`.padEnd(20);
  const lamp = lit[slot] ? `open, ${display?.left} more` : "closed";
  const counted = `${count[slot]} counted, ${display?.judged[slot] ?? 0} judged`;
  return `${name} ${lamp.padEnd(14)} ${counted}, ${display?.offerings[slot] ?? 0} offerings`;
}

function verdictText({ verdicts }: ConnectedTemple): string {
  const last = verdicts.at(-1);
  return last === undefined
    ? "No verdict yet"
    : `Last: ${last.slot}${last.to} ${last.verdict} ${last.reason}`;
}

/** J-12 */
function debtText({ display }: ConnectedTemple, slot: Slot): string {
  const fix = display?.fix[slot] ?? 0;
  if (fix === 0) return "";
  return fix < 0 ? `TAKE ${-fix} FROM ${GODS[slot]}` : `PUT ${fix} TO ${GODS[slot]}`;
}
