import { findImage, findUpdate } from "@flower-war/protocol/operator";
import type { Cluster } from "../cluster/cluster.ts";
import { expiringKeys } from "../cluster/expiring-keys.ts";
import { type CallMatch, type Temples, templesTopic } from "../match/temples/contract.ts";
import { refuse } from "../refusal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import { isMatchGone } from "./bindings.ts";
import { defineTemplesRoom } from "./room.ts";
import type { TemplePorts } from "./ports.ts";
import { createServices } from "./services.ts";
import { TempleStore } from "./store/temple-store.ts";

export interface TemplesOptions extends Omit<TemplePorts, "store" | "presence" | "processes" | "locks"> {
  readonly database: SqlDatabase;
  readonly cluster: Pick<Cluster, "presence" | "locks" | "redis" | "isAlive">;
  /** The id of this process. */
  readonly processId: string;
}

/** Opens the server's side of temples (docs/temple-protocol.md). Call it after the matchmaker was opened. */
export async function openTemples(options: TemplesOptions): Promise<Temples> {
  const { database, cluster, processId, time, random, log } = options;
  const { presence, redis } = cluster;
  const store = new TempleStore(database, expiringKeys(redis, time), random);

  /** Calls a match. If it is gone, the bindings to it end. */
  const callMatch: CallMatch = (match, method, ...args) => {
    const answer = options.callMatch(match, method, ...args);
    answer.catch((error: unknown) => {
      if (isMatchGone(error)) notices.handle({ kind: "closed", match });
    });
    return answer;
  };

  const processes = { processId, isAlive: (id: string) => cluster.isAlive(id) };
  const ports = { ...options, ...cluster, processes, store, callMatch };
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
    announce: () => requests.announce(),
    async close() {
      await presence.unsubscribe(templesTopic(processId), notices.handle);
      notices.close();
      await nearby.close();
    },
  };
}
