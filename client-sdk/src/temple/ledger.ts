import { type BeadClaim, type BySlot, type Judgement, type Ledger, SLOTS, type Slot } from "./types.ts";
import type { Bead, OnlineState } from "./up.ts";

/**
 * The counting core of bridge and server (docs/temple-protocol.md section 4). A ledger is a value; every function
 * here returns a new one.
 */

/** A message that carries running totals. */
export type Report = OnlineState | Bead;

export interface Observation {
  readonly ledger: Ledger;
  /** The beads to be judged now, in the order of C-5; those still unjudged come first. */
  readonly beads: readonly BeadClaim[];
  /**
   * Too many new ordinals to be true (C-8): rejected without judging. `judged` has moved past them, unless it waits for
   * a bead of that slot that has no verdict yet; a later report brings them again then.
   */
  readonly implausible: readonly Range[];
  readonly news: News;
}

/** Ordinals of one slot, both ends included. */
export interface Range {
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
}

/**
 * What a report meant:
 * `birth`: a boot or epoch not known before (C-3, C-4);
 * `counted`: a newer message of the known one;
 * `old`: its seq is not above the highest (C-7), nothing changes;
 * `retired`: of a boot or epoch that is past (C-3), nothing changes;
 * `counter-regressed`: totals ran backwards (C-7), the operator should know.
 */
export type News = "birth" | "counted" | "old" | "retired" | "counter-regressed";

/** New ordinals of one slot that one message may bring (C-8). */
export const PLAUSIBLE = 24;
const REMEMBERED = 8;

/**
 * Takes in one report.
 * @param ledger what is known of the temple; `null`: nothing
 * @param pending beads claimed before that have no verdict yet (J-1): they are asked again by name
 */
export function observe(
  ledger: Ledger | null,
  report: Report,
  pending: readonly BeadClaim[] = [],
): Observation {
  if (ledger === null) return count(born(null, report), report, pending, "birth");
  if (ledger.retiredBoots.includes(report.boot) || ledger.retiredEpochs.includes(report.epoch)) {
    return unchanged(ledger, pending, "retired");
  }
  const sameBoot = ledger.boot === report.boot;
  if (sameBoot && report.seq <= ledger.seq) return unchanged(ledger, pending, "old");
  const sameEpoch = ledger.epoch === report.epoch;
  if (sameEpoch && SLOTS.some((slot) => report.count[slot] < claimed(ledger, pending)[slot])) {
    const regressed = { ...heard(ledger, report), generation: ledger.generation + 1, judged: report.count };
    return unchanged(regressed, pending, "counter-regressed");
  }
  const known = sameEpoch ? heard(ledger, report) : born(ledger, report);
  return count(known, report, pending, sameBoot && sameEpoch ? "counted" : "birth");
}

/**
 * Folds judgements in: `judged` moves up to each ordinal and a rejected bead becomes a debt. Judgements of another
 * epoch or generation, and ordinals judged already (C-6), change nothing.
 */
export function settle(ledger: Ledger, judgements: readonly Judgement[]): Ledger {
  return judgements.reduce((before, judgement) => {
    const { epoch, generation, slot, n } = judgement.name;
    if (epoch !== before.epoch || generation !== before.generation || n <= before.judged[slot]) return before;
    return {
      ...before,
      judged: { ...before.judged, [slot]: n },
      fix: { ...before.fix, [slot]: before.fix[slot] - debt(judgement) },
    };
  }, ledger);
}

/**
 * Brings together what a bridge observed and what the store kept. What the server alone changes is the store's: `fix` and
 * `acts`, and beads judged of which the bridge does not know (an answer was lost). An observation of a boot, epoch or
 * generation that is past by now, as of a bridge that just lost the temple to another (S-1), counts for nothing.
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
 * Beads were taken back (J-11): raises `fix`, never above 0. `null`: nothing was owed. The same act changes nothing
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
    acts: retire(ledger.acts, name),
  };
}

/** What an act `returned` says. */
export interface Returned {
  readonly boot: string;
  readonly seq: number;
  readonly slot: Slot;
  readonly num: number;
}

