import { LEASE } from "@flower-war/client-sdk/temple";
import type { Logger } from "../log.ts";
import type { ServerLink } from "../server-link.ts";
import type { Temple, Temples } from "../temple.ts";
import type { Presence } from "./presence.ts";

/** Of several bridges one serves a temple; the others listen, stay silent, and take over when it is gone (S-1). */
export class Leases {
  readonly #link: ServerLink;
  readonly #temples: Temples;
  readonly #presence: Presence;
  readonly #log: Logger;
  readonly #every: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param every ms between two renewals */
  constructor(
    link: ServerLink,
    temples: Temples,
    presence: Presence,
    log: Logger,
    every: number = LEASE.renew,
  ) {
    this.#link = link;
    this.#temples = temples;
    this.#presence = presence;
    this.#log = log;
    this.#every = every;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#renew(), this.#every);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A server that is away is asked again with every temple when it is back. */
  async #renew(): Promise<void> {
    const known = this.#temples.online().filter(({ known, silent }) => known || silent);
    for (let from = 0; from < known.length && this.#link.isUp; from += LEASE.temples) {
      const some = known.slice(from, from + LEASE.temples);
      try {
        const { owned } = await this.#link.request("lease", { templeIds: some.map(({ id }) => id) });
        const ours = new Set(owned);
        for (const temple of some) this.#follow(temple, ours.has(temple.id));
      } catch (error) {
        this.#log.debug({ err: error }, "leases were not renewed");
      }
    }
  }

  #follow(temple: Temple, owned: boolean): void {
    if (owned !== temple.silent) return;
    temple.silent = !owned;
    this.#log.info(
      { temple: temple.id, owned },
      owned ? "takes a temple over" : "leaves a temple to another bridge",
    );
    if (owned) temple.enqueue(() => this.#presence.announce(temple));
  }
}
