import type { Ledger } from "@flower-war/protocol/temple";
import { type BySlot, type FallenBead, type PythonTemple, SLOTS, type Slot } from "./python-temples.ts";

/** Why beads are rejected that the beam may have counted by mistake (J-3). */
const BY_BEAM: readonly string[] = ["implausible", "bounce"];
/** Rejections that leave no debt (J-3, J-15). */
const WITHOUT_DEBT: readonly string[] = [...BY_BEAM, "just-late"];
/** Acts that settled a debt of which a ledger knows (C-2). */
const MAX_ACTS = 8;

export interface Verdict {
  readonly verdict: string;
  readonly reason: string;
}

/** What is true of a temple when all is over. */
export interface Evidence {
  /** Beads of its seat in the match's record, by slot. */
  readonly record: BySlot;
  /** The beads that the match's journal charged, like `storm-1:9f3c21aa:0:h9`. */
  readonly journaled: readonly string[];
  /** The first verdicts that the server stored, by bead like `9f3c21aa:h9`. */
  readonly stored: ReadonlyMap<string, Verdict>;
  readonly ledger: Ledger | null;
  /** The skulls in the match's lake, which the temple mirrors (J-11); `null`: it does not. */
  readonly lake: BySlot | null;
}

/** Whether a bead with this verdict lies in the half of the lake that the match's record or `fix` tells of (J-11). */
export function isLying(verdict: Verdict | null): boolean {
  if (verdict === null) return false;
  const isDebt = verdict.verdict === "rejected" && !WITHOUT_DEBT.includes(verdict.reason);
  return isDebt || verdict.verdict === "accepted" || verdict.verdict === "absorbed";
}

/** Returns what is wrong with a temple's beads and debts. */
export function judge(temple: PythonTemple, evidence: Evidence): string[] {
  const { accepted, wrong } = readCharges(temple, evidence);
  for (const bead of temple.beads.values()) {
    const stored = evidence.stored.get(bead.name) ?? null;
    wrong.push(...judgeBead(bead, stored, accepted.has(bead.name), isShown(temple, bead)));
  }
  for (const name of accepted) if (!temple.beads.has(name)) wrong.push(`${name} charged, but never fell`);
  for (const slot of SLOTS) wrong.push(...judgeDebt(temple, evidence, slot, accepted));
  return [...temple.changed, ...wrong];
}

/** Finds the beads that were charged, each once, as many as are in the record. */
function readCharges({ id }: PythonTemple, { record, journaled }: Evidence) {
  const wrong: string[] = [];
  const accepted = new Set<string>();
  for (const bead of journaled) {
    const [, epoch, generation, ordinal] = bead.slice(id.length).split(":");
    const name = `${epoch}:${ordinal}`;
    if (generation !== "0") wrong.push(`${bead} is of another generation`);
    if (accepted.has(name)) wrong.push(`${bead} charged twice`);
    accepted.add(name);
  }
  for (const slot of SLOTS) {
    const charged = [...accepted].filter((name) => name.includes(`:${slot}`)).length;
    if (charged !== record[slot])
      wrong.push(`${slot}: ${record[slot]} beads in the record, ${charged} names in the journal`);
  }
  return { accepted, wrong };
}

function isShown({ display }: PythonTemple, { epoch, slot, n }: FallenBead): boolean {
  return display?.epoch === epoch && display.judged[slot] >= n;
}

/** Compares what a temple was told of a bead with what became of it. */
function judgeBead(
  { name, verdict: told, gone, isEarly }: FallenBead,
  stored: Verdict | null,
  isCharged: boolean,
  isOnShow: boolean,
): string[] {
  const wrong: string[] = [];
  const say = (verdict: Verdict | null) => (verdict ? `${verdict.verdict} ${verdict.reason}` : "nothing");
  if (told !== null && say(told) !== say(stored))
    wrong.push(`${name}: told ${say(told)}, stored ${say(stored)}`);
  // These temples count no bead twice, and never many at once (V-3): they give no reason for J-3.
  if (told !== null && BY_BEAM.includes(told.reason)) wrong.push(`${name} refused as ${told.reason}`);
  if (stored !== null && (stored.verdict === "accepted") !== isCharged)
    wrong.push(`${name}: ${say(stored)}, and ${isCharged ? "" : "not "}charged`);
  // The power cut takes beads without a verdict from counters in RAM (C-2), and an epoch in flash begins at its totals (C-4).
  if (stored === null && !gone && !isEarly) wrong.push(`${name} has no verdict`);
  // An ack may be lost: nothing is queued (section 12). The display is retained.
  if (told === null && !gone && !isOnShow) wrong.push(`${name} lost in silence`);
  return wrong;
}

/**
 * Compares the debt on show with the refused beads less those taken back, or the lakes of match and temple (J-11). The ledger tells whether
 * an act without a final ack settled a debt, unless eight others did after it (C-2).
 * @param charged the names of beads that the match charged: the server may have been killed before it stored the verdict, and the temple's
 * power cut before it asked again
 */
function judgeDebt(
  { beads, takenBack, display }: PythonTemple,
  { record, stored, ledger, lake }: Evidence,
  slot: Slot,
  charged: ReadonlySet<string>,
): string[] {
  const lying = [...beads.values()].filter(
    ({ slot: of, name }) => of === slot && (charged.has(name) || isLying(stored.get(name) ?? null)),
  );
  const acts = ledger?.acts ?? [];
  let settled = 0;
  let perhaps = 0;
  for (const [name, act] of takenBack) {
    if (act.slot !== slot) continue;
    if (act.verdict === "accepted" || acts.includes(name)) settled += act.num;
    else if (act.verdict !== "ignored" && acts.length === MAX_ACTS) perhaps += act.num;
  }
  const least = (lake ?? record)[slot] - lying.length + settled;
  const most = lake === null ? Math.min(0, least + perhaps) : least + perhaps;
  const fix = ledger?.fix[slot] ?? 0;
  const wrong =
    fix >= least && fix <= most ? [] : [`${slot}: debt ${fix}, ${least} to ${most} by the verdicts`];
  // When the players have left, there is no lake to mirror.
  const isFree = display !== null && display.match === null;
  const shown = isFree ? Math.min(0, fix) : fix;
  if (display?.fix[slot] !== shown) wrong.push(`${slot}: debt ${fix}, ${display?.fix[slot]} on show`);
  return wrong;
}
