import { SLOTS, type Slot } from "@flower-war/protocol/temple";
import type { ConnectedTemple } from "../connected-temple.ts";

const GODS = { h: "Huitzilopochtli", t: "Tlaloc" } as const;

/** The keys of the simulated temple. */
export const KEYS = "h, t drop a bead; H, T cover a slot; p pair, u unpair; r beads taken back; q quit";

/** Returns the lines that the simulated temple shows in the terminal. */
export function renderTemple(temple: ConnectedTemple): string[] {
  return [
    `Temple ${temple.id}${temple.blink === null ? "" : " blinks"}${matchText(temple)}`,
    temple.screen.join(" | "),
    ...SLOTS.map((slot) => slotText(temple, slot)),
    [verdictText(temple), ...SLOTS.map((slot) => debtText(temple, slot))].filter(Boolean).join(". "),
    `Keys: ${KEYS}`,
  ];
}

/** Match, turn and whose decision is awaited, while the temple knows them (J-13). */
function matchText({ isWaiting, display }: ConnectedTemple): string {
  if (isWaiting || display === null || display.match === null) return "";
  const { match, turn, seat } = display;
  const text = `: match ${match}${turn === null ? "" : `, turn ${turn}`}`;
  return seat === null ? text : `${text}, ${seat.name}${seat.local ? " (here)" : ""}`;
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
