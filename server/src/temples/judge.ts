import type { BeadClaim, BySlot, Judgement, Ledger, Returned } from "@flower-war/client-sdk/temple";
import { absorb, reconcile, settle, takeBack } from "@flower-war/client-sdk/temple";
import type { Locks } from "../cluster/locks.ts";
import type { BeadWindow, CallMatch } from "../match/temple-seam.ts";
import { beads as judged } from "../metrics/counts.ts";
import { beadId } from "./bead-id.ts";
import type { Binding } from "./bindings.ts";
import type { Answer } from "./requests.ts";
import type { BindingStore, LedgerStore } from "./store.ts";
import type { TempleQueues } from "./temple-queues.ts";

type Finding = Pick<Judgement, "verdict" | "reason">;
/** Nothing speaks against a bead yet: the match is asked to take it for this seat, in the window of this mark. */
interface Offer {
  readonly seat: string;
  readonly mark: string;
}

const NO_DEBTS: BySlot = { h: 0, t: 0 };
const UNPAIRED: Finding = { verdict: "ignored", reason: "unpaired" };
const BOUNCED: Finding = { verdict: "rejected", reason: "bounce" };
const ACCEPTED: Finding = { verdict: "accepted", reason: "ok" };
const rejected = (reason: string): Finding => ({ verdict: "rejected", reason });

/**
 * J-4 to J-7 of temple protocol section 5, the first row that applies; J-8 and J-9 are the match's answer to an offer.
 * @param window the temple's match as it stands
 */
export function rule(window: BeadWindow, { name, stamp, recovered }: BeadClaim): Finding | Offer {
  if (window.phase === "over") return rejected("match-over");
  if (window.phase === "paused") return rejected("match-paused");
  if (stamp !== null && (stamp.mark !== window.mark || name.n <= stamp.base[name.slot]))
    return rejected("late");
  if (stamp === null && recovered) return rejected("unknown-turn");
  if (!window.awaited?.local) return rejected("not-your-decision");
  return { seat: window.awaited.id, mark: window.mark };
}

/** Judges beads for matches, and keeps the ledgers. */
export class Judge {
  readonly #bindings: BindingStore;
  readonly #ledgers: LedgerStore;
  readonly #queues: TempleQueues;
  readonly #locks: Locks;
  readonly #call: CallMatch;

  constructor(
    bindings: BindingStore,
    ledgers: LedgerStore,
    queues: TempleQueues,
    locks: Locks,
    call: CallMatch,
  ) {
    this.#bindings = bindings;
    this.#ledgers = ledgers;
    this.#queues = queues;
    this.#locks = locks;
    this.#call = call;
  }

  /**
   * Judges a temple's beads one after the other. Each verdict is kept with the ledger that it leads to (C-2), so that
   * a failure on the way leaves those judged before it in force.
   */
  judge(
    templeId: string,
    ledger: Ledger,
    beads: readonly BeadClaim[],
  ): Promise<{ ledger: Ledger; judgements: readonly Judgement[] }> {
    return this.#alone(templeId, async () => {
      // Asked for together: the store may be far away, or busy with writing.
      const [stored, binding, first] = await Promise.all([
        this.#ledgers.find(templeId),
        this.#bindings.find(templeId),
        Promise.all(beads.map(({ name }) => this.#ledgers.judgement(templeId, name))),
      ]);
      let settled = reconcile(ledger, stored);
      const { fix } = settled;
      const judgements: Judgement[] = [];
      for (const [i, claim] of beads.entries()) {
        const judgement = first[i] ?? (await this.#judgeBead(binding, claim, settled.fix));
        settled = settle(settled, [judgement]);
        judgements.push(judgement);
        await this.#ledgers.keep(templeId, settled, [judgement]);
        judged.inc({ verdict: judgement.verdict, reason: judgement.reason });
      }
      if (beads.length === 0) await this.#ledgers.keep(templeId, settled, []);
      await this.#showDebts(binding, fix, settled.fix);
      return { ledger: settled, judgements };
    });
  }

  /** What is to be taken out at a temple, below 0 (J-12). */
  async debts(templeId: string): Promise<BySlot> {
    return (await this.#ledgers.find(templeId))?.fix ?? NO_DEBTS;
  }

  /** Beads were taken back (J-11): settles a debt, never more than that, and the same act once. */
  returned(templeId: string, act: Returned): Promise<Answer<"returned">> {
    return this.#alone(templeId, async () => {
      const ledger = await this.#ledgers.find(templeId);
      const settled = takeBack(ledger, act);
      if (settled === null) {
        return { verdict: "ignored", reason: "nothing-owed", fix: ledger?.fix ?? NO_DEBTS };
      }
      if (settled !== ledger) await this.#ledgers.keep(templeId, settled, []);
      await this.#showDebts(await this.#bindings.find(templeId), ledger?.fix ?? NO_DEBTS, settled.fix);
      return { verdict: "accepted", reason: "ok", fix: settled.fix };
    });
  }

  /** A new binding begins without debts: `fix` is 0/0 (J-11). */
  forgive(templeId: string): Promise<void> {
    return this.#alone(templeId, async () => {
      const ledger = await this.#ledgers.find(templeId);
      if (ledger) await this.#ledgers.keep(templeId, { ...ledger, fix: NO_DEBTS }, []);
    });
  }

  /** The match shows everybody what is owed (J-12). One that is away reads it when it comes. */
  async #showDebts(binding: Binding | null, before: BySlot, fix: BySlot): Promise<void> {
    if (binding === null || (before.h === fix.h && before.t === fix.t)) return;
    await this.#call(binding.match, "templeOwes", binding.templeId, fix).catch(() => {});
  }

  /** Changes a temple's ledger, in no other process at the same time: during a handover two bridges may ask (S-1). */
  #alone<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    return this.#queues.run(templeId, () => this.#locks.run(`temple:${templeId}`, task));
  }

  async #judgeBead(binding: Binding | null, claim: BeadClaim, fix: BySlot): Promise<Judgement> {
    const { name } = claim;
    if (!binding) return { name, ...UNPAIRED };
    if (claim.bounced) return { name, ...BOUNCED };
    return absorb({ name, ...(await this.#find(binding, claim)) }, name.slot, fix);
  }

  /** The match may have taken the bead before, and its answer been lost: then that stands, whatever is true now (J-0). */
  async #find(binding: Binding, claim: BeadClaim): Promise<Finding> {
    const { templeId, match } = binding;
    const ruling = rule(await this.#call(match, "windowFor", templeId), claim);
    if ("seat" in ruling) return this.#offer(binding, claim, ruling);
    return (await this.#call(match, "hasTaken", beadId(templeId, claim.name))) ? ACCEPTED : ruling;
  }

  /** The window may have closed since the table was looked at: the match looks again when the bead's turn comes. */
  async #offer({ templeId, match }: Binding, { name }: BeadClaim, { seat, mark }: Offer): Promise<Finding> {
    const answer = await this.#call(match, "dropBead", seat, beadId(templeId, name), name.slot, mark);
    return answer.refused === undefined ? ACCEPTED : rejected(answer.refused);
  }
}
