import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";

export type RateLimiter = RateLimiterMemory | RateLimiterRedis;

/** s */
const MINUTE = 60;

/**
 * Limits something to so many in a time, by keys.
 * @param name its name, unique in an installation
 * @param redis counts for all processes; `null`, or while it is away: each process counts for itself
 * @param duration that time, in s
 */
export function rateLimiter(
  name: string,
  points: number,
  redis: Redis | null,
  duration = MINUTE,
): RateLimiter {
  const limit = { keyPrefix: name, points, duration };
  const local = new RateLimiterMemory(limit);
  return redis ? new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: local }) : local;
}
