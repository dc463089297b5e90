import type { Presence } from "@colyseus/core";
import type { Locks } from "../cluster/locks.ts";
import type { CallMatch } from "../match/temples/contract.ts";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { BridgeRegistry } from "./bridge-registry.ts";
import { BridgeRequests } from "./bridge-requests.ts";
import { Credentials } from "./credentials.ts";
import { HealthReports } from "./health-reports.ts";
import { Judge } from "./judge.ts";
import { MatchNotices } from "./match-notices.ts";
import { NearbyPairing } from "./nearby-pairing.ts";
import { Pairing } from "./pairing.ts";
import type { TempleStore } from "./store/temple-store.ts";
import { TablePublisher } from "./table-publisher.ts";
import { TempleQueues } from "./temple-queues.ts";

/** The dependencies of the services for temples. */
export interface TemplePorts extends Ports {
  readonly store: TempleStore;
  /** Carries messages to bridges of other processes. */
  readonly presence: Presence;
  readonly locks: Locks;
  readonly quotas: Quotas;
  readonly callMatch: CallMatch;
  /** Whether players whose address is private can choose a temple without its code (P-6). */
  readonly nearbyPairing: boolean;
}

export type TempleServices = ReturnType<typeof createServices>;

/** Creates the services for temples, whatever the store is and wherever the matches are. */
export function createServices(ports: TemplePorts) {
  const { store, presence, locks, quotas, callMatch, time, random } = ports;
  const { bindings, ledgers } = store;
  const bridges = new BridgeRegistry(presence);
  const queues = new TempleQueues(time);
  const credentials = new Credentials(store.credentials, time, random);
  const health = new HealthReports(presence, time);
  const tables = new TablePublisher(bindings, bridges, queues, callMatch);
  const judge = new Judge(bindings, ledgers, queues, locks, callMatch);
  const pairing = new Pairing({ store, locks, bridges, tables, judge, callMatch, quotas });
  const nearby = new NearbyPairing({ ...ports, credentials, bridges, pairing });
  const requests = new BridgeRequests({
    store,
    credentials,
    health,
    bridges,
    queues,
    tables,
    pairing,
    nearby,
    judge,
    callMatch,
  });
  const notices = new MatchNotices(bindings, tables, pairing, ports);
  return { credentials, health, bridges, pairing, nearby, requests, notices };
}
