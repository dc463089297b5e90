import type { RequestHandler } from "express";
import { sumUp } from "@flower-war/protocol/log";
import { networkOf } from "@flower-war/protocol/sockets";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { consume } from "../cluster/address-limit.ts";
import { type RateLimiter, rateLimiter, waitOf } from "../cluster/rate-limiter.ts";
import { bearerOf } from "../http/request.ts";
import { wrongSecrets } from "../metrics/counters.ts";
import { refuse } from "../refusal.ts";
import { isSameSecret } from "../secrets.ts";

/** Wrong secrets that one address (of IPv6: its network of 64 bits) may send in a minute, and all together. */
export const WRONG_SECRETS = { perAddress: 10, inAll: 100 } as const;

/** The key under which the wrong secrets of all addresses are counted. */
const ALL = "all";

/** The most addresses that are remembered as having sent the right secret. */
const MOST_KNOWN = 1000;

export type SecretName = "admin-password" | "bridge-token";

export interface GuardedSecretOptions {
  readonly name: SecretName;
  /** `null`: there is none, and every attempt is wrong. */
  readonly secret: string | null;
  /** Counts for all processes; `null`, or while it is away: each process counts for itself. */
  readonly redis: Redis | null;
  readonly log: Logger;
}

/**
 * A secret of the server that others prove to have. Only wrong ones count; whoever has sent too many waits, whatever they send
 * next. When all together have sent too many, addresses that have sent the right one before still may.
 */
export class GuardedSecret {
  readonly #options: GuardedSecretOptions;
  readonly #ofAddress: RateLimiter;
  readonly #ofAll: RateLimiter;
  readonly #known = new Set<string>();

  constructor(options: GuardedSecretOptions) {
    const { name, redis } = options;
    this.#options = options;
    this.#ofAddress = rateLimiter(`wrong-${name}`, WRONG_SECRETS.perAddress, redis);
    this.#ofAll = rateLimiter(`wrong-${name}-of-all`, WRONG_SECRETS.inAll, redis);
  }

  /** Requires `Authorization: Bearer <secret>`, as `require` does. */
  readonly requireBearer: RequestHandler = async (request, _response, next) => {
    await this.require(bearerOf(request), request.socket.remoteAddress ?? "");
    next();
  };

  /**
   * Requires the secret of whoever has this address.
   * @param given `null`: they sent none, which is no guess
   * @throws `RefusalError` with `unauthorized`, or `too-many-attempts` and a wait
   */
  async require(given: string | null, address: string): Promise<void> {
    if (given === null) throw refuse("unauthorized");
    const { secret } = this.#options;
    if (secret === null || !isSameSecret(given, secret)) await this.#refuseWrong(address);
    await this.#admit(networkOf(address));
  }

  async #admit(client: string): Promise<void> {
    const limits = this.#known.has(client)
      ? [waitOf(this.#ofAddress, client)]
      : [waitOf(this.#ofAddress, client), waitOf(this.#ofAll, ALL)];
    const wait = Math.max(...(await Promise.all(limits)));
    if (wait > 0) throw refuse("too-many-attempts", { wait });
    this.#remember(client);
  }

  #remember(client: string): void {
    const [oldest] = this.#known;
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(client);
  }

  async #refuseWrong(address: string): Promise<never> {
    const { name, log } = this.#options;
    const over = (await consume(this.#ofAddress, networkOf(address))) ?? (await consume(this.#ofAll, ALL));
    wrongSecrets.inc({ secret: name, outcome: over === null ? "refused" : "limited" });
    log.warn(sumUp({ address, kind: name }, name), "wrong secret refused");
    throw over === null ? refuse("unauthorized") : refuse("too-many-attempts", { wait: over });
  }
}
