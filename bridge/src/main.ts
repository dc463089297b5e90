import { Bridge } from "./bridge.ts";
import { type Broker, openBroker } from "./broker.ts";
import { ColyseusLink } from "./colyseus-link.ts";
import { type BrokerConfig, type Config, ConfigError, readConfig } from "./config.ts";
import { type Logger, openLog } from "./log.ts";
import { listenForMetrics, type MetricsListener } from "./metrics.ts";
import { Mqtt } from "./mqtt.ts";

/**
 * The bridge's process. To a parent with an IPC channel it says `{ mqttPort }` when it is ready, beside it `mqttTlsPort`
 * if `MQTT_TLS_DIR` is set and `metricsPort` if `METRICS_PORT` is.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel, config.bridgeId);
  const link = new ColyseusLink({ ...config, token: config.bridgeToken, log });
  const metrics = await metricsOn(config.metricsPort);
  const broker = await brokerFor(config, link, log);
  const ca = "url" in config.broker ? config.broker.ca : null;
  const mqtt = new Mqtt({ bridgeId: config.bridgeId, broker, ca, log });
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
  const [mqttPort, mqttTlsPort] = typeof broker === "string" ? [null, null] : [broker.port, broker.tlsPort];
  const ports = {
    mqttPort,
    ...(mqttTlsPort !== null && { mqttTlsPort }),
    ...(metrics && { metricsPort: metrics.port }),
  };
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
    const opened = await openBroker({ ...broker, bridgeId, verify, log });
    link.on("revoked", ({ templeId }) => opened.drop(templeId));
    return opened;
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

function portError(error: unknown, broker: Exclude<BrokerConfig, { url: string }>): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const inTls = "port" in error && error.port === broker.tls?.port && error.port !== broker.port;
  const variable = inTls ? "MQTT_TLS" : "MQTT";
  const { host, port } = inTls && broker.tls ? broker.tls : broker;
  switch (error.code) {
    case "EADDRINUSE":
      return new ConfigError(`${variable}_PORT ${port} is in use already on ${host}.`);
    case "EACCES":
      return new ConfigError(`${variable}_PORT ${port} may not be opened by this user.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new ConfigError(`${variable}_HOST ${host} is not an address of this machine.`);
    case "ERR_OSSL_PEM_NO_START_LINE":
    case "ERR_OSSL_X509_KEY_VALUES_MISMATCH":
      return new ConfigError("MQTT_TLS_DIR holds a key that does not fit its certificate.");
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
