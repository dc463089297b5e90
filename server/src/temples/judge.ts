import {
  absorb,
  type BeadClaim,
  type BeadName,
  type BySlot,
  followLake,
  GRACE,
  type Judgement,
  type Ledger,
  reconcile,
  recount,
  type Returned,
  SLOTS,
  settle,
  takeBack,
  type TemplesRequests,
} from "@flower-war/protocol/temple";
import type { BeadWindow } from "../match/temples/contract.ts";
import { beads as judgedBeads } from "../metrics/counters.ts";
import { refuse } from "../refusal.ts";
import { type Binding, isMatchGone } from "./bindings.ts";
import { type FormerMatch, formatBeadId, type LedgerChange, LedgerConflict } from "./store/temple-store.ts";
import type { TemplePorts } from "./ports.ts";
import type { TempleQueues } from "./temple-queues.ts";

type Outcome = Pick<Judgement, "verdict" | "reason">;

/** A bead that may be a sacrifice: the match decides, for this seat in the window of this mark. */
interface Sacrifice {
  readonly seat: string;
  readonly mark: string;
}

interface Judged {
  readonly judgement: Judgement;
  /** Whether the match to which the temple is bound has decided. Default: not. */
  readonly isOurs?: boolean;
}

/** How often a change of a ledger is tried while other processes change it. */
const MAX_ATTEMPTS = 5;
const NO_DEBTS: BySlot = { h: 0, t: 0 };
const EARLIER: Outcome = { verdict: "ignored", reason: "earlier" };
const UNPAIRED: Outcome = { verdict: "ignored", reason: "unpaired" };
const BOUNCED: Outcome = { verdict: "rejected", reason: "bounce" };
const JUST_LATE: Outcome = { verdict: "rejected", reason: "just-late" };
const ACCEPTED: Outcome = { verdict: "accepted", reason: "ok" };

function reject(reason: string): Outcome {
  return { verdict: "rejected", reason };
}

/**
 * Applies J-4 to J-7 of the temple protocol's section 5: the first row that matches rejects the bead. If none does, the
 * match decides (J-8, J-9).
 * @param window of the match to which the temple is bound
 */
export function judgeByWindow(
  window: BeadWindow,
  { name, stamp, recovered }: BeadClaim,
): Outcome | Sacrifice {
  if (window.phase === "over") return reject("match-over");
  if (window.phase === "paused") return reject("match-paused");
  if (stamp !== null && (stamp.mark !== window.mark || name.n <= stamp.base[name.slot]))
    return reject("late");
  if (stamp === null && recovered) return reject("unknown-turn");
  if (!window.awaited?.local) return reject("not-your-decision");
  return { seat: window.awaited.id, mark: window.mark };
}

/** Reasons that mean that the window is over, and not that the seat may not sacrifice in it. */
const OVER: readonly string[] = ["match-over", "late", "not-your-decision", "wrong-phase"];

/**
 * Turns a rejection into `just-late` if the bead fell while the window that closed last was open at its temple, or so soon
 * after that the player is not to blame (J-15).
 */
export function forgive(outcome: Outcome, { mark, closed }: BeadWindow, { stamp, age }: BeadClaim): Outcome {
  if (!OVER.includes(outcome.reason) || closed === null || age === undefined) return outcome;
  if (stamp !== null && stamp.mark !== mark && stamp.mark !== closed.mark) return outcome;
  return closed.ago - age <= GRACE ? JUST_LATE : outcome;
}

/** Judges beads and stores the temples' ledgers. */
export class Judge {
  readonly #ports: Pick<TemplePorts, "store" | "locks" | "callMatch">;
  readonly #queues: TempleQueues;

  constructor(ports: Pick<TemplePorts, "store" | "locks" | "callMatch">, queues: TempleQueues) {
    this.#ports = ports;
    this.#queues = queues;
  }

