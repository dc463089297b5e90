import type { BeadClaim, Judgement, Ledger, Slot } from "@flower-war/protocol/temple";
import type { LedgerStore } from "../../src/temples/store/temple-store.ts";

/** Builds the ledger of the conformance vectors (temple protocol section 13): boot = epoch = `b1b1b1b1`, judged 0/0. */
export function ledgerOf(overrides: Partial<Ledger> = {}): Ledger {
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
    ...overrides,
  };
}

/** Builds the claim of a bead by its own message, stamped with the mark `M.7` at base 0/0. */
export function bead(slot: Slot, n: number, overrides: Partial<Omit<BeadClaim, "name">> = {}): BeadClaim {
  return {
    name: { epoch: "b1b1b1b1", generation: 0, slot, n },
    stamp: { mark: "M.7", base: { h: 0, t: 0 } },
    recovered: false,
    ...overrides,
  };
}

/** Builds the judgement of a bead. */
export function judged({ name }: BeadClaim, verdict: Judgement["verdict"], reason: string): Judgement {
  return { name, verdict, reason };
}

/** Stores a ledger in place of the one that is stored, if any. */
export async function storeLedger(ledgers: LedgerStore, templeId: string, ledger: Ledger): Promise<void> {
  const { version } = await ledgers.find(templeId);
  await ledgers.save(templeId, version, ledger, { judgements: [] });
}
