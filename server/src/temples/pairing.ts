import type { Locks } from "../cluster/locks.ts";
import { refused } from "../fault.ts";
import type { CallMatch, LocalSeat } from "../match/temple-seam.ts";
import { type Binding, hasEnded, templeOfSeat, withoutSeat, withSeat } from "./bindings.ts";
import type { Bridges } from "./bridges.ts";
import type { CodeGuard } from "./code-guard.ts";
import type { Judge } from "./judge.ts";
import type { BindingStore, CodeStore, Shown, TempleStore } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Brings temples and seats together and apart (section 7). */
export class Pairing {
  readonly #bindings: BindingStore;
  readonly #bridges: Bridges;
  readonly #tables: Tables;
  readonly #judge: Judge;
  readonly #call: CallMatch;
  readonly #codes: CodeStore;
  readonly #locks: Locks;
  readonly #guard: CodeGuard;

  constructor(
    { bindings, codes }: TempleStore,
    locks: Locks,
    bridges: Bridges,
    tables: Tables,
    judge: Judge,
    call: CallMatch,
    guard: CodeGuard,
  ) {
    this.#guard = guard;
    this.#bindings = bindings;
    this.#codes = codes;
    this.#locks = locks;
    this.#bridges = bridges;
    this.#tables = tables;
    this.#judge = judge;
    this.#call = call;
  }

  /** The code that a temple shows (P-2), and its remaining life in s. */
  async code(templeId: string): Promise<Shown> {
    return this.#codes.show(templeId);
  }

