import { networkOf } from "@flower-war/protocol/sockets";
import type { LocalSeat } from "../match/temples/contract.ts";
import { refuse } from "../refusal.ts";
import { DatabaseRequestError } from "../storage/database/database.ts";
import {
  addSeat,
  type Binding,
  findBySeat,
  hasEnded,
  isMatchGone,
  removeAllSeats,
  removeSeat,
} from "./bindings.ts";
import type { TemplePorts } from "./ports.ts";
import type { BridgeRegistry } from "./bridge-registry.ts";
import type { Judge } from "./judge.ts";
import type { PairingCode, PairingCodes } from "./store/codes.ts";
import type { BindingChange, BindingStore, LedgerChange } from "./store/temple-store.ts";
import type { TablePublisher } from "./table-publisher.ts";

export interface PairingServices extends Pick<TemplePorts, "store" | "locks" | "callMatch" | "quotas"> {
  readonly bridges: BridgeRegistry;
  readonly tables: TablePublisher;
  readonly judge: Judge;
}

/** Makes seats local to temples, and ends that (temple protocol section 7). A change is stored first, then shown. */
export class Pairing {
  readonly #services: PairingServices;
  readonly #bindings: BindingStore;
  readonly #codes: PairingCodes;

  constructor(services: PairingServices) {
    this.#services = services;
    this.#bindings = services.store.bindings;
    this.#codes = services.store.codes;
  }

  /** Issues the code for a temple to show (P-2), the same until it expires. */
  issueCode(templeId: string): Promise<PairingCode> {
    return this.#codes.issue(templeId);
  }

  /**
   * Makes a seat local to the temple that shows a code (P-3).
   * @param holder of the seat: it must still hold the seat when that becomes local
   * @param client whose wrong codes are counted
   * @throws `RefusalError` with `bad-code`, `too-many-codes`, `temple-elsewhere`, `bad-token` or `unavailable`; then nothing
   *   is bound
   */
  async pair(
    match: string,
    seat: string,
    holder: string,
    client: string,
    code: string,
  ): Promise<{ templeId: string }> {
    const templeId = await this.#findTemple(client, code);
    await this.#pairWith(templeId, match, seat, holder, async () => {
      if ((await this.#codes.findTemple(code)) !== templeId) throw refuse("bad-code");
    });
    return { templeId };
  }

  /**
   * Makes a seat local to the temple on which its button said so (P-6).
   * @param holder as for `pair`
   * @throws `RefusalError` with `temple-away`, `temple-elsewhere`, `bad-token` or `unavailable`; then nothing is bound
   */
  pairConfirmed(match: string, seat: string, holder: string, templeId: string): Promise<void> {
    return this.#pairWith(templeId, match, seat, holder, async () => {
      if ((await this.#codes.filterShown([templeId])).length === 0) throw refuse("temple-away");
    });
  }

