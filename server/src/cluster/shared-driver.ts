import type { IRoomCache, SortOptions } from "@colyseus/core";
import { RedisDriver } from "@colyseus/redis-driver";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { orUnavailable } from "./unavailable.ts";

/** The Redis key under which Colyseus' driver stores the listings. */
const LISTINGS = "roomcaches";

/**
 * Stores a listing of process `ARGV[3]`, unless another process has listed a room of this id since: a bot account's, after this process was counted as gone.
 * Where `ARGV[4]` is empty, only if the room is listed: Colyseus changes the listing of a closing room once more after it has removed it
 * (docs/colyseus.md, "Listed after its end").
 */
const STORE = `local listed = redis.call("hget", KEYS[1], ARGV[1])
if listed and cjson.decode(listed).processId ~= ARGV[3] then return nil end
if not listed and ARGV[4] == "" then return nil end
return redis.call("hset", KEYS[1], ARGV[1], ARGV[2])`;

/** Removes the listing of a room of process `ARGV[2]`. */
const REMOVE = `local listed = redis.call("hget", KEYS[1], ARGV[1])
if listed and cjson.decode(listed).processId == ARGV[2] then return redis.call("hdel", KEYS[1], ARGV[1]) end
return 0`;

type ListingChange = Parameters<RedisDriver["update"]>[1];

/**
 * Colyseus' driver over Redis: the listing of all rooms. Reads reject with `unavailable` while Redis is away. Writes do
 * not, since matches in play must go on: `restore` repairs the listing afterwards.
 */
export class SharedDriver extends RedisDriver {
  readonly #redis: Redis;
  readonly #log: Logger;
  /** The rooms of this process that it lists, by their ids. Others remove them if they count this process as gone. */
  readonly #own = new Map<string, IRoomCache>();
  /** The id of this process; `null`: it has had no room yet. */
  #processId: string | null = null;

  constructor(redis: Redis, log: Logger) {
    super(redis);
    this.#redis = redis;
    this.#log = log;
  }

  override async query(conditions: Partial<IRoomCache>, sortOptions?: SortOptions): Promise<IRoomCache[]> {
    try {
      return await super.query(conditions, sortOptions);
    } catch {
      // Otherwise all later reads would share this failed one (docs/colyseus.md, "Redis away").
      this["_concurrentRoomCacheRequest"] = undefined;
      this["_roomCacheRequestByName"] = {};
      return orUnavailable(Promise.reject(new Error("no listings")));
    }
  }

  override findOne(conditions: Partial<IRoomCache>, sortOptions?: SortOptions): Promise<IRoomCache> {
    return orUnavailable(super.findOne(conditions, sortOptions));
  }

  override findByIds(roomIds: string[]): Promise<Map<string, IRoomCache>> {
    return orUnavailable(super.findByIds(roomIds));
  }

  /**
   * Lists a room unless its id is listed already: when two processes create the same room, one of them wins. A room of this process is also there
   * while others have removed its listing.
   */
  async insert(room: IRoomCache): Promise<boolean> {
    const { roomId, processId } = room;
    this.#processId = processId;
    const former = this.#own.get(roomId);
    if (former !== undefined) {
      await this.persist(former, true);
      return false;
    }
    this.#own.set(roomId, room);
    let isListed = false;
    try {
      isListed = (await orUnavailable(this.#redis.hsetnx(LISTINGS, roomId, JSON.stringify(room)))) === 1;
    } finally {
      if (!isListed) this.#own.delete(roomId);
    }
    return isListed;
  }

  override async update(room: IRoomCache, { $set, $inc = {} }: ListingChange): Promise<boolean> {
    const counted = Object.entries($inc).map(([field, by]) => [
      field,
      Number(room[field as keyof IRoomCache]) + by,
    ]);
    Object.assign(room, $set, Object.fromEntries(counted));
    return this.persist(room);
  }

  /** Stores a listing, unless another process has a room of its id; unless `create` is set, only if the room is listed. */
  override async persist(room: IRoomCache, create = false): Promise<boolean> {
    const { roomId, processId } = room;
    const given = [roomId, JSON.stringify(room), processId, create ? "create" : ""];
    return this.#redis.eval(STORE, 1, LISTINGS, ...given).then((answer) => answer !== null, this.#logMissed);
  }

  /** Removes a room of this process. */
  override async remove(roomId: string): Promise<boolean> {
    this.#own.delete(roomId);
    return this.#processId === null ? false : this.#unlist({ roomId, processId: this.#processId });
  }

  #unlist({ roomId, processId }: Pick<IRoomCache, "roomId" | "processId">): Promise<boolean> {
    return this.#redis
      .eval(REMOVE, 1, LISTINGS, roomId, processId)
      .then((removed) => removed === 1, this.#logMissed);
  }

  override async cleanup(processId: string): Promise<void> {
    const listed = await this.query({ processId }).catch(this.#logMissed);
    if (listed) await Promise.all(listed.map((room) => this.#unlist(room)));
  }

  /** Makes the listing hold exactly the rooms of this process, also those that are created or removed meanwhile. */
  async restore(processId: string): Promise<void> {
    const listed = await this.query({ processId });
    for (const room of listed) if (!this.#own.has(room.roomId)) await this.#unlist(room);
    for (const room of this.#own.values()) await this.persist(room, true);
  }

  readonly #logMissed = (err: unknown): false => {
    this.#log.debug({ err }, "listing not written");
    return false;
  };
}