  /**
   * A seated player enters a code (P-3): the seat becomes local to the temple that shows it.
   * @param holder who holds the seat: he must still do so when it becomes local
   * @param client whose wrong codes are counted
   * @throws `Refused` with `bad-code`, `too-many-codes`, `temple-elsewhere`, `bad-token` or `unavailable`; then nothing is
   *   bound
   */
  async pair(
    match: string,
    seat: string,
    holder: string,
    client: string,
    code: string,
  ): Promise<{ templeId: string }> {
    await this.#mustBeHeard(client);
    return this.#alone(async () => {
      // Codes that were sent all at once are counted too.
      await this.#mustBeHeard(client);
      const templeId = await this.#codes.templeOf(code);
      if (templeId === null) {
        await this.#guard.wrong(client);
        throw refused("bad-code");
      }
      await this.#bind(templeId, match, seat, holder);
      return { templeId };
    });
  }

  async #mustBeHeard(client: string): Promise<void> {
    const wait = await this.#guard.wait(client);
    if (wait > 0) throw refused("too-many-codes", { wait });
  }

  /** The seats of a match that are local to temples, as its room needs to know when it opens. */
  async localSeats(match: string): Promise<readonly LocalSeat[]> {
    const bindings = await this.#bindings.ofMatch(match);
    const ofTemple = async ({ templeId, seats }: Binding): Promise<LocalSeat[]> => {
      const online = await this.#bridges.isOnline(templeId);
      const fix = await this.#judge.debts(templeId);
      return seats.map((seat) => ({ seat, templeId, online, fix }));
    };
    return (await Promise.all(bindings.map(ofTemple))).flat();
  }

  /** The player's seat is local no more: that is durable first, then its match shows it. */
  unpair(match: string, seat: string): Promise<void> {
    return this.#alone(async () => {
      const binding = templeOfSeat(await this.#bindings.ofMatch(match), seat);
      const rest = binding && withoutSeat(binding, seat);
      if (rest) await this.#save(rest);
      try {
        await this.#call(match, "unbindSeat", seat);
      } finally {
        if (rest && hasEnded(rest)) await this.#tables.unbound(rest.templeId);
      }
    });
  }

  /** The temple's own button: ends its binding (P-5). */
  release(templeId: string): Promise<void> {
    return this.#alone(async () => {
      const binding = await this.#bindings.find(templeId);
      if (binding) await this.#release(binding);
    });
  }

  /** The temple's secret was revoked: its code dies, its binding ends, and its bridges cut it off. */
  async expel(templeId: string): Promise<void> {
    await this.#codes.forget(templeId);
    await this.release(templeId);
    this.#bridges.tell(templeId, "revoked", { templeId });
  }

  /** The match has been over for long enough (P-5). */
  releaseMatch(match: string): Promise<void> {
    return this.#alone(async () => {
      for (const binding of await this.#bindings.ofMatch(match)) await this.#release(binding);
    });
  }

  /** The match is gone, or its room for good: there is nobody to tell. */
  matchClosed(match: string): Promise<void> {
    return this.#alone(async () => {
      for (const binding of await this.#bindings.ofMatch(match)) {
        await this.#end(binding);
        await this.#tables.unbound(binding.templeId);
      }
    });
  }

  /**
   * Durable first, then shown. A crash between leaves no difference: the match that is rebuilt asks what is durable.
   * What fails is taken back.
   */
  async #bind(templeId: string, match: string, seat: string, holder: string): Promise<void> {
    const before = await this.#bindings.find(templeId);
    const binding = withSeat(before, templeId, match, seat);
    const previous = templeOfSeat(await this.#bindings.ofMatch(match), seat);
    const left = previous?.templeId === templeId ? null : previous;
    const rest = left && withoutSeat(left, seat);
    try {
      if (before === null) await this.#judge.forgive(templeId);
      // One write: never two temples for one seat and never none, whenever this ends.
      await this.#save(...(rest ? [binding, rest] : [binding]));
      await this.#show(binding, seat, holder, before === null);
      if (rest && hasEnded(rest)) await this.#tables.unbound(rest.templeId);
    } catch (error) {
      // Who cannot be reached now either asks when it comes back, or is paired again.
      await this.#takeBack(binding, before, left, seat).catch(() => {});
      throw error;
    }
  }

  /**
   * Shows everybody a seat that became local, and the temple's bridges if this begins its binding.
   * @param holder who asked for it; `null`: it was so before
   */
  async #show(
    { templeId, match }: Binding,
    seat: string,
    holder: string | null,
    begins: boolean,
  ): Promise<void> {
    const show = async () => {
      const online = await this.#bridges.isOnline(templeId);
      if (!(await this.#call(match, "bindSeat", seat, holder, templeId, online))) throw refused("bad-token");
    };
    if (begins) return this.#tables.bound(templeId, show);
    await show();
    await this.#call(match, "templeOwes", templeId, await this.#judge.debts(templeId));
  }

  /** Stores what was before a seat became local, and has that shown. */
  async #takeBack(
    binding: Binding,
    before: Binding | null,
    left: Binding | null,
    seat: string,
  ): Promise<void> {
    const stored = before ?? { ...binding, seats: [] };
    await this.#bindings.save(...(left ? [stored, left] : [stored]));
    const bound = left ?? (before?.seats.includes(seat) ? before : null);
    if (bound) await this.#show(bound, seat, null, false);
    else await this.#call(binding.match, "unbindSeat", seat);
  }

  /** A match that is away is told nothing: it reads its temples' bindings no more, and its seats go with it. */
  async #release(binding: Binding): Promise<void> {
    const { templeId, match } = binding;
    await this.#end(binding);
    try {
      await this.#call(match, "unbindTemple", templeId);
    } finally {
      // Last: tables that the match told meanwhile, in its own process, are of before.
      await this.#tables.unbound(templeId);
    }
  }

  #end(binding: Binding): Promise<void> {
    return this.#save({ ...binding, seats: [] });
  }

  /** With a binding that has ended the code goes too: it worked for that match only (P-3). */
  async #save(...bindings: Binding[]): Promise<void> {
    for (const { templeId } of bindings.filter(hasEnded)) await this.#codes.forget(templeId);
    await this.#bindings.save(...bindings);
  }

  /** A change may touch two temples of a match, so they are made one at a time. */
  #alone<T>(change: () => Promise<T>): Promise<T> {
    return this.#locks.run("pairing", change);
  }
}
