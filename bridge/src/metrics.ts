/** The bridge's metrics for Prometheus (docs/operate.md). A temple's id is never a label: labels need few values. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { subtractLagInterval } from "@flower-war/protocol/log";
import { isUnregistrable } from "@flower-war/protocol/sockets";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export const registry = new Registry();
const registers = [registry];

/** ms between two measurements of the event loop's lag. Each wakes the process. */
const LAG_INTERVAL = 50;

export const messagesReceived = new Counter({
  name: "flower_war_bridge_messages_heard_total",
  help: "Messages received from temples, by channel.",
  labelNames: ["channel"],
  registers,
});

export const messagesSent = new Counter({
  name: "flower_war_bridge_messages_said_total",
  help: "Messages sent to temples, by channel.",
  labelNames: ["channel"],
  registers,
});

export const messagesDropped = new Counter({
  name: "flower_war_bridge_messages_dropped_total",
  help: "Messages dropped because a temple sent too many; its next report recovers them.",
  registers,
});

export const messagesFaulty = new Counter({
  name: "flower_war_bridge_messages_faulty_total",
  help: "Messages from temples that were rejected (temple protocol M-2), by fault.",
  labelNames: ["fault"],
  registers,
});

export const connectionsRefused = new Counter({
  name: "flower_war_bridge_connections_refused_total",
  help: "Connections refused by the embedded broker, by CONNACK return code.",
  labelNames: ["code"],
  registers,
});

export const connectionsCut = new Counter({
  name: "flower_war_bridge_connections_cut_total",
  help: "Connections that the embedded broker closed or refused because of limits, by reason.",
  labelNames: ["reason"],
  registers,
});

export const verdicts = new Counter({
  name: "flower_war_bridge_verdicts_total",
  help: "Verdicts sent to temples, one for each run of beads with the same verdict.",
  labelNames: ["verdict", "reason"],
  registers,
});

export const judgeSeconds = new Histogram({
  name: "flower_war_bridge_judge_seconds",
  help: "Time from a verdict request to the server's answer.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const serverConnected = new Gauge({
  name: "flower_war_bridge_link_up",
  help: "1 while the bridge is connected to the match server.",
  registers,
});

export const brokerConnected = new Gauge({
  name: "flower_war_bridge_broker_connected",
  help: "1 while the bridge is connected to the MQTT broker.",
  registers,
});

export const templesOnline = new Gauge({
  name: "flower_war_bridge_temples_online",
  help: "Temples online at this bridge.",
  registers,
});

export const templeResets = new Counter({
  name: "flower_war_bridge_temple_resets_total",
  help: "Times that a temple started again while this bridge knew it, by the cause that it names.",
  labelNames: ["cause"],
  registers,
});

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts to measure this process, and serves `GET /metrics` on a port of its own, which no reverse proxy forwards; with 421 to names that a stranger's page could have lead here.
 * @param port 0: any free port
 */
export async function startMetricsServer(port: number): Promise<MetricsServer> {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_INTERVAL });
  subtractLagInterval(registry, LAG_INTERVAL);
  const server = createServer(({ method, url, headers: { host = "" } }, response) => {
    if (!isUnregistrable(host)) response.writeHead(421).end();
    else if (method === "GET" && url === "/metrics") void respond(response);
    else response.writeHead(404).end();
  });
  server.listen(port);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.setHeader("Content-Type", registry.contentType).end(text);
}
