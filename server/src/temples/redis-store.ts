import type { BeadName, Judgement, Ledger } from "@flower-war/client-sdk/temple";
import type { Redis } from "ioredis";
import { orUnavailable } from "../cluster/unavailable.ts";
import { beadId } from "./bead-id.ts";
import { type Binding, hasEnded } from "./bindings.ts";
import { CODE_LIFE, randomCode, readCode } from "./codes.ts";
import { ANSWERS_KEPT } from "./memory-store.ts";
import type {
  BindingStore,
  CodeStore,
  Credential,
  CredentialStore,
  LeaseStore,
  LedgerStore,
  Shown,
  TempleStore,
} from "./store.ts";

/**
 * A store that all processes of a cluster share. Every method rejects with `unavailable` while Redis is away. What is
 * kept is as durable as Redis is told to make it (`appendfsync always`).
 * @param redis closed by whoever opened it
 */
export function redisStore(redis: Redis): TempleStore {
  return {
    credentials: new RedisCredentials(redis),
    bindings: new RedisBindings(redis),
    ledgers: new RedisLedgers(redis),
    codes: new RedisCodes(redis),
    leases: new RedisLeases(redis),
    close() {},
  };
}

const KEYS = {
  /** Hash: a credential by temple. */
  credentials: "temples:credentials",
  /** Hash: a binding by temple. */
  bindings: "temples:bindings",
  /** Set: the temples bound to a match. */
  ofMatch: (match: string) => `temples:of-match:${match}`,
  /** Text: a temple's ledger. */
  ledger: (templeId: string) => `temples:ledger:${templeId}`,
  /** Hash: a temple's judgements by bead. */
  judgements: (templeId: string) => `temples:judgements:${templeId}`,
  /** List: the beads of that hash, oldest first. */
  judged: (templeId: string) => `temples:judged:${templeId}`,
  /** Text: the bridge that serves a temple, as long as its lease lives. */
  lease: (templeId: string) => `temples:lease:${templeId}`,
  /** Text: the code that a temple shows. */
  shown: (templeId: string) => `temples:shown:${templeId}`,
  /** Text: the temple that shows a code. */
  code: (code: string) => `temples:code:${code}`,
};

