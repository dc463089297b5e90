import { LIMITS } from "@flower-war/protocol";
import { networkOf } from "@flower-war/protocol/sockets";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { consume } from "../cluster/address-limit.ts";
import { type RateLimiter, rateLimiter, waitOf } from "../cluster/rate-limiter.ts";
import type { Origin } from "../match/seats/person.ts";
import { refuse } from "../refusal.ts";

/** s */
const TEN_MINUTES = 600;

/** Limits how many nonces a player, or an address, may seal and not reveal: each keeps a table from beginning (docs/fair-dice.md). */
export class WithheldLimit {
  readonly #ofPlayer: RateLimiter;
  readonly #ofAddress: RateLimiter;
  readonly #log: Logger;

  /** @param redis counts for all processes; `null`, or while it is away: each process counts for itself */
  constructor(redis: Redis | null, log: Logger) {
    const { perPlayer, perAddress } = LIMITS.withheld;
    this.#ofPlayer = rateLimiter("withheld:players", perPlayer, redis, TEN_MINUTES);
    this.#ofAddress = rateLimiter("withheld:addresses", perAddress, redis, TEN_MINUTES);
    this.#log = log;
  }

  /** Counts a nonce that was not revealed. */
  note({ player, address }: Origin): void {
    const counted = [
      ...(player === null ? [] : [consume(this.#ofPlayer, player)]),
      ...(address === "" ? [] : [consume(this.#ofAddress, networkOf(address))]),
    ];
    Promise.all(counted).catch((err: unknown) => this.#log.warn({ err }, "withheld nonce not counted"));
  }

  /** Requires that a new seat may be taken. @throws `RefusalError` with `too-many-withheld` and a wait */
  async require({ player, address }: Origin): Promise<void> {
    const waits = await Promise.all([
      player === null ? 0 : waitOf(this.#ofPlayer, player),
      waitOf(this.#ofAddress, networkOf(address)),
    ]);
    const wait = Math.max(...waits);
    if (wait > 0) throw refuse("too-many-withheld", { wait });
  }
}
