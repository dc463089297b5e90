import { type Time, TokenBucket } from "@flower-war/protocol/ports";
import type {
  BeadClaim,
  BeadName,
  BySlot,
  CountingFields,
  Judgement,
  LastVerdict,
  Ledger,
  TempleHealth,
  TempleTable,
} from "@flower-war/protocol/temple";

/** M-3 */
const MESSAGES = { perSecond: 20, burst: 20 };

export interface PairingCode {
  readonly code: string;
  /** When it expires, in ms of `Time.monotonic` (N-8). */
  readonly expiresAt: number;
}

/** The player who claims this temple (P-6). */
export interface ShownQuestion {
  readonly id: string;
  readonly name: string;
  /** When it was shown first, in ms of `Time.monotonic`. */
  readonly shownAt: number;
}

/** A seat that became local to a temple, or left it for another one (P-7). */
export interface ShownMove {
  /** The player's. */
  readonly name: string;
  /** Whether it came to this temple. */
  readonly isHere: boolean;
  /** The other temple; `null`: the seat had none before. */
  readonly other: string | null;
}

/** A verdict whose ack the temple may not have (C-11). */
export interface UntoldVerdict extends Judgement {
  /** The boot and connection in which its ack was published last; `null`: not by this bridge. */
  readonly connection: string | null;
  /** When that was, in ms of `Time.monotonic`. */
  readonly publishedAt: number;
}

/** The bridge's state of one temple, in memory only; the durable part is the server's ledger. */
export class Temple {
  readonly id: string;
  isOnline = false;
  /** The language that its newest state asked for, BCP 47; `null`: none. */
  lang: string | null = null;
  /** Whether its newest state asked for a lake like the match's (J-11); `null`: this bridge has heard none. */
  mirrors: boolean | null = null;
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
  /** When beads fell, in ms of `Time.monotonic`, by name: of those that their own messages told (J-15). */
  readonly fellAt = new WeakMap<BeadName, number>();
  /** The table of the match that the temple is bound to; `null`: not bound. */
  table: TempleTable | null = null;
  code: PairingCode | null = null;
  /** Whether the display shows the code although the temple is bound. */
  showsCode = false;
  /** The question that the display shows; `null`: none. */
  question: ShownQuestion | null = null;
  /** The move that the display shows; `null`: none. */
  move: ShownMove | null = null;
  lastVerdict: LastVerdict | null = null;
  /** Verdicts whose acks it may not have, oldest first (C-11). */
  untold: readonly UntoldVerdict[] = [];
  /** Beads whose acks it has, which the server does not know yet. */
  told: readonly BeadName[] = [];
  /** The health that its newest state reported, and the boot of that report. */
  health: { readonly boot: string; readonly said: TempleHealth } | null = null;
  /** The boot of the message that it sent last, as far as is known, and the uptime in ms and the totals in it. */
  newest: Pick<CountingFields, "boot" | "up" | "count"> | null = null;
  /** The boot in which its `seq` started again (C-7). */
  restartedBoot: string | null = null;
  /** A boot that may be alive although another one is the current one: its first such message, `since` in ms of `Time.monotonic` (C-10). */
  doubt: { readonly boot: string; readonly seq: number; readonly since: number } | null = null;
  /** When the last such doubts arose, in ms of `Time.monotonic`, newest last (C-12). */
  doubtedAt: readonly number[] = [];
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
    this.rateLimit = new TokenBucket(time, MESSAGES);
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
