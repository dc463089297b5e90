import { findImage, findUpdate } from "@flower-war/protocol";
import type { Logger } from "pino";
import type { Cluster } from "../cluster/cluster.ts";
import { type CallMatch, type Temples, templesTopic } from "../match/temples/contract.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { Random } from "../random.ts";
import { refuse } from "../refusal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { Time } from "../time.ts";
import { isMatchGone } from "./bindings.ts";
import { defineTemplesRoom } from "./room.ts";
import { createServices } from "./services.ts";
import { MemoryCodes, RedisCodes } from "./store/codes.ts";
import { MemoryLeases, RedisLeases } from "./store/leases.ts";
import { TempleStore } from "./store/temple-store.ts";

export interface TemplesOptions {
  readonly database: SqlDatabase;
  readonly cluster: Pick<Cluster, "presence" | "locks" | "redis">;
  readonly callMatch: CallMatch;
  /** Whether players whose address is private can choose a temple without its code (P-6). */
  readonly nearbyPairing: boolean;
  readonly quotas: Quotas;
  /** The id of this process. */
  readonly processId: string;
  readonly time: Time;
  readonly random: Random;
  readonly log: Logger;
}

/** Opens the server's side of temples (docs/temple-protocol.md). Call it after the matchmaker was opened. */
export async function openTemples(options: TemplesOptions): Promise<Temples> {
  const { processId, nearbyPairing, quotas, time, random, log } = options;
  const { presence, locks } = options.cluster;
  const store = openStore(options);

  /** Calls a match. If it is gone, the bindings to it end. */
  const callMatch: CallMatch = (match, method, ...args) => {
    const answer = options.callMatch(match, method, ...args);
    answer.catch((error: unknown) => {
      if (isMatchGone(error)) notices.handle({ kind: "closed", match });
    });
    return answer;
  };

  const ports = { store, presence, locks, quotas, callMatch, nearbyPairing, time, random, log };
  const { credentials, health, bridges, pairing, nearby, requests, notices } = createServices(ports);

  await presence.subscribe(templesTopic(processId), notices.handle);
  return {
    room: defineTemplesRoom(requests, bridges, log),
    pair: (match, seat, holder, client, code) => pairing.pair(match, seat, holder, client, code),
    listNearby: (match, client) => nearby.list(match, client),
    ask: (asker, client, templeId) => nearby.ask(asker, client, templeId),
    stopAsking: (match, seat) => nearby.stop(match, seat),
    unpair: (match, seat) => pairing.unpair(match, seat),
    enrol: (templeId) => credentials.enrol(templeId),
    findBroker: () => bridges.findBroker(),
    async list() {
      const [enrolled, bindings, reported] = await Promise.all([
        credentials.list(),
        store.bindings.list(),
        health.list(),
      ]);
      const matches = new Map(bindings.map(({ templeId, match }) => [templeId, match]));
      return Promise.all(
        enrolled.map(async ({ templeId, enrolledAt }) => ({
          templeId,
          enrolledAt,
          online: await bridges.isOnline(templeId),
          match: matches.get(templeId) ?? null,
          health: reported.get(templeId) ?? null,
        })),
      );
    },
    async revoke(templeId) {
      const wasEnrolled = await credentials.revoke(templeId);
      // Also of a temple that is not enrolled: an earlier revocation may have failed here.
      await health.remove(templeId);
      const wasBound = await pairing.revokeTemple(templeId);
      if (!wasEnrolled && !wasBound) throw refuse("unknown-temple");
    },
    async update(templeId, images) {
      await credentials.requireEnrolled(templeId);
      if (!(await bridges.isOnline(templeId))) throw refuse("temple-offline");
      const reported = await health.find(templeId);
      if (reported === null) throw refuse("unavailable");
      if (findImage(reported.fw, images) === null) throw refuse("no-image");
      const version = findUpdate(reported.fw, images);
      if (version === null) throw refuse("no-update");
      bridges.publish(templeId, "update", { templeId });
      return version;
    },
    localSeats: (match) => pairing.findLocalSeats(match),
    // Reading the tables of its temples restores the match.
    restore: (match) => notices.handle({ kind: "table", match }),
    async close() {
      await presence.unsubscribe(templesTopic(processId), notices.handle);
      notices.close();
      await nearby.close();
    },
  };
}

function openStore({ database, cluster, time, random }: TemplesOptions): TempleStore {
  return new TempleStore(
    database,
    cluster.redis
      ? { codes: new RedisCodes(cluster.redis, random), leases: new RedisLeases(cluster.redis) }
      : { codes: new MemoryCodes(time, random), leases: new MemoryLeases(time) },
  );
}
