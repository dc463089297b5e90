import { RedisPresence } from "@colyseus/redis-presence";
import type { Redis } from "ioredis";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { Time } from "../time.ts";
import { checkConnection, dropConnection, guardConnections } from "./redis.ts";
import { orUnavailable } from "./unavailable.ts";

/** ms after which the caller of another process no longer waits for the answer. */
const REQUEST_TIMEOUT = 2_500;

type Callback = Parameters<RedisPresence["subscribe"]>[1];

/**
 * Colyseus' presence over Redis that outlives Redis' absence (docs/colyseus.md, "Redis away").
 *
 * Methods that Colyseus calls without awaiting never reject; those that it awaits reject with `unavailable`. A request
 * from another process that arrives after its caller gave up is dropped: it would seat a client that is gone.
 *
 * Rooms get an object made with this one as its prototype, so there can be no `#private` field here.
 */
export class SharedPresence extends RedisPresence {
  declare protected readonly sub: Redis;
  private readonly time: Time;
  private readonly log: Logger;

  constructor(redis: Redis, time: Time, log: Logger) {
    super(redis);
    this.time = time;
    this.log = log;
    guardConnections(this.sub);
  }

  /** Connects the subscriber. Call it once, before anything else. */
  async open(): Promise<void> {
    await this.sub.connect();
  }

  /** Asks Redis whether the subscriber's connection works. Rejects if it does not: then another is opened. */
  async check(nonce: string): Promise<void> {
    await checkConnection(this.sub, nonce);
  }

  /** Resolves when Redis has subscribed, or is away: all topics are subscribed again when it is back. */
  override async subscribe(topic: string, callback: Callback): Promise<this> {
    await super.subscribe(topic, callback).catch(this.noteDeaf);
    return this;
  }

  /** Called when the subscriber has connected again. */
  protected override resubscribeAll(): void {
    const topics = this.subscriptions.eventNames().map(String);
    if (topics.length > 0) this.sub.subscribe(...topics).catch(this.noteDeaf);
  }

  override async unsubscribe(topic: string, callback?: Callback): Promise<this> {
    await super.unsubscribe(topic, callback).catch(this.logMissed);
    return this;
  }

  override async publish(topic: string, data: unknown): Promise<void> {
    await super
      .publish(topic, isRequest(topic, data) ? [...data, this.time.now()] : data)
      .catch(this.logMissed);
  }

  /** `false` also if Redis is away. */
  override async hset(key: string, field: string, value: string): Promise<boolean> {
    return super.hset(key, field, value).catch(this.logMissed);
  }

  /** `false` also if Redis is away. */
  override async hdel(key: string, field: string): Promise<boolean> {
    return super.hdel(key, field).catch(this.logMissed);
  }

  override hget(key: string, field: string) {
    return orUnavailable(super.hget(key, field));
  }

  override hgetall(key: string) {
    return orUnavailable(super.hgetall(key));
  }

  override hincrby(key: string, field: string, value: number) {
    return orUnavailable(super.hincrby(key, field, value));
  }

  override channels(pattern?: string) {
    return orUnavailable(super.channels(pattern));
  }

  override shutdown(): void {
    this.sub.disconnect();
    this.pub.disconnect();
  }

  protected override handleSubscription = (topic: string, message: string): void => {
    const data = this.parse(topic, message);
    if (data === undefined) return;
    if (isRequest(topic, data) && this.time.now() - Number(data[3]) > REQUEST_TIMEOUT) return;
    try {
      this.subscriptions.emit(topic, data);
    } catch (err) {
      this.log.warn(sumUp({ err, topic }), "presence message not handled");
    }
  };

  /** Parses a message; `undefined`: it is not JSON, so not one of ours. */
  private parse(topic: string, message: string): unknown {
    try {
      return JSON.parse(message);
    } catch {
      this.log.warn(sumUp({ topic }), "invalid presence message");
      return undefined;
    }
  }

  /** A connection that did not subscribe hears nothing: the next one subscribes all topics again. */
  private readonly noteDeaf = (err: unknown): void => {
    this.logMissed(err);
    dropConnection(this.sub);
  };

  private readonly logMissed = (err: unknown): false => {
    this.log.debug({ err }, "presence call missed, redis is away");
    return false;
  };
}

/** Requests go to a room (`$<id>`) or a process (`p:<id>`): `[method, request id, arguments, time of the call]`. */
function isRequest(topic: string, data: unknown): data is [string, string, unknown[], number?] {
  return (topic.startsWith("$") || topic.startsWith("p:")) && Array.isArray(data);
}