/** A bead that is rejected where the table has to put one in settles that (J-10). */
export function absorb<J extends Pick<Judgement, "verdict" | "reason">>(
  judgement: J,
  slot: Slot,
  fix: BySlot,
): J | (Omit<J, "verdict" | "reason"> & { verdict: "absorbed"; reason: "mirror" }) {
  const owes = judgement.verdict === "rejected" && debt(judgement) === 1;
  return owes && fix[slot] > 0 ? { ...judgement, verdict: "absorbed", reason: "mirror" } : judgement;
}

/** Beads of one slot and boot that fall less than this many ms apart are one (J-3). */
export const BOUNCE = 30;

/** Beads to take out for a judgement (section 5, column `fix`). */
function debt({ verdict, reason }: Pick<Judgement, "verdict" | "reason">): 0 | 1 {
  if (verdict === "absorbed") return 1;
  return verdict === "rejected" && reason !== "implausible" && reason !== "bounce" ? 1 : 0;
}

/** The ledger after a newer message of the same epoch; a new boot retires the previous one (C-3). */
function heard(ledger: Ledger, report: Report): Ledger {
  const sameBoot = ledger.boot === report.boot;
  return {
    ...ledger,
    boot: report.boot,
    conn: "conn" in report ? report.conn : sameBoot ? ledger.conn : 0,
    seq: report.seq,
    retiredBoots: sameBoot ? ledger.retiredBoots : retire(ledger.retiredBoots, ledger.boot),
  };
}

/** The ledger at the first message of an epoch (C-4). */
function born(before: Ledger | null, report: Report): Ledger {
  const ledger = heard(before ?? blank(report), report);
  return {
    ...ledger,
    epoch: report.epoch,
    generation: 0,
    judged: report.epoch === report.boot ? { h: 0, t: 0 } : past(report),
    retiredEpochs: before === null ? [] : retire(before.retiredEpochs, before.epoch),
  };
}

function blank({ boot, epoch }: Report): Ledger {
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

/** The beads that fell before the one this report is about. */
function past(report: Report): BySlot {
  return "slot" in report ? { ...report.count, [report.slot]: report.n - 1 } : report.count;
}

function retire(retired: readonly string[], id: string): string[] {
  return [...retired, id].slice(-REMEMBERED);
}

/** The highest ordinals that are judged or waiting to be. */
function claimed(ledger: Ledger, pending: readonly BeadClaim[]): BySlot {
  return pending
    .filter(({ name }) => name.epoch === ledger.epoch && name.generation === ledger.generation)
    .reduce<BySlot>(
      (highest, { name }) => ({ ...highest, [name.slot]: Math.max(highest[name.slot], name.n) }),
      ledger.judged,
    );
}

function unchanged(ledger: Ledger, beads: readonly BeadClaim[], news: News): Observation {
  return { ledger, beads, implausible: [], news };
}

/** Claims every ordinal of the report that nobody claimed before (C-5, C-8). */
function count(ledger: Ledger, report: Report, pending: readonly BeadClaim[], news: News): Observation {
  const after = claimed(ledger, pending);
  const ranges = inOrder(report)
    .map((slot) => ({ slot, from: after[slot] + 1, to: report.count[slot] }))
    .filter(({ from, to }) => from <= to);
  const implausible = ranges.filter(({ from, to }) => to - from >= PLAUSIBLE);
  const passed = Object.fromEntries(
    implausible.filter(({ slot }) => after[slot] === ledger.judged[slot]).map(({ slot, to }) => [slot, to]),
  );
  const fresh = ranges.filter((range) => !implausible.includes(range));
  return {
    ledger: { ...ledger, judged: { ...ledger.judged, ...passed } },
    beads: [...pending, ...fresh.flatMap((range) => claims(ledger, report, range))],
    implausible,
    news,
  };
}

/** h before t, but a `bead` message's own slot last (C-5). */
function inOrder(report: Report): readonly Slot[] {
  return "slot" in report && report.slot === "h" ? ["t", "h"] : ["h", "t"];
}

function claims({ epoch, generation }: Ledger, report: Report, { slot, from, to }: Range): BeadClaim[] {
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const n = from + i;
    const own = "slot" in report && report.slot === slot && report.n === n;
    return { name: { epoch, generation, slot, n }, stamp: report.stamp, recovered: !own };
  });
}
