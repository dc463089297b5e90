import { LIMITS } from "@flower-war/protocol";
import { networkOf } from "@flower-war/protocol/sockets";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { consume } from "../cluster/address-limit.ts";
import { type RateLimiter, rateLimiter, waitOf } from "../cluster/rate-limiter.ts";
import { refuse } from "../refusal.ts";

/** Who takes a seat. */
interface Sitter {
  /** The player's id; `null`: they are not known here. */
  readonly player: string | null;
  readonly address: string;
}

/** s */
const TEN_MINUTES = 600;

/** Limits how often somebody keeps tables from beginning by a nonce that they seal and do not reveal (docs/fair-dice.md). */
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
  note({ player, address }: Sitter): void {
    const counted = [
      ...(player === null ? [] : [consume(this.#ofPlayer, player)]),
      ...(address === "" ? [] : [consume(this.#ofAddress, networkOf(address))]),
    ];
    Promise.all(counted).catch((err: unknown) => this.#log.warn({ err }, "withheld nonce not counted"));
  }

  /** Requires that somebody may take a new seat. @throws `RefusalError` with `too-many-withheld` and a wait */
  async require({ player, address }: Sitter): Promise<void> {
    const waits = await Promise.all([
      player === null ? 0 : waitOf(this.#ofPlayer, player),
      waitOf(this.#ofAddress, networkOf(address)),
    ]);
    const wait = Math.max(...waits);
    if (wait > 0) throw refuse("too-many-withheld", { wait });
  }
}
