import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { StartError } from "../start-error.ts";

/** ms that Redis may take for an answer: a player waits for it. */
const TIMEOUT = 2_000;

/**
 * Connects to Redis. Commands fail at once while it is away, and none is sent again later: what was answered with
 * `unavailable` must not happen after all.
 * @throws `StartError` if it cannot be reached now
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  // Loaded here, before anybody plays: a server that is alone needs none.
  const { Redis: Client } = await import("ioredis");
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * times, 500),
  });
  let outage = "";
  redis.on("error", (error) => {
    if (outage === "") log.error({ code: "redis-away", reason: reasonOf(error) }, "redis is away, retrying");
    outage = reasonOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const { host } = new URL(url);
    throw new StartError(`REDIS_URL ${host} cannot be reached: ${outage || reasonOf(error)}.`, error);
  }
  redis.on("ready", () => {
    if (outage !== "") log.info("redis is back");
    outage = "";
  });
  return redis;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code") ?? error.name);
}
