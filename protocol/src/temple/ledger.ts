import type { BeadClaim, Counted, Ledger } from "../schemas/temples.ts";
import { type BeadName, type BySlot, type Judgement, MAX_NEW_ORDINALS, SLOTS, type Slot } from "./types.ts";
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
  /** What a known temple counted before the bridge knew the epoch, and is not judged (C-4): all but the newest, which are among `beads`. */
  readonly passed: readonly Range[];
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
 * `retired`: of a retired boot or epoch and certainly late (C-3), nothing changes;
 * `doubtful`: of another boot than the current one, and late unless the current one is dead (C-10); nothing changes unless
 *   the caller lets it `revive`;
 * `counter-regressed`: its totals ran backwards (C-7), the operator should know.
 */
export type ReportOutcome = "birth" | "counted" | "old" | "retired" | "doubtful" | "counter-regressed";

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
  if (ledger === null) return beginEpoch(null, report, pending);
  const sameBoot = ledger.boot === report.boot;
  const sameEpoch = ledger.epoch === report.epoch;
  const isRetiredBoot = ledger.retiredBoots.includes(report.boot);
  const isRetiredEpoch = ledger.retiredEpochs.includes(report.epoch);
  const isLower =
    sameEpoch && SLOTS.some((slot) => report.count[slot] < highestClaimed(ledger, pending)[slot]);
  if (!sameBoot && (isRetiredBoot || isRetiredEpoch || isLower)) {
    return unchanged(ledger, pending, isRetiredBoot && isLower ? "retired" : "doubtful");
  }
  if (isRetiredEpoch) return unchanged(ledger, pending, "retired");
  if (sameBoot && report.seq <= ledger.seq) return unchanged(ledger, pending, "old");
  if (isLower) {
    const regressed = {
      ...recordReport(ledger, report),
      generation: ledger.generation + 1,
      judged: report.count,
    };
    return unchanged(regressed, pending, "counter-regressed");
  }
  if (!sameEpoch) return beginEpoch(ledger, report, pending);
  return claimBeads(recordReport(ledger, report), report, pending, sameBoot ? "counted" : "birth");
}

/**
 * Makes the boot of a doubtful report the current one in place of the one that retired it (C-10). The report itself is
 * observed next, and is the newest of its boot. An epoch of which the ledger remembers nothing begins as a new one does (C-4).
 */
export function revive(ledger: Ledger, report: Report): Ledger {
  const { boot, epoch, seq } = report;
  const former = ledger.past?.findLast((each) => each.epoch === epoch) ?? null;
  const revived = {
    ...ledger,
    boot,
    conn: former?.boot === boot ? former.conn : 0,
    seq: seq - 1,
    retiredBoots: remember(without(ledger.retiredBoots, boot), ledger.boot),
    retiredEpochs: without(ledger.retiredEpochs, epoch),
    past: withPast(ledger),
  };
  if (epoch === ledger.epoch || former?.epoch !== epoch) return revived;
  const { generation, judged } = former;
  const retiredEpochs = remember(revived.retiredEpochs, ledger.epoch);
  return { ...revived, epoch, generation, judged, retiredEpochs };
}

/**
 * Applies new judgements: `judged` moves up to each ordinal, and a rejected bead becomes a debt. That counts also for one of a
 * past epoch or generation, and for one that `judged` had passed without a verdict (J-17). A verdict that is given again is
 * for `recount`.
 * @param isInLake whether those that were accepted lie in the lake of the temple's match too, which `fix` then need not ask for (J-11)
 */
export function settle(ledger: Ledger, judgements: readonly Judgement[], isInLake = false): Ledger {
  return judgements.reduce((before, judgement) => {
    const { slot } = judgement.name;
    const { lake } = before;
    const fix = { ...before.fix, [slot]: before.fix[slot] - debtOf(judgement) };
    const isCounted = lake && isInLake && judgement.verdict === "accepted";
    return {
      ...recount(before, judgement.name),
      fix,
      ...(isCounted && { lake: { ...lake, [slot]: lake[slot] + 1 } }),
    };
  }, ledger);
}

/** Moves `judged` up to a bead that got its verdict before (J-0), and its debt with it. */
export function recount(ledger: Ledger, name: BeadName): Ledger {
  const { slot, n } = name;
  if (!isCurrent(ledger, name) || n <= ledger.judged[slot]) return ledger;
  return { ...ledger, judged: { ...ledger.judged, [slot]: n } };
}

/** Whether a bead is of the ledger's epoch and generation. */
function isCurrent(ledger: Ledger, { epoch, generation }: BeadName): boolean {
  return epoch === ledger.epoch && generation === ledger.generation;
}

/**
 * Merges a ledger that a bridge observed with the stored one. The stored one decides what only the server changes: `fix`,
 * `lake`, `acts`, and beads judged whose answer the bridge did not get. An observation of a past boot, epoch or generation, as
 * from a bridge that just lost its lease (S-1), is discarded. If each retires the other's, the observed one was revived (C-10).
 */
