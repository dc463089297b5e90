import type { BeadName, Judgement, Ledger } from "@flower-war/client-sdk/temple";
import { beadId } from "./bead-id.ts";
import { type Binding, hasEnded } from "./bindings.ts";
import { ShownCodes } from "./codes.ts";
import type {
  BindingStore,
  Credential,
  CredentialStore,
  LeaseStore,
  LedgerStore,
  TempleStore,
} from "./store.ts";

/** A store that forgets everything with the process. */
export function memoryStore(): TempleStore {
  return {
    credentials: new MemoryCredentials(),
    bindings: new MemoryBindings(),
    ledgers: new MemoryLedgers(),
    codes: new ShownCodes(),
    leases: new MemoryLeases(),
    close() {},
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

export class MemoryBindings implements BindingStore {
  readonly #byTemple = new Map<string, Binding>();

  async find(templeId: string): Promise<Binding | null> {
    return this.#byTemple.get(templeId) ?? null;
  }

  async ofMatch(match: string): Promise<readonly Binding[]> {
    return [...this.#byTemple.values()].filter((binding) => binding.match === match);
  }

  async save(...bindings: Binding[]): Promise<void> {
    for (const binding of bindings) {
      if (hasEnded(binding)) this.#byTemple.delete(binding.templeId);
      else this.#byTemple.set(binding.templeId, binding);
    }
  }
}

/** Leases of bridges that are all connected to this process: they end with it. */
export class MemoryLeases implements LeaseStore {
  readonly #byTemple = new Map<string, { readonly bridge: string; readonly ends: number }>();

  async claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    const held = this.#byTemple.get(templeId);
    if (held && held.bridge !== bridge && held.ends > performance.now()) return false;
    this.#byTemple.set(templeId, { bridge, ends: performance.now() + life });
    return true;
  }

  async release(templeId: string, bridge: string): Promise<void> {
    if (this.#byTemple.get(templeId)?.bridge === bridge) this.#byTemple.delete(templeId);
  }
}

/**
 * How many answers are kept per temple. A bridge asks again only for beads whose answer it never got, the newest
 * ones: one message tells of at most 48 (C-8).
 */
export const ANSWERS_KEPT = 1024;

export class MemoryLedgers implements LedgerStore {
  readonly #byTemple = new Map<string, { ledger: Ledger; answers: Map<string, Judgement> }>();

  async find(templeId: string): Promise<Ledger | null> {
    return this.#byTemple.get(templeId)?.ledger ?? null;
  }

  async judgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    return this.#byTemple.get(templeId)?.answers.get(beadId(templeId, name)) ?? null;
  }

  async keep(templeId: string, ledger: Ledger, judgements: readonly Judgement[]): Promise<void> {
    const answers = this.#byTemple.get(templeId)?.answers ?? new Map<string, Judgement>();
    for (const judgement of judgements) answers.set(beadId(templeId, judgement.name), judgement);
    forgetOldest(answers, ANSWERS_KEPT);
    this.#byTemple.set(templeId, { ledger, answers });
  }
}

function forgetOldest(answers: Map<string, unknown>, kept: number): void {
  for (const id of answers.keys()) {
    if (answers.size <= kept) return;
    answers.delete(id);
  }
}
