import type { Logger } from "pino";
import type { Cluster } from "../cluster/cluster.ts";
import type { Database } from "../database/database.ts";
import { type CallMatch, type Temples, templesTopic } from "../match/temple-seam.ts";
import { assemble } from "./assemble.ts";
import { isGone } from "./gone.ts";
import { memoryStore } from "./memory-store.ts";
import { redisStore } from "./redis-store.ts";
import { templesRoom } from "./room.ts";
import { sqliteStore } from "./sqlite-store.ts";
import type { TempleStore } from "./store.ts";

interface Options {
  /** Where a server that is alone keeps what it knows of temples; `null`: it keeps nothing on disk. */
  readonly database: Database | null;
  readonly cluster: Cluster;
  readonly callMatch: CallMatch;
  readonly log: Logger;
}

/** Opens the server's side of temples (docs/temple-protocol.md). To be called when the matchmaker is set up. */
export async function openTemples({ database, cluster, callMatch, log }: Options): Promise<Temples> {
  const { presence, locks, redis } = cluster;
  const store = storeFor(database, cluster);

  /** Calls a bound match; a binding to one that is over and gone ends. */
  const call: CallMatch = (match, method, ...args) => {
    const answer = callMatch(match, method, ...args);
    answer.catch((error: unknown) => {
      if (isGone(error)) news.hear({ kind: "closed", match });
    });
    return answer;
  };

  const { credentials, bridges, pairing, desk, news, close } = assemble({
    store,
    presence,
    locks,
    redis,
    call,
    log,
  });

  await presence.subscribe(templesTopic(), news.hear);
  return {
    room: templesRoom(desk, log),
    pair: (...asked) => pairing.pair(...asked),
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
      await credentials.revoke(templeId);
      await pairing.expel(templeId);
    },
    localSeats: (match) => pairing.localSeats(match),
    lost: (match) => news.hear({ kind: "table", match }),
    async close() {
      await presence.unsubscribe(templesTopic(), news.hear);
      close();
    },
  };
}

function storeFor(database: Database | null, { redis }: Cluster): TempleStore {
  if (redis) return redisStore(redis);
  return database ? sqliteStore(database) : memoryStore();
}
