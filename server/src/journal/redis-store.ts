import type { Redis } from "ioredis";
import {
  JournalConflict,
  JournalUnavailable,
  JournalUnsure,
  type Keeping,
  type MatchHead,
  type MatchName,
  type Position,
} from "./journal.ts";
import type { JournalStore, KeptRows } from "./store.ts";

const KEYS = {
  /** Hash: a match's name and where its log stands. */
  head: (match: string) => `journal:head:${match}`,
  /** Stream: a match's rows, with ids `<epoch>-<n>`. */
  log: (match: string) => `journal:log:${match}`,
  /** Hash: the match that a code leads to. */
  codes: "journal:codes",
  /** Sorted set: matches by the time at which they may be forgotten, ms since 1970. */
  ends: "journal:ends",
};

/** How many matches are forgotten at once. */
const SOME = 100;

/** KEYS: head, log, codes, ends. ARGV: match, code, game, end, the prefix of heads, then rows. */
const CREATE = `
if redis.call("exists", KEYS[1]) == 1 then return "beginning" end
local holder = redis.call("hget", KEYS[3], ARGV[2])
if holder and redis.call("hget", ARGV[5] .. holder, "over") == "0" then return "code " .. ARGV[2] end
for i = 6, #ARGV do redis.call("xadd", KEYS[2], "1-" .. (i - 5), "row", ARGV[i]) end
redis.call("hset", KEYS[1], "match", ARGV[1], "code", ARGV[2], "game", ARGV[3], "epoch", 1, "n", #ARGV - 5, "over", 0)
redis.call("hset", KEYS[3], ARGV[2], ARGV[1])
redis.call("zadd", KEYS[4], ARGV[4], ARGV[1])
return ""`;

/** KEYS: head, log, ends. ARGV: match, epoch, n, over, its end if it is over, its end if not, then rows. */
const APPEND = `
local at = redis.call("hmget", KEYS[1], "epoch", "n", "over")
if at[1] ~= ARGV[2] or at[2] ~= ARGV[3] then return 0 end
for i = 7, #ARGV do redis.call("xadd", KEYS[2], ARGV[2] .. "-" .. (ARGV[3] + i - 6), "row", ARGV[i]) end
local over = (at[3] == "1" or ARGV[4] == "1") and 1 or 0
redis.call("hset", KEYS[1], "n", ARGV[3] + #ARGV - 6, "over", over)
redis.call("zadd", KEYS[3], over == 1 and ARGV[5] or ARGV[6], ARGV[1])
return 1`;

/** KEYS: head, log. ARGV: what to add to the epoch. */
const READ = `
if redis.call("exists", KEYS[1]) == 0 then return false end
local epoch = redis.call("hincrby", KEYS[1], "epoch", ARGV[1])
return { epoch, redis.call("xrange", KEYS[2], "-", "+") }`;

/** KEYS: head, log, codes, ends. ARGV: match. */
const FORGET = `
local code = redis.call("hget", KEYS[1], "code")
if code and redis.call("hget", KEYS[3], code) == ARGV[1] then redis.call("hdel", KEYS[3], code) end
redis.call("del", KEYS[1], KEYS[2])
redis.call("zrem", KEYS[4], ARGV[1])`;

/**
 * A store that all servers of a cluster share. What it holds is as durable as Redis is told to make it
 * (`appendfsync always`).
 */
export class RedisStore implements JournalStore {
  readonly #redis: Redis;
  readonly #keeping: Keeping;
  readonly #now: () => number;

  /** @param redis closed by whoever opened it */
  constructor(redis: Redis, keeping: Keeping, now: () => number = Date.now) {
    this.#redis = redis;
    this.#keeping = keeping;
    this.#now = now;
  }

  async create({ match, code, game }: MatchName, rows: readonly string[]): Promise<void> {
    const keys = [KEYS.head(match), KEYS.log(match), KEYS.codes, KEYS.ends];
    const end = this.#now() + this.#keeping.unfinished;
    const args = [match, code, game, end, KEYS.head(""), ...rows];
    const taken = await known(this.#redis.eval(CREATE, keys.length, ...keys, ...args));
    if (taken !== "") throw new JournalConflict(match, String(taken));
  }

  async append(match: string, at: Position, rows: readonly string[], over: boolean): Promise<void> {
    const keys = [KEYS.head(match), KEYS.log(match), KEYS.ends];
    const { finished, unfinished } = this.#keeping;
    const now = this.#now();
    const args = [match, at.epoch, at.n, over ? 1 : 0, now + finished, now + unfinished, ...rows];
    const added = await written(this.#redis.eval(APPEND, keys.length, ...keys, ...args));
    if (added !== 1) throw new JournalConflict(match, `fact ${at.n + 1}`);
  }

  takeOver(match: string): Promise<KeptRows | null> {
    return this.#read(match, 1);
  }

  read(match: string): Promise<KeptRows | null> {
    return this.#read(match, 0);
  }

  async headOf(idOrCode: string): Promise<MatchHead | null> {
    const head = await known(this.#redis.hgetall(KEYS.head(idOrCode)));
    if (head["match"] !== undefined) return headIn(head);
    const match = await known(this.#redis.hget(KEYS.codes, idOrCode));
    const found = match === null ? {} : await known(this.#redis.hgetall(KEYS.head(match)));
    return found["match"] === undefined ? null : headIn(found);
  }

  async headsOf(matches: readonly string[]): Promise<MatchHead[]> {
    const asked = this.#redis.pipeline(matches.map((match) => ["hgetall", KEYS.head(match)]));
    const answers = (await known(asked.exec())) ?? [];
    return answers.flatMap(([error, found]) => {
      if (error) throw new JournalUnavailable(error);
      const head = found as Record<string, string>;
      return head["match"] === undefined ? [] : [headIn(head)];
    });
  }

  async forget(): Promise<number> {
    const old = await known(this.#redis.zrangebyscore(KEYS.ends, 0, `(${this.#now()}`, "LIMIT", 0, SOME));
    for (const match of old) {
      const keys = [KEYS.head(match), KEYS.log(match), KEYS.codes, KEYS.ends];
      await known(this.#redis.eval(FORGET, keys.length, ...keys, match));
    }
    return old.length;
  }

  async close(): Promise<void> {}

  async #read(match: string, raise: 0 | 1): Promise<KeptRows | null> {
    const kept = await known(this.#redis.eval(READ, 2, KEYS.head(match), KEYS.log(match), raise));
    if (kept === null) return null;
    const [epoch, entries] = kept as [number, readonly [string, readonly [string, string]][]];
    return { epoch, rows: entries.map(([, [, row]]) => row) };
  }
}

function headIn(head: Record<string, string>): MatchHead {
  const { match = "", code = "", game = "", epoch, over } = head;
  return { match, code, game, epoch: Number(epoch), over: over === "1" };
}

async function written<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isKnown(error) ? new JournalUnavailable(error) : new JournalUnsure(error);
  }
}

/** Redis itself refused, or was never asked; else the connection broke, or it took too long. */
function isKnown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "ReplyError" || error.message.startsWith("Stream isn't writeable");
}

async function known<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new JournalUnavailable(error);
  }
}
