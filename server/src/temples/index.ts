import type { Logger } from "pino";
import type { Cluster } from "../cluster/cluster.ts";
import { type CallMatch, type Temples, templesTopic } from "../match/temples/contract.ts";
import type { Random } from "../random.ts";
import { refuse } from "../refusal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Time } from "../time.ts";
import { isMatchGone } from "./bindings.ts";
import { defineTemplesRoom } from "./room.ts";
import { createServices } from "./services.ts";
import { createMemoryStore, MemoryLeases } from "./store/memory-store.ts";
import { MemoryCodes } from "./store/memory-codes.ts";
import { RedisCodes } from "./store/redis-codes.ts";
import { RedisLeases } from "./store/redis-leases.ts";
import { SqlTempleStore } from "./store/sql-store.ts";
import type { TempleStore } from "./store/temple-store.ts";

export interface TemplesOptions {
  /** Stores what is durable of temples; `null`: nothing is stored on disk. */
  readonly database: SqlDatabase | null;
  readonly cluster: Pick<Cluster, "presence" | "locks" | "redis">;
  readonly callMatch: CallMatch;
  /** The id of this process. */
  readonly processId: string;
  readonly time: Time;
  readonly random: Random;
  readonly log: Logger;
}

/** Opens the server's side of temples (docs/temple-protocol.md). Call it after the matchmaker was opened. */
export async function openTemples(options: TemplesOptions): Promise<Temples> {
  const { processId, time, random, log } = options;
  const { presence, locks, redis } = options.cluster;
  const store = openStore(options);

  /** Calls a match. If it is gone, the bindings to it end. */
  const callMatch: CallMatch = (match, method, ...args) => {
    const answer = options.callMatch(match, method, ...args);
    answer.catch((error: unknown) => {
      if (isMatchGone(error)) notices.handle({ kind: "closed", match });
    });
    return answer;
  };

  const ports = { store, presence, locks, redis, callMatch, time, random, log };
  const { credentials, bridges, pairing, requests, notices } = createServices(ports);

  await presence.subscribe(templesTopic(processId), notices.handle);
  return {
    room: defineTemplesRoom(requests, log),
    pair: (match, seat, holder, client, code) => pairing.pair(match, seat, holder, client, code),
    unpair: (match, seat) => pairing.unpair(match, seat),
    enrol: (templeId) => credentials.enrol(templeId),
    async list() {
      const enrolled = await credentials.list();
      return Promise.all(
        enrolled.map(async ({ templeId, enrolledAt }) => ({
          templeId,
          enrolledAt,
          online: await bridges.isOnline(templeId),
          match: (await store.bindings.find(templeId))?.match ?? null,
        })),
      );
    },
    async revoke(templeId) {
      const wasEnrolled = await credentials.revoke(templeId);
      // Also of a temple that is not enrolled: an earlier revocation may have failed here.
      const wasBound = await pairing.revokeTemple(templeId);
      if (!wasEnrolled && !wasBound) throw refuse("unknown-temple");
    },
    localSeats: (match) => pairing.findLocalSeats(match),
    // Reading the tables of its temples restores the match.
    restore: (match) => notices.handle({ kind: "table", match }),
    async close() {
      await presence.unsubscribe(templesTopic(processId), notices.handle);
      notices.close();
    },
  };
}

function openStore({ database, cluster, time, random }: TemplesOptions): TempleStore {
  if (database === null) return createMemoryStore(time, random);
  return new SqlTempleStore(
    database,
    cluster.redis
      ? { codes: new RedisCodes(cluster.redis, random), leases: new RedisLeases(cluster.redis) }
      : { codes: new MemoryCodes(time, random), leases: new MemoryLeases(time) },
  );
}
