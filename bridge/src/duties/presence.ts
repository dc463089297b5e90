import { type OfflineState, reconcile } from "@flower-war/client-sdk/temple";
import type { Logger } from "../log.ts";
import { templesOnline } from "../metrics.ts";
import { mayPass, Refused, ServerAway, type ServerLink } from "../server-link.ts";
import type { Temple, Temples } from "../temple.ts";
import type { Voice } from "../voice.ts";

/** ms without a message after which a temple counts as gone (N-7). */
const SILENCE = 150_000;

/** What presence tells the other duties. */
export interface PresenceListener {
  /** The server told all it keeps of a temple that is online. */
  readonly known: (temple: Temple) => Promise<void>;
  readonly gone: (temple: Temple) => void;
}

/** Who is online, and what the server keeps of it. */
export class Presence {
  readonly #link: ServerLink;
  readonly #temples: Temples;
  readonly #voice: Voice;
  readonly #log: Logger;
  readonly #silence: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #listener: PresenceListener;

  constructor(
    link: ServerLink,
    temples: Temples,
    voice: Voice,
    log: Logger,
    listener: PresenceListener,
    silence = SILENCE,
  ) {
    this.#link = link;
    this.#temples = temples;
    this.#voice = voice;
    this.#log = log;
    this.#listener = listener;
    this.#silence = silence;
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** A temple said something: it is online. */
  async heard(temple: Temple): Promise<void> {
    this.#timers.get(temple.id)?.refresh();
    if (temple.online) return;
    temple.online = true;
    templesOnline.inc();
    this.#timers.set(
      temple.id,
      setTimeout(() => temple.enqueue(() => this.#leave(temple, "silent")), this.#silence).unref(),
    );
    this.#log.info({ temple: temple.id }, "a temple is online");
    await this.announce(temple);
  }

  /** Tells the server of an online temple, and learns what it keeps. */
  async announce(temple: Temple): Promise<void> {
    if (!temple.online) return;
    try {
      const { owned, ledger, table } = await this.#link.request("temple-online", { templeId: temple.id });
      temple.silent = !owned;
      if (!owned) return;
      temple.ledger = temple.ledger === null ? ledger : reconcile(temple.ledger, ledger);
      temple.kept = ledger;
      temple.table = table;
      temple.known = true;
    } catch (error) {
      this.#notAnnounced(temple, error);
      return;
    }
    await this.#listener.known(temple);
  }

  /** What cannot pass is given up until the temple comes again. */
  #notAnnounced(temple: Temple, error: unknown): void {
    const line = { code: codeOf(error), temple: temple.id };
    if (mayPass(error)) {
      temple.owed = true;
      this.#log.warn(line, "the server does not know of the temple yet");
    } else this.#log.error({ ...line, err: error }, "the temple is not served");
  }

  /** A last will, or a goodbye: it counts only for the connection we know (N-7). */
  async goodbye(temple: Temple, { boot, conn }: OfflineState): Promise<void> {
    if (!temple.online) return;
    const { ledger } = temple;
    if (ledger !== null && (boot !== ledger.boot || conn < ledger.conn)) {
      if (!temple.silent) this.#voice.command(temple.id, "report");
    } else await this.#leave(temple, "goodbye");
  }

  /** An operator cleared the temple's state (T-3). */
  async forget(temple: Temple): Promise<void> {
    this.#temples.forget(temple);
    await this.#leave(temple, "forgotten");
  }

  async #leave(temple: Temple, why: string): Promise<void> {
    if (!temple.online) return;
    temple.online = false;
    templesOnline.dec();
    clearTimeout(this.#timers.get(temple.id));
    this.#timers.delete(temple.id);
    this.#log.info({ temple: temple.id, why }, "a temple is offline");
    this.#listener.gone(temple);
    if (temple.silent) return;
    // A server that is away, or comes back, takes every temple for offline until it is announced.
    await this.#link.request("temple-offline", { templeId: temple.id }).catch(() => {});
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.code;
  return error instanceof ServerAway ? "server-away" : "internal";
}
