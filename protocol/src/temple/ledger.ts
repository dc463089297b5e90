import { type BeadClaim, type BySlot, type Judgement, type Ledger, SLOTS, type Slot } from "./types.ts";
import type { Bead, OnlineState } from "./up.ts";

/**
 * The counting rules of bridge and server (docs/temple-protocol.md section 4). A ledger is a value: each function returns
 * a new one.
 */

/** A message that carries running totals. */
export type Report = OnlineState | Bead;

export interface Observation {
  readonly ledger: Ledger;
  /** The beads to judge now, in the order of C-5; those still pending come first. */
  readonly beads: readonly BeadClaim[];
  /**
   * Too many new ordinals (C-8), rejected without judging. `judged` has moved past them, unless a bead of that slot is
   * still pending; a later report then brings them again.
   */
  readonly implausible: readonly Range[];
  readonly outcome: ReportOutcome;
}

/** Ordinals of one slot, both ends included. */
export interface Range {
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
}

/**
 * What a report was:
 * `birth`: the first of a new boot or epoch (C-3, C-4);
 * `counted`: a newer message of the known one;
 * `old`: its seq is not above the highest (C-7), nothing changes;
 * `retired`: of a retired boot or epoch (C-3), nothing changes;
 * `counter-regressed`: its totals ran backwards (C-7), the operator should know.
 */
export type ReportOutcome = "birth" | "counted" | "old" | "retired" | "counter-regressed";

/** The most new ordinals of one slot that one message may bring (C-8). */
export const MAX_NEW_ORDINALS = 24;
/** Retired boots and epochs, and acts, that a ledger remembers (C-2). */
const MAX_REMEMBERED = 8;

/**
 * Applies one report to a ledger and returns the beads to judge.
 * @param ledger `null`: nothing is known of the temple
 * @param pending beads claimed before that have no verdict yet (J-1); they are requested again by name
 */
export function observe(
  ledger: Ledger | null,
  report: Report,
  pending: readonly BeadClaim[] = [],
): Observation {
  if (ledger === null) return claimBeads(beginEpoch(null, report), report, pending, "birth");
  if (ledger.retiredBoots.includes(report.boot) || ledger.retiredEpochs.includes(report.epoch)) {
    return unchanged(ledger, pending, "retired");
  }
  const sameBoot = ledger.boot === report.boot;
  if (sameBoot && report.seq <= ledger.seq) return unchanged(ledger, pending, "old");
  const sameEpoch = ledger.epoch === report.epoch;
  if (sameEpoch && SLOTS.some((slot) => report.count[slot] < highestClaimed(ledger, pending)[slot])) {
    const regressed = {
      ...recordReport(ledger, report),
      generation: ledger.generation + 1,
      judged: report.count,
    };
    return unchanged(regressed, pending, "counter-regressed");
  }
  const known = sameEpoch ? recordReport(ledger, report) : beginEpoch(ledger, report);
  return claimBeads(known, report, pending, sameBoot && sameEpoch ? "counted" : "birth");
}

/**
 * Applies judgements: `judged` moves up to each ordinal, and a rejected bead becomes a debt. Judgements of another epoch
 * or generation, and ordinals judged already (C-6), change nothing.
 */
export function settle(ledger: Ledger, judgements: readonly Judgement[]): Ledger {
  return judgements.reduce((before, judgement) => {
    const { epoch, generation, slot, n } = judgement.name;
    if (epoch !== before.epoch || generation !== before.generation || n <= before.judged[slot]) return before;
    return {
      ...before,
      judged: { ...before.judged, [slot]: n },
      fix: { ...before.fix, [slot]: before.fix[slot] - debtOf(judgement) },
    };
  }, ledger);
}

/**
 * Merges a ledger that a bridge observed with the stored one. The stored one decides what only the server changes: `fix`,
 * `acts`, and beads judged whose answer the bridge did not get. An observation of a past boot, epoch or generation, as
 * from a bridge that just lost its lease (S-1), is discarded.
 */
export function reconcile(observed: Ledger, stored: Ledger | null): Ledger {
  if (stored === null) return observed;
  const sameEpoch = stored.epoch === observed.epoch;
  const isPast =
    stored.retiredBoots.includes(observed.boot) ||
    stored.retiredEpochs.includes(observed.epoch) ||
    (sameEpoch && observed.generation < stored.generation);
  if (isPast) return stored;
  const { fix, acts } = stored;
  if (!sameEpoch || stored.generation !== observed.generation) return { ...observed, fix, acts };
  const judged = {
    h: Math.max(observed.judged.h, stored.judged.h),
    t: Math.max(observed.judged.t, stored.judged.t),
  };
  const seq = stored.boot === observed.boot ? Math.max(observed.seq, stored.seq) : observed.seq;
  return { ...observed, seq, judged, fix, acts };
}

/**
 * Raises `fix` for beads taken back (J-11), never above 0. Returns `null` if nothing was owed. The same act has no effect
 * again.
 */
export function takeBack(ledger: Ledger | null, act: Returned): Ledger | null {
  const { boot, seq, slot, num } = act;
  const name = `${boot}:${seq}`;
  if (ledger?.acts.includes(name)) return ledger;
  if (ledger === null || ledger.fix[slot] >= 0) return null;
  return {
    ...ledger,
    fix: { ...ledger.fix, [slot]: Math.min(0, ledger.fix[slot] + num) },
    acts: remember(ledger.acts, name),
  };
}

