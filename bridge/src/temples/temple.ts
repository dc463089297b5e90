import { type Time, TokenBucket } from "@flower-war/protocol/ports";
import type { BeadClaim, BySlot, LastVerdict, Ledger, TempleTable } from "@flower-war/protocol/temple";

/** M-3 */
const MESSAGES_PER_SECOND = 20;

export interface PairingCode {
  readonly code: string;
  /** When it expires, in ms of `Time.monotonic` (N-8). */
  readonly expiresAt: number;
}

/** The bridge's state of one temple, in memory only; the durable part is the server's ledger. */
export class Temple {
  readonly id: string;
  isOnline = false;
  /** Whether the server has sent the temple's ledger and table. Until then nothing is counted. */
  isKnown = false;
  ledger: Ledger | null = null;
  /** The ledger as the server stored it last. */
  storedLedger: Ledger | null = null;
  /** Whether another bridge serves it; this one then only listens (S-1). */
  servedElsewhere = false;
  /** Whether it reported while it was not known or served elsewhere, so that it must be asked to report again. */
  needsReport = false;
  /** Whether a request for it failed for now, so that it must be announced to the server again. */
  needsAnnouncement = false;
  /** Beads that have no verdict yet (J-1). */
  pendingBeads: readonly BeadClaim[] = [];
  /** The table of the match that the temple is bound to; `null`: not bound. */
  table: TempleTable | null = null;
  code: PairingCode | null = null;
  /** Whether the display shows the code although the temple is bound. */
  showsCode = false;
  lastVerdict: LastVerdict | null = null;
  /** The boot of its newest message and the uptime in it, in ms. */
  lastReport: { readonly boot: string; readonly up: number } | null = null;
  /** The uptime at which the newest bead of each slot fell, in ms, and the boot it counts from (J-3). */
  lastFalls: { readonly boot: string; readonly at: Partial<BySlot> } | null = null;
  /** Limits the temple's messages (M-3). */
  readonly rateLimit: TokenBucket;
  /** Whether an operator cleared its state (T-3); tasks still in the queue are dropped. */
  isForgotten = false;
  #tail: Promise<void> = Promise.resolve();
  #queueLength = 0;

  constructor(id: string, time: Time) {
    this.id = id;
    this.rateLimit = new TokenBucket(time, MESSAGES_PER_SECOND, MESSAGES_PER_SECOND);
  }

  /** Number of tasks that have not finished. */
  get queueLength(): number {
    return this.#queueLength;
  }

  /** Runs tasks for this temple one after the other. A task must not reject. */
  enqueue(task: () => void | Promise<void>): void {
    this.#queueLength += 1;
    this.#tail = this.#tail
      .then(() => (this.isForgotten ? undefined : task()))
      .finally(() => {
        this.#queueLength -= 1;
      });
  }
}