class RedisCredentials implements CredentialStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(credential: Credential): Promise<boolean> {
    const { templeId } = credential;
    const added = this.#redis.hsetnx(KEYS.credentials, templeId, JSON.stringify(credential));
    return (await orUnavailable(added)) === 1;
  }

  async find(templeId: string): Promise<Credential | null> {
    return parse(await orUnavailable(this.#redis.hget(KEYS.credentials, templeId))) as Credential | null;
  }

  async list(): Promise<readonly Credential[]> {
    const all = await orUnavailable(this.#redis.hvals(KEYS.credentials));
    return all.map((credential) => parse(credential) as Credential);
  }

  async remove(templeId: string): Promise<boolean> {
    return (await orUnavailable(this.#redis.hdel(KEYS.credentials, templeId))) === 1;
  }
}

/** Callers change a binding one at a time. */
class RedisBindings implements BindingStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async find(templeId: string): Promise<Binding | null> {
    return parse(await orUnavailable(this.#redis.hget(KEYS.bindings, templeId))) as Binding | null;
  }

  async ofMatch(match: string): Promise<readonly Binding[]> {
    const temples = await orUnavailable(this.#redis.smembers(KEYS.ofMatch(match)));
    const bindings = await Promise.all(temples.sort().map((templeId) => this.find(templeId)));
    return bindings.filter((binding) => binding?.match === match) as Binding[];
  }

  async save(...bindings: Binding[]): Promise<void> {
    const change = this.#redis.multi();
    for (const binding of bindings) {
      const { templeId, match } = binding;
      const before = await this.find(templeId);
      if (before) change.srem(KEYS.ofMatch(before.match), templeId);
      if (hasEnded(binding)) change.hdel(KEYS.bindings, templeId);
      else change.hset(KEYS.bindings, templeId, JSON.stringify(binding)).sadd(KEYS.ofMatch(match), templeId);
    }
    await orUnavailable(change.exec());
  }
}

/** KEYS: ledger, judgements, judged. ARGV: the ledger, how many judgements stay, then beads and judgements in turn. */
const KEEP = `
redis.call("set", KEYS[1], ARGV[1])
for i = 3, #ARGV, 2 do
  if redis.call("hset", KEYS[2], ARGV[i], ARGV[i + 1]) == 1 then redis.call("rpush", KEYS[3], ARGV[i]) end
end
while redis.call("llen", KEYS[3]) > tonumber(ARGV[2]) do
  redis.call("hdel", KEYS[2], redis.call("lpop", KEYS[3]))
end`;

class RedisLedgers implements LedgerStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async find(templeId: string): Promise<Ledger | null> {
    return parse(await orUnavailable(this.#redis.get(KEYS.ledger(templeId)))) as Ledger | null;
  }

  async judgement(templeId: string, name: BeadName): Promise<Judgement | null> {
    const kept = this.#redis.hget(KEYS.judgements(templeId), beadId(templeId, name));
    return parse(await orUnavailable(kept)) as Judgement | null;
  }

  async keep(templeId: string, ledger: Ledger, judgements: readonly Judgement[]): Promise<void> {
    const beads = judgements.flatMap((judgement) => [
      beadId(templeId, judgement.name),
      JSON.stringify(judgement),
    ]);
    const keys = [KEYS.ledger(templeId), KEYS.judgements(templeId), KEYS.judged(templeId)];
    await orUnavailable(
      this.#redis.eval(KEEP, keys.length, ...keys, JSON.stringify(ledger), ANSWERS_KEPT, ...beads),
    );
  }
}

/** KEYS: lease. ARGV: bridge, ms. Answers whether it is this bridge's now. */
const CLAIM = `
local holder = redis.call("get", KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call("set", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`;

/** KEYS: lease. ARGV: bridge. */
const RELEASE = `if redis.call("get", KEYS[1]) == ARGV[1] then redis.call("del", KEYS[1]) end`;

class RedisLeases implements LeaseStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async claim(templeId: string, bridge: string, life: number): Promise<boolean> {
    return (await orUnavailable(this.#redis.eval(CLAIM, 1, KEYS.lease(templeId), bridge, life))) === 1;
  }

  async release(templeId: string, bridge: string): Promise<void> {
    await orUnavailable(this.#redis.eval(RELEASE, 1, KEYS.lease(templeId), bridge));
  }
}

export class RedisCodes implements CodeStore {
  readonly #redis: Redis;
  readonly #draw: () => string;

  /** @param draw makes a code at random */
  constructor(redis: Redis, draw: () => string = randomCode) {
    this.#redis = redis;
    this.#draw = draw;
  }

  async show(templeId: string): Promise<Shown> {
    return (await this.#shown(templeId)) ?? this.#make(templeId);
  }

  async templeOf(entered: string): Promise<string | null> {
    return orUnavailable(this.#redis.get(KEYS.code(readCode(entered))));
  }

  async forget(templeId: string): Promise<void> {
    const shown = await this.#shown(templeId);
    if (shown) await orUnavailable(this.#redis.del(KEYS.shown(templeId), KEYS.code(shown.code)));
  }

  async #shown(templeId: string): Promise<Shown | null> {
    const key = KEYS.shown(templeId);
    const code = await orUnavailable(this.#redis.get(key));
    const life = await orUnavailable(this.#redis.pttl(key));
    return code === null || life <= 0 ? null : { code, expires: Math.ceil(life / 1000) };
  }

  async #make(templeId: string): Promise<Shown> {
    const code = this.#draw();
    if (!(await this.#claim(KEYS.code(code), templeId))) return this.#make(templeId);
    if (await this.#claim(KEYS.shown(templeId), code)) return { code, expires: CODE_LIFE };
    // Somebody else made one for this temple just now.
    await orUnavailable(this.#redis.del(KEYS.code(code)));
    return this.show(templeId);
  }

  /** Writes what lives as long as a code, if nothing is there. */
  async #claim(key: string, value: string): Promise<boolean> {
    return (await orUnavailable(this.#redis.set(key, value, "EX", CODE_LIFE, "NX"))) !== null;
  }
}

/** What we wrote there ourselves. */
function parse(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
