import { Bridge } from "./bridge.ts";
import { type Broker, openBroker } from "./broker.ts";
import { ColyseusLink } from "./colyseus-link.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type Logger, openLog } from "./log.ts";
import { listenForMetrics, type MetricsListener } from "./metrics.ts";
import { Mqtt } from "./mqtt.ts";

/**
 * The bridge's process. To a parent with an IPC channel it says `{ mqttPort }` when it is ready, `metricsPort` beside it
 * if `METRICS_PORT` is set.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel, config.bridgeId);
  const link = new ColyseusLink({ ...config, token: config.bridgeToken, log });
  const metrics = await metricsOn(config.metricsPort);
  const broker = await brokerFor(config, link, log);
  const mqtt = new Mqtt({ bridgeId: config.bridgeId, broker, log });
  const bridge = new Bridge({ mqtt, link, log });
  onStop(async () => {
    bridge.stop();
    await mqtt.stop();
    await link.stop();
    if (typeof broker !== "string") await broker.close();
    await metrics?.close();
  });
  bridge.start();
  link.start();
  mqtt.start();
  const mqttPort = typeof broker === "string" ? null : broker.port;
  const ports = { mqttPort, ...(metrics && { metricsPort: metrics.port }) };
  log.info(ports, "the bridge is ready");
  process.send?.(ports);
}

/** Stops once, when asked to or when the parent is gone. */
function onStop(stop: () => Promise<void>): void {
  let stopping: Promise<void> | null = null;
  const end = () => {
    stopping ??= stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", end).on("SIGINT", end).on("disconnect", end);
  if (process.send !== undefined && !process.connected) end();
}

/** The broker's address, or the embedded broker, started. */
async function brokerFor(
  { broker, bridgeId }: Config,
  link: ColyseusLink,
  log: Logger,
): Promise<string | Broker> {
  if ("url" in broker) return broker.url;
  const verify = async (templeId: string, secret: string) =>
    (await link.request("verify", { templeId, secret })).ok;
  try {
    return await openBroker({ ...broker, bridgeId, verify, log });
  } catch (error) {
    throw portError(error, broker);
  }
}

async function metricsOn(port: number | null): Promise<MetricsListener | null> {
  if (port === null) return null;
  return listenForMetrics(port).catch((cause: unknown) => {
    throw new ConfigError(`METRICS_PORT ${port} is in use already, or not for this user.`, { cause });
  });
}

function portError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "EADDRINUSE":
      return new ConfigError(`MQTT_PORT ${port} is in use already on ${host}.`);
    case "EACCES":
      return new ConfigError(`MQTT_PORT ${port} may not be opened by this user.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new ConfigError(`MQTT_HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
  process.disconnect?.();
}
