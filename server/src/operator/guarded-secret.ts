import type { RequestHandler } from "express";
import { sumUp } from "@flower-war/protocol/log";
import { networkOf } from "@flower-war/protocol/sockets";
import type { Logger } from "pino";
import { bearerOf } from "../http/request.ts";
import { wrongSecrets } from "../metrics/counters.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { refuse } from "../refusal.ts";
import { isSameSecret } from "../secrets.ts";

/** The most addresses that are remembered as having sent the right secret. */
const MOST_KNOWN = 1000;

export type SecretName = "admin-password" | "bridge-token";

export interface GuardedSecretOptions {
  readonly name: SecretName;
  /** `null`: there is none, and every attempt is wrong. */
  readonly secret: string | null;
  readonly quotas: Quotas;
  readonly log: Logger;
}

/**
 * A secret of the server that others prove to have. Only wrong ones count; whoever has sent too many waits, whatever they send
 * next. When all together have sent too many, addresses still may that have sent the right one before, or no wrong one in this minute: so
 * strangers lock nobody out, and many addresses together have one guess each.
 */
export class GuardedSecret {
  readonly #options: GuardedSecretOptions;
  readonly #known = new Set<string>();

  constructor(options: GuardedSecretOptions) {
    this.#options = options;
  }

  /** Requires `Authorization: Bearer <secret>`, as `require` does. */
  readonly requireBearer: RequestHandler = async (request, _response, next) => {
    await this.require(bearerOf(request), request.socket.remoteAddress ?? "");
    next();
  };

  /**
   * Requires the secret of a client with this address.
   * @param given `null`: they sent none, which is no guess
   * @throws `RefusalError` with `unauthorized`, or `too-many-attempts` and a wait
   */
  async require(given: string | null, address: string): Promise<void> {
    if (given === null) throw refuse("unauthorized");
    const { name, secret, quotas } = this.#options;
    if (secret === null || !isSameSecret(given, secret)) await this.#refuseWrong(address);
    const client = networkOf(address);
    const sentNoWrong = (await quotas.waitFor(`send-first-wrong-${name}`, { address })) === 0;
    const isKnown = sentNoWrong || this.#known.has(client);
    await quotas.require(`send-wrong-${name}`, { address, isKnown });
    this.#remember(client);
  }

  #remember(client: string): void {
    const [oldest] = this.#known;
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.add(client);
  }

  async #refuseWrong(address: string): Promise<never> {
    const { name, quotas, log } = this.#options;
    const isFirst = (await quotas.take(`send-first-wrong-${name}`, { address })) === null;
    const over = isFirst ? null : await quotas.take(`send-wrong-${name}`, { address });
    wrongSecrets.inc({ secret: name, outcome: over === null ? "refused" : "limited" });
    log.warn(sumUp({ address, kind: name }, name), "wrong secret refused");
    throw over === null ? refuse("unauthorized") : refuse("too-many-attempts", { wait: over });
  }
}
