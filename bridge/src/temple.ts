import type { BeadClaim, BySlot, LastVerdict, Ledger, TempleTable } from "@flower-war/client-sdk/temple";
import { Rate } from "./rate.ts";

/** M-3 */
const MESSAGES_PER_SECOND = 20;

/** A pairing code, and when it dies (`performance.now` ms: N-8). */
export interface Code {
  readonly code: string;
  readonly until: number;
}

/** What the bridge holds of one temple while it runs. */
export class Temple {
  readonly id: string;
  online = false;
  /** Whether the server told what it keeps of this temple; before that nothing is counted. */
  known = false;
  ledger: Ledger | null = null;
  /** The ledger as the server has it last. */
  kept: Ledger | null = null;
  /** Whether another bridge serves it: this one listens, and says nothing to it (S-1). */
  silent = false;
  /** Whether it reported while it was not known, or while another bridge served it. */
  missed = false;
  /** Whether the server did not serve it, and is to be asked again. */
  owed = false;
  /** Beads that have no verdict yet (J-1). */
  pending: readonly BeadClaim[] = [];
  /** The table of the match that the temple is bound to. */
  table: TempleTable | null = null;
  code: Code | null = null;
  /** Whether the code is what the picture is about, also while bound. */
  pairing = false;
  last: LastVerdict | null = null;
  /** Uptime at its newest message, in ms as it told it; of which boot. */
  heard: { readonly boot: string; readonly up: number } | null = null;
  /** When its newest bead fell, by slot, in ms of uptime; of which boot (J-3). */
  fell: { readonly boot: string; readonly at: Partial<BySlot> } | null = null;
  /** How much it may say (M-3). */
  readonly rate = new Rate(MESSAGES_PER_SECOND, performance.now());
  /** Whether it was forgotten (T-3): what still waits to be done for it is dropped. */
  forgotten = false;
  #tail: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** How many tasks are not done yet. */
  get backlog(): number {
    return this.#waiting;
  }

  /** Does things for this temple one after the other; `task` must not reject. */
  enqueue(task: () => void | Promise<void>): void {
    this.#waiting += 1;
    this.#tail = this.#tail
      .then(() => (this.forgotten ? undefined : task()))
      .finally(() => {
        this.#waiting -= 1;
      });
  }
}

/** The temples heard of since the bridge started. */
export class Temples {
  readonly #byId = new Map<string, Temple>();

  get(id: string): Temple {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const temple = new Temple(id);
    this.#byId.set(id, temple);
    return temple;
  }

  find(id: string): Temple | null {
    return this.#byId.get(id) ?? null;
  }

  online(): Temple[] {
    return [...this.#byId.values()].filter(({ online }) => online);
  }

  /** What is heard of its id from now on is heard of a new temple. */
  forget(temple: Temple): void {
    temple.forgotten = true;
    this.#byId.delete(temple.id);
  }
}
