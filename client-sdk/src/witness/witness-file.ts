import type { Cancel, Time } from "@flower-war/protocol/ports";
import {
  deleteOldWitnesses,
  idOf,
  KEPT_MATCHES,
  type StoredWitness,
  type WitnessId,
  type WitnessStore,
  witnessKey,
} from "./stored-witness.ts";

/** ms between two writes, unless something must not be lost. */
const PAUSE = 2000;

export interface FilePorts {
  readonly store: WitnessStore;
  readonly time: Time;
  /** Returns what is to be stored. */
  readonly snapshot: () => StoredWitness;
  /** Adds to it what another client of the same viewer, as another tab, stored meanwhile; `null`: they contradict each other. */
  readonly merge: (other: StoredWitness) => StoredWitness | null;
}

/** One witness in its store: written now and then, and when the page is left. A store that fails costs the evidence, nothing else. */
export class WitnessFile {
  readonly #ports: FilePorts;
  /** The store's latest call. */
  #last: Promise<unknown> = Promise.resolve();
  #cancelTimer: Cancel | null = null;
  /** Under which id it was stored last; `null`: not yet. */
  #stored: WitnessId | null = null;
  #hasFailed = false;
  readonly #stopWatching: () => void;

  constructor(ports: FilePorts) {
    this.#ports = ports;
    this.#stopWatching = onHide(() => {
      if (this.#cancelTimer !== null) void this.save();
    });
  }

  /** Returns what is stored under an id; `null`: nothing. */
  load(id: WitnessId): Promise<StoredWitness | null> {
    return this.#call(() => this.#ports.store.load(id), null);
  }

  /** Stores soon what there is then. */
  saveSoon(): void {
    this.#cancelTimer ??= this.#ports.time.after(PAUSE, () => void this.save(), { background: true });
  }

  /** Stores what there is now. */
  save(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    return this.#call(() => this.#write(), undefined);
  }

  /** Stores what there is, and ends. */
  close(): Promise<void> {
    this.#stopWatching();
    return this.save();
  }

  async #write(): Promise<void> {
    const { store, snapshot, merge } = this.#ports;
    const id = idOf(snapshot());
    const isFirst = this.#stored === null;
    if (this.#stored !== null && witnessKey(this.#stored) !== witnessKey(id))
      await store.delete(this.#stored);
    const other = await store.load(id);
    const merged = other === null ? snapshot() : merge(other);
    if (merged === null) return;
    try {
      await store.save(merged);
    } catch {
      // It may be full.
      await deleteOldWitnesses(store, KEPT_MATCHES / 4);
      await store.save(merged);
    }
    this.#stored = id;
    if (isFirst) await deleteOldWitnesses(store, KEPT_MATCHES);
  }

  #call<Result>(call: () => Promise<Result>, otherwise: Result): Promise<Result> {
    const result = this.#last.then(call).catch((error: unknown) => {
      if (!this.#hasFailed)
        console.error("witness store failed: after a reload this match cannot be verified", error);
      this.#hasFailed = true;
      return otherwise;
    });
    this.#last = result;
    return result;
  }
}

/** Calls `listener` when a browser's page is hidden or left; returns the function that stops listening. */
function onHide(listener: () => void): () => void {
  if (typeof document === "undefined") return () => {};
  addEventListener("pagehide", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    removeEventListener("pagehide", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