export function reconcile(observed: Ledger, stored: Ledger | null): Ledger {
  if (stored === null) return observed;
  const sameEpoch = stored.epoch === observed.epoch;
  const isRetired = hasRetired(stored, observed) && !hasRetired(observed, stored);
  const isPast = isRetired || (sameEpoch && observed.generation < stored.generation);
  if (isPast) return stored;
  const { fix, acts, lake } = stored;
  const { lake: _copy, ...others } = observed;
  const merged = { ...others, fix, acts, ...(lake && { lake }) };
  if (!sameEpoch || stored.generation !== observed.generation) return merged;
  const judged = {
    h: Math.max(observed.judged.h, stored.judged.h),
    t: Math.max(observed.judged.t, stored.judged.t),
  };
  const seq = stored.boot === observed.boot ? Math.max(observed.seq, stored.seq) : observed.seq;
  return { ...merged, seq, judged };
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

/**
 * Makes `fix` follow the lake of the match (J-11): beads that came into it since and are not counted yet have to be put in, beads that left it have to be taken out.
 * @param lake the skulls in its halves; `null`: the temple no longer mirrors it, and need not put in missing beads
 */
export function followLake(ledger: Ledger, lake: BySlot | null): Ledger {
  const { lake: counted, ...others } = ledger;
  const { fix } = ledger;
  if (lake === null) {
    return counted ? { ...others, fix: { h: Math.min(0, fix.h), t: Math.min(0, fix.t) } } : ledger;
  }
  if (counted?.h === lake.h && counted.t === lake.t) return ledger;
  const { h, t } = counted ?? lake;
  return { ...others, lake, fix: { h: fix.h + lake.h - h, t: fix.t + lake.t - t } };
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

/** A bead that fell at most so many ms after a window closed at its temple is refused without a debt (J-15). */
export const GRACE = 400;

/** Reasons of rejections that create no debt. */
const FREE: readonly string[] = ["implausible", "bounce", "just-late"];

/** Returns the beads to take out for a judgement (section 5, column `fix`). */
function debtOf({ verdict, reason }: Pick<Judgement, "verdict" | "reason">): 0 | 1 {
  if (verdict === "absorbed") return 1;
  return verdict === "rejected" && !FREE.includes(reason) ? 1 : 0;
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
    ...(!sameBoot && { past: withPast(ledger) }),
  };
}

/** Returns what a ledger remembers of past boots, and its own. */
function withPast({ past = [], boot, conn, epoch, generation, judged }: Ledger): readonly Counted[] {
  return [...past, { boot, conn, epoch, generation, judged }].slice(-MAX_REMEMBERED);
}

/** Observes the first message of an epoch (C-4). Another bridge may have claimed the newest of its beads: the server knows what became of them. */
function beginEpoch(before: Ledger | null, report: Report, pending: readonly BeadClaim[]): Observation {
  const totals = report.epoch === report.boot ? { h: 0, t: 0 } : totalsBefore(report);
  const claimed = before === null ? 0 : MAX_NEW_ORDINALS;
  const judged = { h: Math.max(0, totals.h - claimed), t: Math.max(0, totals.t - claimed) };
  const ledger = {
    ...recordReport(before ?? newLedger(report), report),
    epoch: report.epoch,
    generation: 0,
    judged,
    retiredEpochs: before === null ? [] : remember(before.retiredEpochs, before.epoch),
  };
  const counted = before === null ? [] : SLOTS.filter((slot) => judged[slot] > 0);
  const passed = counted.map((slot) => ({ slot, from: 1, to: judged[slot] }));
  const earlier = SLOTS.flatMap((slot) =>
    toClaims(ledger, report, { slot, from: judged[slot] + 1, to: totals[slot] }),
  ).map((claim) => ({ ...claim, stamp: null, earlier: true as const }));
  return { ...claimBeads(ledger, report, [...pending, ...earlier], "birth"), passed };
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

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((each) => each !== id);
}

/** Whether a ledger says of the other one's boot or epoch that it is retired. */
function hasRetired({ retiredBoots, retiredEpochs }: Ledger, { boot, epoch }: Ledger): boolean {
  return retiredBoots.includes(boot) || retiredEpochs.includes(epoch);
}

/** Returns the highest ordinals that are judged or pending. */
function highestClaimed(ledger: Ledger, pending: readonly BeadClaim[]): BySlot {
  return pending
    .filter(({ name }) => isCurrent(ledger, name))
    .reduce<BySlot>(
      (highest, { name }) => ({ ...highest, [name.slot]: Math.max(highest[name.slot], name.n) }),
      ledger.judged,
    );
}

function unchanged(ledger: Ledger, beads: readonly BeadClaim[], outcome: ReportOutcome): Observation {
  return { ledger, beads, implausible: [], passed: [], outcome };
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
    passed: [],
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
