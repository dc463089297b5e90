/** The processes that temples need: a server, and a bridge with its embedded broker or beside Mosquitto. */
import { join } from "node:path";
import { enrol, runConcurrently } from "@flower-war/loadtest/temples";
import { MosquittoProcess } from "../../test/support/mosquitto.ts";
import { spawn } from "./process.ts";
import { startServer } from "./subjects/flower-war.ts";

const BRIDGE = join(import.meta.dirname, "../../bridge/src/main.ts");

/** Starts a server, and a bridge with its embedded broker. */
export async function startServerAndBridge() {
  const server = await startServer();
  const bridge = await spawn<{ mqttPort: number }>(BRIDGE, {
    ...server.environment,
    OPERATOR_URL: server.operatorUrl,
    MQTT_PORT: "0",
  });
  return {
    url: server.url,
    operator: server.operatorUrl,
    mqtt: `mqtt://127.0.0.1:${bridge.ready.mqttPort}`,
    adminPassword: server.environment["ADMIN_PASSWORD"] ?? "",
    server: server.pid,
    bridge: bridge.pid,
    stop: async () => {
      await bridge.stop();
      await server.stop();
    },
  };
}

/**
 * Starts a server, a bridge and Mosquitto, and enrols temples.
 * @param name begins the ids of the temples
 * @param persistence whether Mosquitto stores retained messages
 */
export async function startBesideMosquitto(temples: number, name: string, persistence: boolean) {
  const server = await startServer();
  const admin = { operator: server.operatorUrl, adminPassword: server.environment["ADMIN_PASSWORD"] ?? "" };
  const ids = Array.from({ length: temples }, (_, i) => `${name}-${i}`);
  const secrets = await runConcurrently(temples, (i) => enrol(admin, ids[i] ?? ""));
  const enrolled = ids.map((id, i) => ({ id, secret: secrets[i] ?? "" }));
  const mosquitto = await MosquittoProcess.start({
    temples: enrolled.map(({ id, secret }) => [id, secret] as const),
    persistence,
  });
  const bridge = await spawn(BRIDGE, {
    ...server.environment,
    OPERATOR_URL: server.operatorUrl,
    MQTT_URL: mosquitto.url,
  });
  return {
    url: server.url,
    mqtt: `mqtt://127.0.0.1:${mosquitto.port}`,
    mosquitto,
    bridge: bridge.pid,
    enrolled,
    stop: async () => {
      await bridge.stop();
      await mosquitto.stop();
      await server.stop();
    },
  };
}
