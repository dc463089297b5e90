import { RedisPresence } from "@colyseus/redis-presence";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { orUnavailable } from "./unavailable.ts";

/** ms after which nobody waits any more for the answer to a request of another process. */
const REQUEST_LIFE = 2_500;

type Callback = Parameters<RedisPresence["subscribe"]>[1];

/**
 * Colyseus' presence over Redis, as a process needs it that outlives Redis' absence (docs/colyseus.md, "Redis away").
 *
 * What Colyseus calls without waiting for it never rejects here; what somebody waits for rejects with `unavailable`. A
 * request to another process that comes late, its asker having given up, is dropped: it would seat a ghost.
 *
 * Rooms get an object made with this one as its prototype, so that there can be no `#private` field here.
 */
export class SharedPresence extends RedisPresence {
  private readonly log: Logger;

  constructor(redis: Redis, log: Logger) {
    super(redis);
    this.log = log;
  }

  /** Connects what listens. To be called once, before all else. */
  async open(): Promise<void> {
    await this.sub.connect();
  }

  /** Resolves when Redis knows, or is away: all topics are subscribed again when it is back. */
  override async subscribe(topic: string, callback: Callback): Promise<this> {
    await super.subscribe(topic, callback).catch(this.missed);
    return this;
  }

  override async unsubscribe(topic: string, callback?: Callback): Promise<this> {
    await super.unsubscribe(topic, callback).catch(this.missed);
    return this;
  }

  override async publish(topic: string, data: unknown): Promise<void> {
    await super.publish(topic, isRequest(topic, data) ? [...data, Date.now()] : data).catch(this.missed);
  }

  /** `false` also if Redis is away. */
  override async hset(key: string, field: string, value: string): Promise<boolean> {
    return super.hset(key, field, value).catch(this.missed);
  }

  /** `false` also if Redis is away. */
  override async hdel(key: string, field: string): Promise<boolean> {
    return super.hdel(key, field).catch(this.missed);
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
    const data = this.read(topic, message);
    if (data === undefined) return;
    if (isRequest(topic, data) && Date.now() - Number(data[3]) > REQUEST_LIFE) return;
    this.subscriptions.emit(topic, data);
  };

  /** `undefined`: it is none of ours. */
  private read(topic: string, message: string): unknown {
    try {
      return JSON.parse(message);
    } catch {
      this.log.warn({ topic }, "somebody publishes rubbish at our Redis");
      return undefined;
    }
  }

  private readonly missed = (err: unknown): false => {
    this.log.debug({ err }, "Redis is away");
    return false;
  };
}

/** Requests go to a room (`$<id>`) or a process (`p:<id>`): `[method, request id, arguments]`, and when it was made. */
function isRequest(topic: string, data: unknown): data is [string, string, unknown[], number?] {
  return (topic.startsWith("$") || topic.startsWith("p:")) && Array.isArray(data);
}
