import type { BeadClaim, Judgement, Ledger, Slot } from "@flower-war/client-sdk/temple";

/** The temple of the conformance vectors (temple protocol section 13): boot = epoch = `b1b1b1b1`, judged 0/0. */
export function ledgerOf(differing: Partial<Ledger> = {}): Ledger {
  return {
    boot: "b1b1b1b1",
    conn: 1,
    seq: 0,
    epoch: "b1b1b1b1",
    generation: 0,
    judged: { h: 0, t: 0 },
    fix: { h: 0, t: 0 },
    acts: [],
    retiredBoots: [],
    retiredEpochs: [],
    ...differing,
  };
}

/** A bead told by its own message, stamped with the mark `M.7` at base 0/0. */
export function bead(slot: Slot, n: number, differing: Partial<Omit<BeadClaim, "name">> = {}): BeadClaim {
  return {
    name: { epoch: "b1b1b1b1", generation: 0, slot, n },
    stamp: { mark: "M.7", base: { h: 0, t: 0 } },
    recovered: false,
    ...differing,
  };
}

export function judged({ name }: BeadClaim, verdict: Judgement["verdict"], reason: string): Judgement {
  return { name, verdict, reason };
}