/** An act `returned`. */
export interface Returned {
  readonly boot: string;
  readonly seq: number;
  readonly slot: Slot;
  readonly num: number;
}

/** Turns a rejection into `absorbed` if the table owes a bead in that slot, which it then settles (J-10). */
export function absorb<J extends Pick<Judgement, "verdict" | "reason">>(
  judgement: J,
  slot: Slot,
  fix: BySlot,
): J | (Omit<J, "verdict" | "reason"> & { verdict: "absorbed"; reason: "mirror" }) {
  const createsDebt = judgement.verdict === "rejected" && debtOf(judgement) === 1;
  return createsDebt && fix[slot] > 0 ? { ...judgement, verdict: "absorbed", reason: "mirror" } : judgement;
}

/** Beads of one slot and boot that fall less than this many ms apart are one bead (J-3). */
export const BOUNCE = 30;

/** Returns the beads to take out for a judgement (section 5, column `fix`). */
function debtOf({ verdict, reason }: Pick<Judgement, "verdict" | "reason">): 0 | 1 {
  if (verdict === "absorbed") return 1;
  return verdict === "rejected" && reason !== "implausible" && reason !== "bounce" ? 1 : 0;
}

/** Returns the ledger after a newer message of the same epoch. A new boot retires the previous one (C-3). */
function recordReport(ledger: Ledger, report: Report): Ledger {
  const sameBoot = ledger.boot === report.boot;
  return {
    ...ledger,
    boot: report.boot,
    conn: "conn" in report ? report.conn : sameBoot ? ledger.conn : 0,
    seq: report.seq,
    retiredBoots: sameBoot ? ledger.retiredBoots : remember(ledger.retiredBoots, ledger.boot),
  };
}

/** Returns the ledger at the first message of an epoch (C-4). */
function beginEpoch(before: Ledger | null, report: Report): Ledger {
  const ledger = recordReport(before ?? newLedger(report), report);
  return {
    ...ledger,
    epoch: report.epoch,
    generation: 0,
    judged: report.epoch === report.boot ? { h: 0, t: 0 } : totalsBefore(report),
    retiredEpochs: before === null ? [] : remember(before.retiredEpochs, before.epoch),
  };
}

function newLedger({ boot, epoch }: Report): Ledger {
  const none = { h: 0, t: 0 };
  return {
    boot,
    conn: 0,
    seq: -1,
    epoch,
    generation: 0,
    judged: none,
    fix: none,
    acts: [],
    retiredBoots: [],
    retiredEpochs: [],
  };
}

/** Returns the totals before the report's own bead. */
function totalsBefore(report: Report): BySlot {
  return "slot" in report ? { ...report.count, [report.slot]: report.n - 1 } : report.count;
}

function remember(ids: readonly string[], id: string): string[] {
  return [...ids, id].slice(-MAX_REMEMBERED);
}

/** Returns the highest ordinals that are judged or pending. */
function highestClaimed(ledger: Ledger, pending: readonly BeadClaim[]): BySlot {
  return pending
    .filter(({ name }) => name.epoch === ledger.epoch && name.generation === ledger.generation)
    .reduce<BySlot>(
      (highest, { name }) => ({ ...highest, [name.slot]: Math.max(highest[name.slot], name.n) }),
      ledger.judged,
    );
}

function unchanged(ledger: Ledger, beads: readonly BeadClaim[], outcome: ReportOutcome): Observation {
  return { ledger, beads, implausible: [], outcome };
}

/** Claims every ordinal of the report that is neither judged nor pending (C-5, C-8). */
function claimBeads(
  ledger: Ledger,
  report: Report,
  pending: readonly BeadClaim[],
  outcome: ReportOutcome,
): Observation {
  const after = highestClaimed(ledger, pending);
  const ranges = slotsInOrder(report)
    .map((slot) => ({ slot, from: after[slot] + 1, to: report.count[slot] }))
    .filter(({ from, to }) => from <= to);
  const implausible = ranges.filter(({ from, to }) => to - from >= MAX_NEW_ORDINALS);
  const passed = Object.fromEntries(
    implausible.filter(({ slot }) => after[slot] === ledger.judged[slot]).map(({ slot, to }) => [slot, to]),
  );
  const fresh = ranges.filter((range) => !implausible.includes(range));
  return {
    ledger: { ...ledger, judged: { ...ledger.judged, ...passed } },
    beads: [...pending, ...fresh.flatMap((range) => toClaims(ledger, report, range))],
    implausible,
    outcome,
  };
}

/** Returns h before t, but a `bead` message's own slot last (C-5). */
function slotsInOrder(report: Report): readonly Slot[] {
  return "slot" in report && report.slot === "h" ? ["t", "h"] : ["h", "t"];
}

function toClaims({ epoch, generation }: Ledger, report: Report, { slot, from, to }: Range): BeadClaim[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const n = from + i;
    const own = "slot" in report && report.slot === slot && report.n === n;
    return { name: { epoch, generation, slot, n }, stamp: report.stamp, recovered: !own };
  });
}
