import { BridgeRegistry } from "./bridge-registry.ts";
import { BridgeRequests } from "./bridge-requests.ts";
import { Credentials } from "./credentials.ts";
import { HealthReports } from "./health-reports.ts";
import { Judge } from "./judge.ts";
import { MatchNotices } from "./match-notices.ts";
import { NearbyPairing } from "./nearby-pairing.ts";
import { Pairing } from "./pairing.ts";
import type { TemplePorts } from "./ports.ts";
import { TablePublisher } from "./table-publisher.ts";
import { TempleQueues } from "./temple-queues.ts";

export type TempleServices = ReturnType<typeof createServices>;

/** Creates the services for temples, whatever the store is and wherever the matches are. */
export function createServices(ports: TemplePorts) {
  const bridges = new BridgeRegistry(ports.presence, ports.processes);
  const queues = new TempleQueues(ports.time);
  const credentials = new Credentials(ports);
  const health = new HealthReports(ports);
  const tables = new TablePublisher(ports, bridges, queues);
  const judge = new Judge(ports, queues);
  const pairing = new Pairing({ ...ports, bridges, tables, judge });
  const nearby = new NearbyPairing({ ...ports, credentials, bridges, pairing });
  const own = { credentials, health, bridges, pairing, nearby };
  const requests = new BridgeRequests({ ...ports, ...own, queues, tables, judge });
  return { ...own, requests, notices: new MatchNotices(ports, tables, pairing) };
}