  /** @param checkCode rejects if the temple's code has ended meanwhile, with a binding or a secret */
  #pairWith(
    templeId: string,
    match: string,
    seat: string,
    holder: string,
    checkCode: () => Promise<void>,
  ): Promise<void> {
    return this.#changeMatch(match, async () => {
      const previous = findBySeat(await this.#bindings.findByMatch(match), seat);
      await this.#changeTemples(previous ? [templeId, previous.templeId] : [templeId], async () => {
        await checkCode();
        await this.#bind(templeId, match, seat, holder);
      });
    });
  }

  /** @throws `RefusalError` with `bad-code` or `too-many-codes` */
  async #findTemple(client: string, code: string): Promise<string> {
    const { locks, quotas } = this.#services;
    const by = { address: client };
    await quotas.require("enter-wrong-pairing-code", by);
    // One at a time of whoever is counted together.
    return locks.run(`codes:${networkOf(client)}`, async () => {
      // Wrong codes that arrived at the same time have been counted meanwhile.
      await quotas.require("enter-wrong-pairing-code", by);
      const templeId = await this.#codes.findTemple(code);
      if (templeId !== null) return templeId;
      await quotas.note("enter-wrong-pairing-code", by);
      throw refuse("bad-code");
    });
  }

  /** Finds the seats of a match that are local to temples. */
  async findLocalSeats(match: string): Promise<readonly LocalSeat[]> {
    const bindings = await this.#bindings.findByMatch(match);
    const seatsOf = async ({ templeId, seats }: Binding): Promise<LocalSeat[]> => {
      const online = await this.#services.bridges.isOnline(templeId);
      const fix = await this.#services.judge.readDebts(templeId);
      return seats.map((seat) => ({ seat, templeId, online, fix }));
    };
    return (await Promise.all(bindings.map(seatsOf))).flat();
  }

  /**
   * Makes a seat local to no temple.
   * @throws `RefusalError` with `unavailable`; a repeated call completes it
   */
  unpair(match: string, seat: string): Promise<void> {
    return this.#changeMatch(match, async () => {
      const before = findBySeat(await this.#bindings.findByMatch(match), seat);
      if (before === null) return this.#services.callMatch(match, "unbindSeat", seat);
      return this.#changeTemples([before.templeId], () => this.#unpair(before, seat));
    });
  }

  async #unpair(before: Binding, seat: string): Promise<void> {
    const binding = removeSeat(before, seat);
    await this.#save({ before, after: binding });
    try {
      await this.#services.callMatch(before.match, "unbindSeat", seat);
    } finally {
      if (hasEnded(binding)) await this.#services.tables.publishUnbound(binding.templeId);
    }
  }

  /**
   * Ends a temple's binding, by the temple's own button (P-5). Returns `false` if it has none.
   * @throws `RefusalError` with `unavailable`; then the temple is still bound, and a repeated call ends that
   */
  async releaseTemple(templeId: string): Promise<boolean> {
    const find = () => this.#bindings.find(templeId);
    const bound = await this.#changeTemples([templeId], find);
    if (bound === null) return false;
    const isReleased = await this.#changeMatch(bound.match, () =>
      this.#changeTemples([templeId], async () => {
        const binding = await find();
        if (binding && binding.match !== bound.match) return false;
        if (binding) await this.#releaseOrKeep(binding);
        return true;
      }),
    );
    // It was paired with another match before this one could be locked.
    return isReleased || this.releaseTemple(templeId);
  }

  /**
   * Ends a temple's code and binding after its secret was revoked, and makes its bridges disconnect it. Returns `false` if it
   * has no binding.
   * @throws `RefusalError` with `unavailable`; a repeated call completes it
   */
  async revokeTemple(templeId: string): Promise<boolean> {
    await this.#codes.remove(templeId);
    const isReleased = await this.releaseTemple(templeId);
    this.#services.bridges.publish(templeId, "revoked", { templeId });
    return isReleased;
  }

  /** Ends the bindings of all temples of a match. */
  releaseMatch(match: string): Promise<void> {
    return this.#changeBindings(match, (binding) => this.#release(binding));
  }

  /** Ends the bindings of all temples of a match that is gone: unlike `releaseMatch` it does not call the match. */
  endBindings(match: string): Promise<void> {
    return this.#changeBindings(match, async (binding) => {
      await this.#end(binding);
      await this.#services.tables.publishUnbound(binding.templeId);
    });
  }

  /**
   * Stores and shows that a seat is local to a temple, and no longer to the one before. A failure rolls both back. After a
   * crash in between, the restored match reads what was stored.
   */
  async #bind(templeId: string, match: string, seat: string, holder: string): Promise<void> {
    const before = await this.#bindings.find(templeId);
    const binding = addSeat(before, templeId, match, seat);
    const previous = findBySeat(await this.#bindings.findByMatch(match), seat);
    const left = previous?.templeId === templeId ? null : previous;
    const rest = left && removeSeat(left, seat);
    // A match that cannot be called now reads what is stored when it is restored, or the seat is paired again.
    const rollBack = () => this.#rollBack(binding, before, left, seat).catch(() => {});
    try {
      // One write: at every moment the seat is local to exactly one of the two, and a new binding has no debts.
      const changes = [{ before, after: binding }, ...(left && rest ? [{ before: left, after: rest }] : [])];
      if (before !== null) await this.#save(...changes);
      else {
        await this.#services.judge.beginWithoutDebts(templeId, (withoutDebts) =>
          this.#saveWithLedger(withoutDebts, ...changes),
        );
      }
    } catch (error) {
      // Otherwise nothing was stored, and a binding equal to this one is that of another server.
      if (error instanceof DatabaseRequestError && error.outcome === "unknown") await rollBack();
      throw error;
    }
    try {
      await this.#show(binding, seat, holder, before === null);
      if (rest && hasEnded(rest)) await this.#services.tables.publishUnbound(rest.templeId);
    } catch (error) {
      await rollBack();
      throw error;
    }
    if (previous === null || left !== null)
      await this.#tellMove(match, seat, left?.templeId ?? null, templeId);
  }

  /** Tells a seat's temple, and the one that had it, who plays where now (P-7). If the match does not answer, neither is told. */
  async #tellMove(match: string, seat: string, from: string | null, to: string): Promise<void> {
    const name = await this.#services.callMatch(match, "nameOf", seat).catch(() => null);
    if (name === null) return;
    for (const templeId of from === null ? [to] : [to, from])
      this.#services.bridges.publish(templeId, "moved", { templeId, name, from, to });
  }

  /**
   * Makes the match show a local seat. If its temple was not bound before, bridges are notified too.
   * @param holder of the player who asked for it; `null`: the seat was local there before
   */
  async #show(
    { templeId, match }: Binding,
    seat: string,
    holder: string | null,
    isNew: boolean,
  ): Promise<void> {
    const showSeat = async () => {
      const online = await this.#services.bridges.isOnline(templeId);
      if (!(await this.#services.callMatch(match, "bindSeat", seat, holder, templeId, online)))
        throw refuse("bad-token");
    };
    if (isNew) return this.#services.tables.publishBound(templeId, showSeat);
    await showSeat();
    await this.#services.callMatch(
      match,
      "setTempleDebts",
      templeId,
      await this.#services.judge.readDebts(templeId),
    );
  }

  /** Stores and shows what was before a seat became local. @param left the binding from which it was taken */
  async #rollBack(
    binding: Binding,
    before: Binding | null,
    left: Binding | null,
    seat: string,
  ): Promise<void> {
    const stored = before ?? removeAllSeats(binding);
    const rest = left && removeSeat(left, seat);
    await this.#bindings.save(
      { before: binding, after: stored },
      ...(left && rest ? [{ before: hasEnded(rest) ? null : rest, after: left }] : []),
    );
    const previous = left ?? (before?.seats.includes(seat) ? before : null);
    if (previous) await this.#show(previous, seat, null, false);
    else await this.#services.callMatch(binding.match, "unbindSeat", seat);
  }

  /** A match without a room is not restored for this: it will find its seats unbound. */
  async #release(binding: Binding): Promise<void> {
    const { templeId, match } = binding;
    await this.#end(binding);
    try {
      await this.#services.callMatch(match, "unbindTemple", templeId);
    } finally {
      // Last: until then the match may publish tables for the temple.
      await this.#services.tables.publishUnbound(templeId);
    }
  }

  /** Like `#release`, but a temple whose match cannot be called stays bound: only its binding tells which match that is. */
  async #releaseOrKeep(binding: Binding): Promise<void> {
    const { templeId, match } = binding;
    await this.#end(binding);
    try {
      await this.#services.callMatch(match, "unbindTemple", templeId);
    } catch (error) {
      if (!isMatchGone(error)) {
        await this.#bindings.save({ before: null, after: binding }).catch(() => {});
        throw error;
      }
    }
    await this.#services.tables.publishUnbound(templeId);
  }

  #end(binding: Binding): Promise<void> {
    return this.#save({ before: binding, after: removeAllSeats(binding) });
  }

  /** Stores bindings. The code of a temple whose binding has ended ends too: it worked for that match only (P-3). */
  #save(...changes: BindingChange[]): Promise<void> {
    return this.#saveWithLedger(null, ...changes);
  }

  /** Saves a binding as `#save`, with a ledger, all or nothing. */
  async #saveWithLedger(ledger: LedgerChange | null, ...changes: BindingChange[]): Promise<void> {
    for (const { after } of changes) if (hasEnded(after)) await this.#codes.remove(after.templeId);
    if (ledger === null) await this.#bindings.save(...changes);
    else await this.#bindings.saveWithLedger(ledger, ...changes);
  }

  async #changeBindings(match: string, change: (binding: Binding) => Promise<void>): Promise<void> {
    await this.#changeMatch(match, async () => {
      const bindings = await this.#bindings.findByMatch(match);
      await this.#changeTemples(
        bindings.map(({ templeId }) => templeId),
        async () => {
          for (const binding of bindings) await change(binding);
        },
      );
    });
  }

  /** Runs a change of a match's local seats: one at a time, in all processes. The locks of its temples come after this. */
  #changeMatch<T>(match: string, change: () => Promise<T>): Promise<T> {
    return this.#services.locks.run(`pairing:${match}`, change);
  }

  /** Runs a change of temples' bindings, one at a time for each; in one order, so that two changes do not wait for each other. */
  #changeTemples<T>(templeIds: readonly string[], change: () => Promise<T>): Promise<T> {
    const [first, ...others] = [...new Set(templeIds)].toSorted();
    if (first === undefined) return change();
    return this.#services.locks.run(`binding:${first}`, () => this.#changeTemples(others, change));
  }
}
