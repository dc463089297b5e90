import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";

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

/** Returns ms after which a limit that is spent has begun anew. Redis still has a key in the ms in which it expires. */
export function waitAfter({ msBeforeNext }: Pick<RateLimiterRes, "msBeforeNext">): number {
  return msBeforeNext + 1;
}

/** Returns ms until a limit has begun anew that is spent; 0: it is not. Nothing is counted. */
export async function waitOf(limiter: RateLimiter, key: string): Promise<number> {
  const counted = await limiter.get(key);
  return counted !== null && counted.consumedPoints >= limiter.points ? waitAfter(counted) : 0;
}
