import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { guardReads } from "@flower-war/protocol/sockets";
import { StartError } from "../start-error.ts";

/** ms that Redis may take for an answer: a player waits for it. */
const TIMEOUT = 2_000;
/** ms that the other end may take to close a connection that is given up. */
const CLOSE_TIMEOUT = 100;

/**
 * Connects to Redis. Commands fail at once while it is away, and none is sent again later: what was answered with
 * `unavailable` must not happen after all.
 * @throws `StartError` if it cannot be reached now
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  // Loaded here, before the first match: a server that is alone needs none.
  const { Redis: Client } = await import("ioredis");
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    disconnectTimeout: CLOSE_TIMEOUT,
    // It would subscribe without awaiting that (docs/colyseus.md, "Redis away"). The presence does it.
    autoResubscribe: false,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * times, 500),
  });
  guardConnections(redis);
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
    throw unreachable(url, outage || reasonOf(error), error);
  }
  redis.on("ready", () => {
    if (outage !== "") log.info("redis is back");
    outage = "";
  });
  return redis;
}

/** Builds the error for the operator. It names the host, not the address, which has the password. */
export function unreachable(url: string, reason: string, error: unknown): StartError {
  return new StartError(`REDIS_URL ${new URL(url).host} cannot be reached: ${reason}.`, error);
}

/** Limits the effect of bad data from Redis, or a proxy before it, to the end of that connection; another one is opened then. */
export function guardConnections(redis: Redis): void {
  redis.on("connect", () => guardReads(redis.stream));
  // More answers than questions: each later one would be taken for that of another.
  redis.on("error", () => dropConnection(redis));
}

/**
 * Asks Redis for an answer that is good for this question alone. Closes a connection on which none comes, or another: some are lost without an end, and
 * on some an answer too many has arrived. Another is opened then.
 * @param nonce what the answer must be
 */
export async function checkConnection(redis: Redis, nonce: string): Promise<void> {
  try {
    // On a connection with subscriptions the answer is a list.
    const answer: unknown = await redis.ping(nonce);
    if (nonce !== (Array.isArray(answer) ? answer.at(-1) : answer)) throw new Error("answers out of step");
  } catch (error) {
    dropConnection(redis);
    throw error;
  }
}

/** Closes the connection, if there is one, so that another is opened. */
export function dropConnection(redis: Redis): void {
  if (redis.status === "ready") redis.stream.destroy();
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code") ?? error.name);
}
