import type { Cancel, Time } from "@flower-war/protocol/ports";
import { LEASE } from "@flower-war/protocol/temple";
import type { Logger } from "../log.ts";
import type { ServerPort } from "../server-port.ts";
import type { Presence } from "./presence.ts";
import type { Temple } from "./temple.ts";
import type { TempleRegistry } from "./temple-registry.ts";

export interface LeaseRenewalOptions {
  readonly server: ServerPort;
  readonly temples: TempleRegistry;
  readonly presence: Presence;
  readonly log: Logger;
  readonly time: Time;
  /** ms between two renewals. Default: as S-1 says. */
  readonly interval?: number | undefined;
}

/**
 * Renews the leases on the temples that this bridge serves. Of several bridges one serves a temple; the others only
 * listen, and one of them takes over when the lease runs out (S-1).
 */
export class LeaseRenewal {
  readonly #options: LeaseRenewalOptions;
  #cancel: Cancel = () => {};

  constructor(options: LeaseRenewalOptions) {
    this.#options = options;
  }

  start(): void {
    const { time, interval = LEASE.renew } = this.#options;
    this.#cancel = time.every(interval, () => void this.#renew());
  }

  stop(): void {
    this.#cancel();
  }

  /** While the server is away nothing is renewed: when it is back, every temple is announced again. */
  async #renew(): Promise<void> {
    const { server, temples, log } = this.#options;
    const known = temples.listOnline().filter(({ isKnown, servedElsewhere }) => isKnown || servedElsewhere);
    for (let from = 0; from < known.length && server.isUp; from += LEASE.temples) {
      const batch = known.slice(from, from + LEASE.temples);
      try {
        const { owned } = await server.request("lease", { templeIds: batch.map(({ id }) => id) });
        const ownedIds = new Set(owned);
        for (const temple of batch) this.#setOwned(temple, ownedIds.has(temple.id));
      } catch (error) {
        log.debug({ err: error }, "lease renewal failed");
      }
    }
  }

  #setOwned(temple: Temple, isOwned: boolean): void {
    if (isOwned !== temple.servedElsewhere) return;
    const { presence, log } = this.#options;
    temple.servedElsewhere = !isOwned;
    log.info({ temple: temple.id, owned: isOwned }, "temple lease changed");
    if (isOwned) temple.enqueue(() => presence.announce(temple));
  }
}
