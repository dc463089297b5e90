import { isDeepStrictEqual } from "node:util";
import { type BeadName, type Judgement, type Ledger, SLOTS } from "@flower-war/protocol/temple";
import type { Random } from "../../random.ts";
import type { Time } from "../../time.ts";
import { type Binding, hasEnded } from "../bindings.ts";
import { MemoryCodes } from "./memory-codes.ts";
import {
  type BindingChange,
  BindingConflict,
  type BindingStore,
  type Credential,
  type CredentialStore,
  type FormerMatch,
  formatBeadId,
  type LeaseStore,
  type LedgerChange,
  LedgerConflict,
  type LedgerStore,
  MAX_FORMER_MATCHES,
  MAX_JUDGEMENTS,
  NO_LEDGER,
  type StoredLedger,
  type TempleStore,
} from "./temple-store.ts";

/** Creates a store in memory, which ends with the process. */
export function createMemoryStore(time: Time, random: Random): TempleStore {
  const former = new MemoryFormerMatches();
  const ledgers = new MemoryLedgers(former);
  return {
    credentials: new MemoryCredentials(),
    bindings: new MemoryBindings(ledgers, former),
    ledgers,
    codes: new MemoryCodes(time, random),
    leases: new MemoryLeases(time),
  };
}

class MemoryCredentials implements CredentialStore {
  readonly #byTemple = new Map<string, Credential>();

  async add(credential: Credential): Promise<boolean> {
    if (this.#byTemple.has(credential.templeId)) return false;
    this.#byTemple.set(credential.templeId, credential);
    return true;
  }

  async find(templeId: string): Promise<Credential | null> {
    return this.#byTemple.get(templeId) ?? null;
  }

  async list(): Promise<readonly Credential[]> {
    return [...this.#byTemple.values()];
  }

  async remove(templeId: string): Promise<boolean> {
    return this.#byTemple.delete(templeId);
  }
}

class MemoryFormerMatches {
  #all: readonly (FormerMatch & { readonly templeId: string })[] = [];
  #lastId = 0;

  find(templeId: string): readonly FormerMatch[] {
    const ofTemple = this.#all.filter((former) => former.templeId === templeId);
    return ofTemple.map(({ id, slot, match }) => ({ id, slot, match }));
  }

  add({ templeId, match }: Binding): void {
    const added = SLOTS.map((slot) => ({ id: ++this.#lastId, templeId, slot, match }));
    const ofTemple = [...this.#all.filter((former) => former.templeId === templeId), ...added];
    const kept = ofTemple.slice(-MAX_FORMER_MATCHES * SLOTS.length);
    this.#all = [...this.#all.filter((former) => former.templeId !== templeId), ...kept];
  }

  remove(asked: readonly FormerMatch[]): void {
    this.#all = this.#all.filter(({ id }) => !asked.some((former) => former.id === id));
  }
}

class MemoryBindings implements BindingStore {
  readonly #byTemple = new Map<string, Binding>();
  readonly #ledgers: MemoryLedgers;
  readonly #former: MemoryFormerMatches;

  constructor(ledgers: MemoryLedgers, former: MemoryFormerMatches) {
    this.#ledgers = ledgers;
    this.#former = former;
  }

  async find(templeId: string): Promise<Binding | null> {
    return this.#byTemple.get(templeId) ?? null;
  }

  async list(): Promise<readonly Binding[]> {
    return [...this.#byTemple.values()];
  }

  async findByMatch(match: string): Promise<readonly Binding[]> {
    const bindings = [...this.#byTemple.values()].filter((binding) => binding.match === match);
    return bindings.sort((a, b) => (a.templeId < b.templeId ? -1 : 1));
  }

  async findFormer(templeId: string): Promise<readonly FormerMatch[]> {
    return this.#former.find(templeId);
  }

  async save(...changes: BindingChange[]): Promise<void> {
    this.#check(changes);
    this.#store(changes);
  }

  async saveWithLedger(
    { templeId, version, ledger }: LedgerChange,
    ...changes: BindingChange[]
  ): Promise<void> {
    this.#check(changes);
    if (!this.#ledgers.has(templeId, version)) throw new BindingConflict();
    this.#ledgers.store(templeId, ledger, []);
    this.#store(changes);
  }

  #check(changes: readonly BindingChange[]): void {
    for (const { before, after } of changes) {
      const stored = this.#byTemple.get(after.templeId) ?? null;
      if (!isDeepStrictEqual(stored, before)) throw new BindingConflict();
    }
  }

  #store(changes: readonly BindingChange[]): void {
    for (const { after } of changes) {
      if (hasEnded(after)) {
        this.#byTemple.delete(after.templeId);
        this.#former.add(after);
      } else this.#byTemple.set(after.templeId, after);
    }
  }
}

class MemoryLedgers implements LedgerStore {
  readonly #byTemple = new Map<string, StoredLedger & { readonly judgements: Map<string, Judgement> }>();
  readonly #former: MemoryFormerMatches;

  constructor(former: MemoryFormerMatches) {
    this.#former = former;
  }

  async find(templeId: string): Promise<StoredLedger> {
    const { ledger, version } = this.#byTemple.get(templeId) ?? NO_LEDGER;
    return { ledger, version };
  }

  async findJudgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    return this.#byTemple.get(templeId)?.judgements.get(formatBeadId(templeId, name)) ?? null;
  }

  async save(
    templeId: string,
    version: number,
    ledger: Ledger,
    judgements: readonly Judgement[],
    asked: readonly FormerMatch[] = [],
  ): Promise<number> {
    if (!this.has(templeId, version)) throw new LedgerConflict(templeId);
    this.#former.remove(asked);
    this.store(templeId, ledger, judgements);
    return version + 1;
  }

  /** Whether the stored ledger has this version. */
  has(templeId: string, version: number): boolean {
    return (this.#byTemple.get(templeId) ?? NO_LEDGER).version === version;
  }

  /** Stores the next version of a ledger. */
  store(templeId: string, ledger: Ledger, judgements: readonly Judgement[]): void {
    const { version, judgements: stored } = this.#byTemple.get(templeId) ?? {
      ...NO_LEDGER,
      judgements: new Map<string, Judgement>(),
    };
    for (const judgement of judgements) stored.set(formatBeadId(templeId, judgement.name), judgement);
    removeOldest(stored, MAX_JUDGEMENTS);
    this.#byTemple.set(templeId, { ledger, version: version + 1, judgements: stored });
  }
}

function removeOldest(judgements: Map<string, Judgement>, most: number): void {
  for (const id of judgements.keys()) {
    if (judgements.size <= most) return;
    judgements.delete(id);
  }
}

/** Leases of bridges that are all connected to this process: they end with it. */
export class MemoryLeases implements LeaseStore {
  readonly #time: Time;
  /** `expiresAt`: ms by `Time.monotonic`. */
  readonly #byTemple = new Map<string, { readonly bridge: string; readonly expiresAt: number }>();

  constructor(time: Time) {
    this.#time = time;
  }

  async claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    const now = this.#time.monotonic();
    const held = this.#byTemple.get(templeId);
    if (held && held.bridge !== bridge && held.expiresAt > now) return false;
    this.#byTemple.set(templeId, { bridge, expiresAt: now + life });
    return true;
  }

  async release(templeId: string, bridge: string): Promise<void> {
    if (this.#byTemple.get(templeId)?.bridge === bridge) this.#byTemple.delete(templeId);
  }
}
