import { sumUp } from "@flower-war/protocol/log";
import type { Cancel, Time } from "@flower-war/protocol/ports";
import { type OfflineState, reconcile } from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import { templesOnline } from "../metrics.ts";
import { isRetryable, RefusalError, ServerAwayError, type ServerPort } from "../server-port.ts";
import type { Temple } from "./temple.ts";
import type { TemplePublisher } from "./temple-publisher.ts";
import type { TempleRegistry } from "./temple-registry.ts";
import { addStored } from "./untold.ts";

/** ms without a message after which a temple counts as offline (N-7). */
const SILENCE = 150_000;

export interface PresenceListener {
  /** The server has sent the ledger and table of a temple that is online. */
  readonly onKnown: (temple: Temple) => Promise<void>;
  readonly onOffline: (temple: Temple) => void;
}

export interface PresenceOptions {
  readonly server: ServerPort;
  readonly temples: TempleRegistry;
  readonly publisher: TemplePublisher;
  readonly log: Logger;
  readonly time: Time;
  readonly listener: PresenceListener;
  /** ms without a message after which a temple counts as offline. Default: as N-7 says. */
  readonly silence?: number | undefined;
}

/** Tracks which temples are online, announces them to the server, and loads what the server stored of them. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #silence: number;
  /** Timers by temple id. Each marks its temple offline unless a message comes in time. */
  readonly #timeouts = new Map<string, Cancel>();

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#silence = options.silence ?? SILENCE;
  }

  stop(): void {
    for (const cancel of this.#timeouts.values()) cancel();
    this.#timeouts.clear();
  }

  /** Marks a temple online because a message of it arrived; announces it if it was offline. */
  async markOnline(temple: Temple): Promise<void> {
    this.#restartTimeout(temple);
    if (temple.isOnline) return;
    temple.isOnline = true;
    templesOnline.inc();
    this.#options.log.info({ temple: temple.id }, "temple online");
    await this.announce(temple);
  }

  /** Announces an online temple to the server and takes over its ledger and table, or learns that another bridge serves it. */
  async announce(temple: Temple): Promise<void> {
    if (!temple.isOnline) return;
    const { server, listener } = this.#options;
    try {
      const {
        owned,
        ledger,
        table,
        untold = [],
      } = await server.request("temple-online", { templeId: temple.id });
      temple.servedElsewhere = !owned;
      if (!owned) return;
      temple.ledger = temple.ledger === null ? ledger : reconcile(temple.ledger, ledger);
      temple.storedLedger = ledger;
      // Another bridge may have heard the temple meanwhile. If none has, its report brings the doubt back.
      if (temple.doubt !== null) {
        temple.needsReport = true;
        temple.doubtedAt = temple.doubtedAt.slice(0, -1);
      }
      temple.doubt = null;
      addStored(temple, untold);
      temple.table = table;
      temple.isKnown = true;
    } catch (error) {
      this.#handleFailure(temple, error);
      return;
    }
    await listener.onKnown(temple);
  }

  /** Handles a last will or a clean goodbye, which counts only for the current connection (N-7). */
  async handleGoodbye(temple: Temple, { boot, conn }: OfflineState): Promise<void> {
    if (!temple.isOnline) return;
    const { ledger } = temple;
    if (ledger !== null && (boot !== ledger.boot || conn < ledger.conn)) {
      if (!temple.servedElsewhere) this.#options.publisher.publishCommand(temple.id, "report");
    } else await this.#markOffline(temple, "goodbye");
  }

  /** Forgets a temple whose state an operator cleared (T-3). */
  async forget(temple: Temple): Promise<void> {
    this.#options.temples.remove(temple);
    await this.#markOffline(temple, "forgotten");
  }

  /** A refusal that is final is not retried until the temple comes online again. */
  #handleFailure(temple: Temple, error: unknown): void {
    const fields = { code: codeOf(error), temple: temple.id };
    if (isRetryable(error)) {
      temple.needsAnnouncement = true;
      this.#options.log.warn(sumUp(fields, temple.id), "temple announcement failed, retrying");
    } else
      this.#options.log.error(sumUp({ ...fields, err: error }, temple.id), "temple announcement refused");
  }

  #restartTimeout(temple: Temple): void {
    this.#timeouts.get(temple.id)?.();
    const markOffline = () => temple.enqueue(() => this.#markOffline(temple, "silent"));
    const cancel = this.#options.time.after(this.#silence, markOffline, { background: true });
    this.#timeouts.set(temple.id, cancel);
  }

  async #markOffline(temple: Temple, why: string): Promise<void> {
    if (!temple.isOnline) return;
    const { server, log, listener } = this.#options;
    temple.isOnline = false;
    templesOnline.dec();
    this.#timeouts.get(temple.id)?.();
    this.#timeouts.delete(temple.id);
    log.info({ temple: temple.id, why }, "temple offline");
    listener.onOffline(temple);
    if (temple.servedElsewhere) return;
    // A failure does not matter: a server that lost the bridge treats every temple as offline until it is announced.
    await server.request("temple-offline", { templeId: temple.id }).catch(() => {});
  }
}

function codeOf(error: unknown): string {
  if (error instanceof RefusalError) return error.code;
  return error instanceof ServerAwayError ? "server-away" : "internal";
}
