import { join } from "node:path";
import { matchMaker } from "@colyseus/core";
import type { Logger } from "pino";
import type { Cluster } from "../cluster/cluster.ts";
import { roomIdOf } from "../match/room.ts";
import { type CallMatch, callRoom, type Temples, templesTopic } from "../match/temple-seam.ts";
import { assemble } from "./assemble.ts";
import { memoryStore } from "./memory-store.ts";
import { redisStore } from "./redis-store.ts";
import { templesRoom } from "./room.ts";
import { openStore } from "./sqlite-store.ts";
import type { TempleStore } from "./store.ts";

export { StoreError } from "./sqlite-store.ts";

interface Options {
  /** Where a server that is alone keeps `temples.db`; `null`: it keeps nothing on disk. */
  readonly dataDir: string | null;
  readonly cluster: Cluster;
  readonly log: Logger;
}

/**
 * Opens the server's side of temples (docs/temple-protocol.md). To be called when the matchmaker is set up.
 * @throws StoreError if the file in `dataDir` cannot be used
 */
export async function openTemples({ dataDir, cluster, log }: Options): Promise<Temples> {
  const { presence, locks } = cluster;
  const store = storeFor(dataDir, cluster);

  /** Calls a bound match; a binding to one that is gone, with its process, ends. */
  const call: CallMatch = (match, method, ...args) => {
    const answer = callRoom(roomIdOf(match), method, ...args);
    answer.catch(() => endIfGone(match));
    return answer;
  };

  const { credentials, pairing, desk, news, close } = assemble({ store, presence, locks, call, log });

  async function endIfGone(match: string): Promise<void> {
    try {
      if (await matchMaker.getRoomById(roomIdOf(match))) return;
      news.hear({ kind: "closed", match });
    } catch (err) {
      log.debug({ err, match }, "cannot tell whether a match is gone");
    }
  }

  await presence.subscribe(templesTopic(), news.hear);
  return {
    room: templesRoom(desk, log),
    pair: (match, seat, client, code) => pairing.pair(match, seat, client, code),
    unpair: (match, seat) => pairing.unpair(match, seat),
    enrol: (templeId) => credentials.enrol(templeId),
    async revoke(templeId) {
      await credentials.revoke(templeId);
      await pairing.expel(templeId);
    },
    lost: (match) => news.hear({ kind: "closed", match }),
    async close() {
      await presence.unsubscribe(templesTopic(), news.hear);
      close();
    },
  };
}

function storeFor(dataDir: string | null, { redis }: Cluster): TempleStore {
  if (redis) return redisStore(redis);
  return dataDir === null ? memoryStore() : openStore(join(dataDir, "temples.db"));
}
