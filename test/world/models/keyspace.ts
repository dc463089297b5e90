import { createHash } from "node:crypto";

/** What Redis answers: `undefined` is nil, an `Error` an error. */
export type Reply = string | number | undefined | Error | readonly Reply[];

type Value = string | Set<string> | Map<string, string>;

interface Entry {
  readonly value: Value;
  /** By the clock that the model was given; `null`: never. */
  expiresAt: number | null;
}

const OK = "+OK";
const WRONG_TYPE = new Error("WRONGTYPE Operation against a key holding the wrong kind of value");

/** Redis' keys, and the commands on them that the servers use. What real Redis answers to each is held by redis-model.test.ts. */
export class Keyspace {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  /** @param now ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs a command. Returns `null` if there is none of this name. */
  run(name: string, args: readonly string[]): Reply | null {
    const command = this.#commands[name];
    if (command === undefined) return null;
    try {
      return command(...args);
    } catch (error) {
      return error as Error;
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  readonly #commands: Readonly<Record<string, (...args: string[]) => Reply>> = {
    get: (key = "") => this.#text(key),
    set: (key = "", value = "", ...options) => this.#set(key, value, options),
    setex: (key = "", seconds = "", value = "") => this.#set(key, value, ["ex", seconds]),
    del: (...keys) => keys.filter((key) => this.#find(key) && this.#entries.delete(key)).length,
    exists: (...keys) => keys.filter((key) => this.#find(key)).length,
    pttl: (key = "") => this.#life(key),
    ttl: (key = "") => {
      const life = this.#life(key);
      return life < 0 ? life : Math.round(life / 1000);
    },
    expire: (key = "", seconds = "") => this.#expire(key, Number(seconds) * 1000),
    pexpire: (key = "", ms = "") => this.#expire(key, Number(ms)),
    incrby: (key = "", by = "") => this.#add(key, Number(by)),
    incr: (key = "") => this.#add(key, 1),
    decrby: (key = "", by = "") => this.#add(key, -Number(by)),
    sadd: (key = "", ...values) => {
      const set = this.#open(key, Set<string>);
      const before = set.size;
      for (const value of values) set.add(value);
      return set.size - before;
    },
    srem: (key = "", ...values) => this.#removeFrom(key, this.#read(key, Set<string>), values),
    smembers: (key = "") => [...(this.#read(key, Set<string>) ?? [])],
    sismember: (key = "", value = "") => Number(this.#read(key, Set<string>)?.has(value) ?? false),
    scard: (key = "") => this.#read(key, Set<string>)?.size ?? 0,
    hset: (key = "", ...pairs) => {
      const map = this.#open(key, Map<string, string>);
      const before = map.size;
      for (let i = 0; i < pairs.length; i += 2) map.set(pairs[i] ?? "", pairs[i + 1] ?? "");
      return map.size - before;
    },
    hsetnx: (key = "", field = "", value = "") => {
      const map = this.#open(key, Map<string, string>);
      if (map.has(field)) return 0;
      map.set(field, value);
      return 1;
    },
    hget: (key = "", field = "") => this.#hash(key)?.get(field),
    hmget: (key = "", ...fields) => fields.map((field) => this.#hash(key)?.get(field)),
    hgetall: (key = "") => [...(this.#hash(key) ?? [])].flat(),
    hlen: (key = "") => this.#hash(key)?.size ?? 0,
    hdel: (key = "", ...fields) => this.#removeFrom(key, this.#hash(key), fields),
    hincrby: (key = "", field = "", by = "") => {
      const map = this.#open(key, Map<string, string>);
      const sum = Number(map.get(field) ?? 0) + Number(by);
      map.set(field, String(sum));
      return sum;
    },
    flushall: () => {
      this.clear();
      return OK;
    },
  };

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry?.expiresAt == null || entry.expiresAt > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #read<V extends Value>(key: string, type: new () => V): V | undefined {
    const value = this.#find(key)?.value;
    if (value !== undefined && !(value instanceof type)) throw WRONG_TYPE;
    return value;
  }

  #hash(key: string): Map<string, string> | undefined {
    return this.#read(key, Map<string, string>);
  }

  #open<V extends Value>(key: string, type: new () => V): V {
    const found = this.#read(key, type);
    if (found) return found;
    const value = new type();
    this.#entries.set(key, { value, expiresAt: null });
    return value;
  }

  #text(key: string): string | undefined {
    const value = this.#find(key)?.value;
    if (value !== undefined && typeof value !== "string") throw WRONG_TYPE;
    return value;
  }

  #set(key: string, value: string, options: readonly string[]): Reply {
    const words = options.map((option) => option.toLowerCase());
    const found = this.#find(key);
    const answer = words.includes("get") ? this.#text(key) : OK;
    if (words.includes("nx") && found) return undefined;
    if (words.includes("xx") && !found) return undefined;
    const timeOf = (unit: string) => (words.includes(unit) ? Number(words[words.indexOf(unit) + 1]) : null);
    const [px, ex] = [timeOf("px"), timeOf("ex")];
    const life = px ?? (ex === null ? null : ex * 1000);
    this.#entries.set(key, { value, expiresAt: life === null ? null : this.#now() + life });
    return answer;
  }

  #life(key: string): number {
    const entry = this.#find(key);
    if (!entry) return -2;
    return entry.expiresAt === null ? -1 : Math.round(entry.expiresAt - this.#now());
  }

  #expire(key: string, ms: number): number {
    const entry = this.#find(key);
    if (!entry) return 0;
    if (ms <= 0) this.#entries.delete(key);
    else entry.expiresAt = this.#now() + ms;
    return 1;
  }

  #add(key: string, by: number): number {
    const sum = Number(this.#text(key) ?? 0) + by;
    if (!Number.isInteger(sum)) throw new Error("ERR value is not an integer or out of range");
    this.#entries.set(key, { value: String(sum), expiresAt: this.#find(key)?.expiresAt ?? null });
    return sum;
  }

  #removeFrom(
    key: string,
    from: Set<string> | Map<string, string> | undefined,
    names: readonly string[],
  ): number {
    const removed = names.filter((name) => from?.delete(name)).length;
    if (from?.size === 0) this.#entries.delete(key);
    return removed;
  }
}

/** A script of Lua that the model knows, as what it does: no model runs Lua. */
export interface KnownScript {
  /** What its text has, and no other's. */
  readonly has: string;
  readonly run: (keyspace: Keyspace, key: string, args: readonly string[]) => Reply;
}

export const shaOf = (script: string): string => createHash("sha1").update(script).digest("hex");
