/** What the bridge has done and holds, for Prometheus (docs/operate.md). A temple's id is never a label. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export const registry = new Registry();
const registers = [registry];

collectDefaultMetrics({ register: registry });

export const messagesHeard = new Counter({
  name: "flower_war_bridge_messages_heard_total",
  help: "Messages of temples, by channel.",
  labelNames: ["channel"],
  registers,
});

export const messagesSaid = new Counter({
  name: "flower_war_bridge_messages_said_total",
  help: "Messages to temples, by channel.",
  labelNames: ["channel"],
  registers,
});

export const messagesDropped = new Counter({
  name: "flower_war_bridge_messages_dropped_total",
  help: "Messages of temples that said more than could be dealt with; their next report brings what they told.",
  registers,
});

export const messagesFaulty = new Counter({
  name: "flower_war_bridge_messages_faulty_total",
  help: "Messages of temples that are no good (temple protocol M-2), by fault.",
  labelNames: ["fault"],
  registers,
});

export const connectionsRefused = new Counter({
  name: "flower_war_bridge_connections_refused_total",
  help: "Connections that the embedded broker refused, by CONNACK return code.",
  labelNames: ["code"],
  registers,
});

export const verdicts = new Counter({
  name: "flower_war_bridge_verdicts_total",
  help: "Verdicts told to temples, one for each run of beads that fared alike.",
  labelNames: ["verdict", "reason"],
  registers,
});

export const judgeSeconds = new Histogram({
  name: "flower_war_bridge_judge_seconds",
  help: "From asking the server about beads to its answer.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const linkUp = new Gauge({
  name: "flower_war_bridge_link_up",
  help: "1 while the match server can be asked.",
  registers,
});

export const brokerConnected = new Gauge({
  name: "flower_war_bridge_broker_connected",
  help: "1 while the MQTT broker is connected.",
  registers,
});

export const templesOnline = new Gauge({
  name: "flower_war_bridge_temples_online",
  help: "Temples that this bridge serves.",
  registers,
});

export interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` on a port of its own, which no entrance forwards.
 * @param port 0: any free one
 */
export async function listenForMetrics(port: number): Promise<MetricsListener> {
  const server = createServer(({ method, url }, response) => {
    if (method === "GET" && url === "/metrics") void tell(response);
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

async function tell(response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.setHeader("Content-Type", registry.contentType).end(text);
}
