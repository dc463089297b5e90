import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";

export type RateLimiter = RateLimiterMemory | RateLimiterRedis;

/** s */
const MINUTE = 60;

/**
 * Limits something to so many in a minute, by keys.
 * @param name its name, unique in an installation
 * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
 */
export function rateLimiter(name: string, perMinute: number, redis: Redis | null): RateLimiter {
  const limit = { keyPrefix: name, points: perMinute, duration: MINUTE };
  const local = new RateLimiterMemory(limit);
  return redis ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: local }) : local;
}
