import type { Redis } from "ioredis";
import { MIGRATIONS } from "../database/schema.ts";
import { StartError } from "../start-error.ts";
import {
  JournalConflict,
  JournalDamaged,
  JournalUnavailable,
  JournalUnsure,
  type Keeping,
  type MatchHead,
  type MatchName,
  type Position,
} from "./journal.ts";
import { headIn, rowsIn, type StreamEntry, sealed, soundHeadIn } from "./redis-rows.ts";
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
  /** The version that wrote here: the highest of all. */
  version: "journal:version",
};

/** What is kept in Redis and in a file changes together: facts are the same in both. */
const VERSION = MIGRATIONS.length;

/** How many matches are forgotten at once. */
const SOME = 100;

/** KEYS: head, log, codes, ends. ARGV: match, code, game, end, the prefix of heads, then rows and their seals. */
const CREATE = `
if redis.call("exists", KEYS[1]) == 1 then return "beginning" end
local holder = redis.call("hget", KEYS[3], ARGV[2])
if holder and redis.call("hget", ARGV[5] .. holder, "over") == "0" then return "code " .. ARGV[2] end
for i = 6, #ARGV, 2 do redis.call("xadd", KEYS[2], "1-" .. (i - 4) / 2, "row", ARGV[i], "crc", ARGV[i + 1]) end
local n = (#ARGV - 5) / 2
redis.call("hset", KEYS[1], "match", ARGV[1], "code", ARGV[2], "game", ARGV[3], "epoch", 1, "n", n, "over", 0)
redis.call("hset", KEYS[3], ARGV[2], ARGV[1])
redis.call("zadd", KEYS[4], ARGV[4], ARGV[1])
return ""`;

/** KEYS: head, log, ends. ARGV: match, epoch, n, over, its end if it is over, its end if not, then rows and their seals. */
const APPEND = `
local at = redis.call("hmget", KEYS[1], "epoch", "n", "over")
if at[1] ~= ARGV[2] or at[2] ~= ARGV[3] then return 0 end
local n = ARGV[3]
for i = 7, #ARGV, 2 do
  n = n + 1
  redis.call("xadd", KEYS[2], ARGV[2] .. "-" .. n, "row", ARGV[i], "crc", ARGV[i + 1])
end
local over = (at[3] == "1" or ARGV[4] == "1") and 1 or 0
redis.call("hset", KEYS[1], "n", n, "over", over)
redis.call("zadd", KEYS[3], over == 1 and ARGV[5] or ARGV[6], ARGV[1])
return 1`;

/** KEYS: version. ARGV: ours. Gives the highest. */
const RAISE = `
local before = tonumber(redis.call("get", KEYS[1])) or 0
if before < tonumber(ARGV[1]) then redis.call("set", KEYS[1], ARGV[1]) end
return math.max(before, ARGV[1])`;

/** KEYS: head, log. ARGV: what to add to the epoch. */
const READ = `
if redis.call("exists", KEYS[1]) == 0 then return false end
local epoch = redis.call("hincrby", KEYS[1], "epoch", ARGV[1])
return { epoch, redis.call("hget", KEYS[1], "n"), redis.call("xrange", KEYS[2], "-", "+") }`;

/** KEYS: head, log, codes, ends. ARGV: match. */
const FORGET = `
local code = redis.pcall("hget", KEYS[1], "code")
if type(code) == "string" and redis.call("hget", KEYS[3], code) == ARGV[1] then redis.call("hdel", KEYS[3], code) end
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

  /**
   * The store in a Redis whose journal this version can read.
   * @throws `StartError` if a newer one wrote there, or it cannot be written
   */
  static async open(redis: Redis, keeping: Keeping): Promise<RedisStore> {
    const version = Number(
      await redis.eval(RAISE, 1, KEYS.version, VERSION).catch((error: unknown) => {
        throw new StartError(`REDIS_URL cannot be used: ${String(error)}.`, error);
      }),
    );
    if (version > VERSION) {
      throw new StartError(
        `REDIS_URL cannot be used (database-newer): a newer Flower War wrote there (its version is ${version}, this one reads up to ${VERSION}).`,
      );
    }
    return new RedisStore(redis, keeping);
  }

  async create({ match, code, game }: MatchName, rows: readonly string[]): Promise<void> {
    const keys = [KEYS.head(match), KEYS.log(match), KEYS.codes, KEYS.ends];
    const end = this.#now() + this.#keeping.unfinished;
    const args = [match, code, game, end, KEYS.head(""), ...sealed(match, { epoch: 1, n: 0 }, rows)];
    const taken = await known(this.#redis.eval(CREATE, keys.length, ...keys, ...args));
    if (taken !== "") throw new JournalConflict(match, String(taken));
  }

  async append(match: string, at: Position, rows: readonly string[], over: boolean): Promise<void> {
    const keys = [KEYS.head(match), KEYS.log(match), KEYS.ends];
    const { finished, unfinished } = this.#keeping;
    const now = this.#now();
    const args = [
      match,
      at.epoch,
      at.n,
      over ? 1 : 0,
      now + finished,
      now + unfinished,
      ...sealed(match, at, rows),
    ];
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
    const head = await this.#headOf(idOrCode);
    if (head) return head;
    const match = await known(this.#redis.hget(KEYS.codes, idOrCode));
    return match === null ? null : this.#headOf(match);
  }

  async headsOf(matches: readonly string[]): Promise<MatchHead[]> {
    const asked = this.#redis.pipeline(matches.map((match) => ["hgetall", KEYS.head(match)]));
    const answers = (await known(asked.exec())) ?? [];
    return answers.flatMap(([error, found], i) => {
      if (error && !isOutOfShape(error)) throw new JournalUnavailable(error);
      const head = error ? null : soundHeadIn(matches[i] ?? "", found as Record<string, string>);
      return head ? [head] : [];
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

  async #headOf(match: string): Promise<MatchHead | null> {
    return headIn(match, await whole(match, this.#redis.hgetall(KEYS.head(match))));
  }

  async #read(match: string, raise: 0 | 1): Promise<KeptRows | null> {
    const kept = await whole(match, this.#redis.eval(READ, 2, KEYS.head(match), KEYS.log(match), raise));
    if (kept === null) return null;
    const [epoch, n, entries] = kept as [number, string, readonly StreamEntry[]];
    return { epoch, rows: rowsIn(match, Number(n), entries) };
  }
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

/** As `known`, of what concerns one match: @throws `JournalDamaged` if it is not of the kind that we keep. */
async function whole<T>(match: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isOutOfShape(error) ? new JournalDamaged(match, error) : new JournalUnavailable(error);
  }
}

/** Redis found something else under a key, or in a field, than we put there. */
function isOutOfShape(error: unknown): boolean {
  return error instanceof Error && /WRONGTYPE|not an integer/.test(error.message);
}