  /**
   * Judges a temple's beads one after the other. Each verdict is stored together with the ledger that follows from it
   * (C-2), so that the verdicts before a failure stand.
   * @param told beads whose acks the temple has by now (C-11); absent: the bridge never says so
   */
  judge(
    templeId: string,
    observed: Ledger,
    beads: readonly BeadClaim[],
    told?: readonly BeadName[],
  ): Promise<{ ledger: Ledger; judgements: readonly Judgement[] }> {
    const { ledgers } = this.#ports.store;
    let debtsBefore: BySlot | null = null;
    return this.#runLocked(templeId, async () => {
      // One round trip: the store may be in another process, or busy.
      const [stored, binding, former, known] = await Promise.all([
        ledgers.find(templeId),
        this.#ports.store.bindings.find(templeId),
        this.#ports.store.bindings.findFormer(templeId),
        Promise.all(beads.map(({ name }) => ledgers.findJudgement(templeId, name))),
      ]);
      let { version } = stored;
      let open = former;
      let ledger = reconcile(observed, stored.ledger);
      debtsBefore ??= ledger.fix;
      const isEpochOver = stored.ledger !== null && stored.ledger.epoch !== ledger.epoch;
      const lost = isEpochOver ? await this.#findLost(templeId, binding, stored.ledger, beads) : [];
      const judgements: Judgement[] = [];
      for (const [i, bead] of [...lost, ...beads].entries()) {
        const before = known[i - lost.length];
        const asked = before ? [] : open.filter(({ slot }) => slot === bead.name.slot);
        const { judgement, isOurs = false }: Judged = before
          ? { judgement: before }
          : await this.#judgeBead(templeId, binding, asked, bead, ledger.fix);
        ledger = before ? recount(ledger, before.name) : settle(ledger, [judgement], isOurs);
        judgements.push(judgement);
        version = await ledgers.save(templeId, version, ledger, { judgements: [judgement], asked, told });
        open = open.filter((match) => !asked.includes(match));
        judgedBeads.inc({ verdict: judgement.verdict, reason: judgement.reason });
      }
      if (judgements.length === 0) await ledgers.save(templeId, version, ledger, { judgements: [], told });
      await this.#showDebts(binding, debtsBefore, ledger.fix);
      return { ledger, judgements };
    });
  }

  /**
   * Finds beads of an ended epoch that the match accepted just before a server was killed, before their verdicts were stored: at most the first
   * bead of each slot without a verdict. If a power cut removed them from the temple's counters, no report brings them again (C-2).
   * @param asked the beads of the bridge's request, which are judged anyway
   */
  async #findLost(
    templeId: string,
    binding: Binding | null,
    { epoch, generation, judged }: Ledger,
    asked: readonly BeadClaim[],
  ): Promise<readonly BeadClaim[]> {
    if (binding === null) return [];
    const next = SLOTS.map((slot) => ({ epoch, generation, slot, n: judged[slot] + 1 }));
    const claims = next.map((name) => ({ name, stamp: null, recovered: true }));
    const isLost = await Promise.all(
      claims.map(
        async (claim) =>
          !asked.some(({ name }) => formatBeadId(templeId, name) === formatBeadId(templeId, claim.name)) &&
          (await this.#ports.store.ledgers.findJudgement(templeId, claim.name)) === null &&
          (await this.#hasAccepted(binding.match, templeId, claim)),
      ),
    );
    return claims.filter((_, i) => isLost[i]);
  }

  /** Reads the beads to take out at a temple, as numbers below 0 (J-12). */
  async readDebts(templeId: string): Promise<BySlot> {
    return (await this.#ports.store.ledgers.find(templeId)).ledger?.fix ?? NO_DEBTS;
  }

  /** Settles a debt with beads taken back (J-11), never more than is owed. The same act settles once. */
  settleDebt(templeId: string, act: Returned): Promise<TemplesRequests["returned"]["answer"]> {
    return this.#runLocked(templeId, async () => {
      const { ledger, version } = await this.#ports.store.ledgers.find(templeId);
      const settled = takeBack(ledger, act);
      if (settled === null) {
        return { verdict: "ignored", reason: "nothing-owed", fix: ledger?.fix ?? NO_DEBTS };
      }
      if (settled !== ledger)
        await this.#ports.store.ledgers.save(templeId, version, settled, { judgements: [], told: [] });
      await this.#showDebts(
        await this.#ports.store.bindings.find(templeId),
        ledger?.fix ?? NO_DEBTS,
        settled.fix,
      );
      return { verdict: "accepted", reason: "ok", fix: settled.fix };
    });
  }

  /** Makes `fix` follow the lake of the temple's match, or stops that (J-11). Without a match or a ledger there is nothing to follow. */
  mirror(templeId: string, on: boolean): Promise<TemplesRequests["mirror"]["answer"]> {
    return this.#runLocked(templeId, async () => {
      const { store, callMatch } = this.#ports;
      const [{ ledger, version }, binding] = await Promise.all([
        store.ledgers.find(templeId),
        store.bindings.find(templeId),
      ]);
      if (ledger === null) return { ledger };
      const table = on && binding ? await callMatch(binding.match, "tableFor", templeId) : null;
      const followed = followLake(ledger, table?.lake ?? null);
      if (followed !== ledger)
        await store.ledgers.save(templeId, version, followed, { judgements: [], told: [] });
      await this.#showDebts(binding, ledger.fix, followed.fix);
      return { ledger: followed };
    });
  }

  /**
   * Stores a temple's new binding, which begins with `fix` 0/0 (J-11).
   * @param save stores it together with the temple's ledger without its debts; `null`: it has none
   */
  beginWithoutDebts(
    templeId: string,
    save: (withoutDebts: LedgerChange | null) => Promise<void>,
  ): Promise<void> {
    return this.#runLocked(templeId, async () => {
      const { ledger, version } = await this.#ports.store.ledgers.find(templeId);
      const isClear = ledger === null || (ledger.fix.h === 0 && ledger.fix.t === 0 && !ledger.lake);
      await save(
        isClear ? null : { templeId, version, ledger: followLake({ ...ledger, fix: NO_DEBTS }, null) },
      );
    });
  }

  /** Makes the match show changed debts (J-12). A match without a room reads them when it is restored. */
  async #showDebts(binding: Binding | null, before: BySlot, fix: BySlot): Promise<void> {
    if (binding === null || (before.h === fix.h && before.t === fix.t)) return;
    await this.#ports.callMatch(binding.match, "setTempleDebts", binding.templeId, fix).catch(() => {});
  }

  /**
   * Runs a task that changes a temple's ledger, under its lock: during a handover two bridges may send requests (S-1). If a
   * process that lost the lock, or that this one took it from, stored a ledger meanwhile, the task is run again on that.
   */
  #runLocked<T>(templeId: string, task: () => Promise<T>): Promise<T> {
    const attempt = async (attempts: number): Promise<T> => {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof LedgerConflict)) throw error;
        if (attempts === MAX_ATTEMPTS) throw refuse("unavailable");
        return attempt(attempts + 1);
      }
    };
    return this.#queues.run(templeId, () => this.#ports.locks.run(`temple:${templeId}`, () => attempt(1)));
  }

  /** @param former the matches that may have accepted the bead before the temple left them (J-0): they are asked first */
  async #judgeBead(
    templeId: string,
    binding: Binding | null,
    former: readonly FormerMatch[],
    bead: BeadClaim,
    fix: BySlot,
  ): Promise<Judged> {
    const { name } = bead;
    const others = new Set(former.map(({ match }) => match).filter((match) => match !== binding?.match));
    for (const match of others) {
      if (await this.#hasAccepted(match, templeId, bead)) return { judgement: { name, ...ACCEPTED } };
    }
    if (!binding) return { judgement: { name, ...(bead.earlier ? EARLIER : UNPAIRED) } };
    const outcome = await (bead.earlier
      ? this.#judgeEarlier(binding, bead)
      : this.#judgeInMatch(binding, bead));
    return { judgement: absorb({ name, ...outcome }, name.slot, fix), isOurs: true };
  }

  async #judgeEarlier({ match, templeId }: Binding, bead: BeadClaim): Promise<Outcome> {
    return (await this.#hasAccepted(match, templeId, bead)) ? ACCEPTED : EARLIER;
  }

  /** A bead that the match accepted before is accepted, whatever the window is now: only the answer was lost (J-0). */
  async #judgeInMatch(binding: Binding, bead: BeadClaim): Promise<Outcome> {
    const { templeId, match } = binding;
    if (bead.bounced) return (await this.#hasAccepted(match, templeId, bead)) ? ACCEPTED : BOUNCED;
    const window = await this.#ports.callMatch(match, "windowFor", templeId);
    const outcome = judgeByWindow(window, bead);
    if (!("seat" in outcome)) {
      if (await this.#hasAccepted(match, templeId, bead)) return ACCEPTED;
      return forgive(outcome, window, bead);
    }
    const submitted = await this.#submit(binding, bead, outcome);
    if (!OVER.includes(submitted.reason)) return submitted;
    // The window may have closed since it was read.
    return forgive(submitted, await this.#ports.callMatch(match, "windowFor", templeId), bead);
  }

  /** Returns `false` for a match that is gone, since the answer is unknown. */
  async #hasAccepted(match: string, templeId: string, { name }: BeadClaim): Promise<boolean> {
    try {
      return await this.#ports.callMatch(match, "hasAccepted", formatBeadId(templeId, name));
    } catch (error) {
      if (isMatchGone(error)) return false;
      throw error;
    }
  }

  /** The window may have closed since it was read: the match checks the mark when the bead's turn in its queue comes. */
  async #submit(
    { templeId, match }: Binding,
    { name }: BeadClaim,
    { seat, mark }: Sacrifice,
  ): Promise<Outcome> {
    const id = formatBeadId(templeId, name);
    const submitted = await this.#ports.callMatch(match, "dropBead", seat, id, name.slot, mark);
    return submitted.refused === undefined ? ACCEPTED : reject(submitted.refused);
  }
}
