import { type Display, PHASES, SLOTS, type Slot, STEPS } from "@flower-war/protocol/temple";
import type { ConnectedTemple } from "../connected-temple.ts";

const GODS = { h: "Huitzilopochtli", t: "Tlaloc" } as const;

/** The keys of the simulated temple. */
export const KEYS = "h, t drop a bead; p pair, u unpair; r beads taken back; q quit";

/** Returns the lines that the simulated temple shows in the terminal. */
export function renderTemple(temple: ConnectedTemple): string[] {
  return [
    `Temple ${temple.id}: ${connectionText(temple)}`,
    matchText(temple),
    ...SLOTS.map((slot) => slotText(temple, slot)),
    [verdictText(temple), ...SLOTS.map((slot) => debtText(temple, slot))].filter(Boolean).join(". "),
    `Keys: ${KEYS}`,
  ];
}

function connectionText({ connectionState, isBridgeOnline, refusalReason }: ConnectedTemple): string {
  const reason = refusalReason === null ? "" : ` (${refusalReason})`;
  if (connectionState === "refused") return `refused by the broker: id, secret or access is wrong${reason}`;
  if (connectionState !== "connected") return "not connected";
  return `connected${reason}${isBridgeOnline ? "" : ", no bridge online"}`;
}

/** J-13 */
function matchText({ isWaiting, display }: ConnectedTemple): string {
  if (isWaiting || display === null) return "Wait";
  const { phase, code, expires, match, turn, seat, step } = display;
  if (!isOfThisVersion(display)) return display.lines.join(" | ");
  if (phase === "pairing") return `Pairing code ${code} (${expires} s)`;
  if (phase !== "playing")
    return match === null ? phase : `Match ${match}: ${phase}${code === null ? "" : `, code ${code}`}`;
  const whose = seat === null ? "" : `, ${seat.name} to ${step ?? "decide"}${seat.local ? " (here)" : ""}`;
  return `Match ${match}, turn ${turn}${whose}`;
}

/** Whether phase and step are known; those of a later version are shown by the display's lines (V-1). */
function isOfThisVersion({ phase, step }: Display): boolean {
  return PHASES.some((known) => known === phase) && (step === null || STEPS.some((known) => known === step));
}

function slotText({ display, count, lamps }: ConnectedTemple, slot: Slot): string {
  const name = `[${slot}] ${GODS[slot]}`.padEnd(20);
  const lamp = lamps[slot] ? `open, ${display?.left} more` : "closed";
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
