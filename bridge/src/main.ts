import { once } from "node:events";
import { writeSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { captureOutput, LineSummaries, releaseMemory } from "@flower-war/protocol/log";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import { Bridge } from "./bridge.ts";
import { BrokerClient } from "./broker/broker-client.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "./broker/embedded-broker.ts";
import { describeTempleBroker, findDefaultAddress } from "./broker/temple-broker.ts";
import {
  type BrokerConfig,
  type Config,
  ConfigError,
  describeEnvironment,
  readConfig,
  readTlsFiles,
  type TlsConfig,
} from "./config.ts";
import { type Logger, openLog } from "./log.ts";
import { type MetricsServer, startMetricsServer } from "./metrics.ts";
import { ServerConnection } from "./server-connection.ts";
import { isGuessable } from "./token-strength.ts";

const HELP = `The Flower War bridge connects temples, which speak MQTT, with the matches on a server.
"npm start" runs it beside a server. Alone: node --conditions=@flower-war/source bridge/src/main.ts

It reads these environment variables:

${describeEnvironment()}`;

/**
 * Runs the bridge's process. With `--standby` it has loaded its program, and waits for its parent's message: variables to be added to the
 * environment. When it is ready, it sends a parent with an IPC channel `{ mqttPort }`, with `mqttTlsPort`
 * if `MQTT_TLS_DIR` is set and `metricsPort` if `METRICS_PORT` is; then `"connected"`, when it is connected to a match server for the first time.
 */
async function main(): Promise<void> {
  const config = readConfig(process.argv.includes("--standby") ? await receiveEnvironment() : process.env);
  if (process.env["NODE_ENV"] === "production" && (await isGuessable(config.bridgeToken))) {
    throw new ConfigError("BRIDGE_TOKEN is too easy to guess: `openssl rand -hex 24` makes a good one.");
  }
  if (config.operatorCa !== null) trust(config.operatorCa);
  const system = { time: systemTime, random: systemRandom };
  const summaries = new LineSummaries(systemTime);
  const log = openLog(config.logLevel, config.bridgeId, summaries);
  captureOutput(process, log);
  const server = new ServerConnection({ ...config, token: config.bridgeToken, log, ...system });
  const metrics = await startMetrics(config.metricsPort);
  const broker = await openBroker(config, server, log);
  const ca = "url" in config.broker ? config.broker.ca : null;
  const client = new BrokerClient({ bridgeId: config.bridgeId, broker, ca, log, ...system });
  const bridge = new Bridge({
    broker: client,
    server,
    log,
    home: config.home === null ? undefined : { broker: client, ...config.home },
    ...system,
  });
  stopOnSignal(async () => {
    bridge.stop();
    await client.stop();
    await server.stop();
    if (typeof broker !== "string") await broker.close();
    await metrics?.close();
    summaries.flush();
  });
  const machine = { interfaces: networkInterfaces(), defaultAddress: await findDefaultAddress() };
  const embedded = typeof broker === "string" ? null : broker;
  bridge.start();
  server.start(describeTempleBroker(config.templeBrokerUrl, config.broker, embedded, machine));
  client.start();
  const [mqttPort, mqttTlsPort] = [embedded?.port ?? null, embedded?.tlsPort ?? null];
  const ports = {
    mqttPort,
    ...(mqttTlsPort !== null && { mqttTlsPort }),
    ...(metrics && { metricsPort: metrics.port }),
  };
  log.info(ports, "bridge ready");
  process.send?.(ports);
  await server.connected;
  process.send?.("connected");
  releaseMemory();
}

/** Resolves with this process' environment and the variables that its parent sends. Ends this process when that is gone. */
async function receiveEnvironment(): Promise<NodeJS.ProcessEnv> {
  const end = () => process.exit();
  process.once("disconnect", end);
  if (!process.connected) end();
  const [variables] = await once(process, "message");
  process.off("disconnect", end);
  return { ...process.env, ...(variables as NodeJS.ProcessEnv) };
}

/** Trusts CA certificates in all connections of this process that name none of their own. */
function trust(ca: string): void {
  setDefaultCACertificates([...getCACertificates(), ca]);
}

/** Stops once, on SIGTERM, SIGINT or when the parent's IPC channel closes. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping: Promise<void> | null = null;
  const end = () => {
    stopping ??= stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", end).on("SIGINT", end).on("disconnect", end);
  if (process.send !== undefined && !process.connected) end();
}

/** Returns the external broker's URL, or starts the embedded broker. */
async function openBroker(
  { broker, bridgeId, home }: Config,
  server: ServerConnection,
  log: Logger,
): Promise<string | EmbeddedBroker> {
  if ("url" in broker) return broker.url;
  const verify = async (templeId: string, secret: string) =>
    (await server.request("verify", { templeId, secret })).ok;
  try {
    const opened = await startEmbeddedBroker({
      ...broker,
      bridgeId,
      home,
      verify,
      log,
      random: systemRandom,
      time: systemTime,
    });
    server.on("revoked", ({ templeId }) => opened.disconnect(templeId));
    if (broker.tls) watchTlsFiles(broker.tls, opened, log);
    return opened;
  } catch (error) {
    throw describeListenError(error, broker);
  }
}

/** ms between two looks at the files of the certificate. */
const TLS_LOOK = 60_000;

/** Makes the broker take a certificate that is renewed in its folder. Files that do not fit together are tried again. */
function watchTlsFiles({ dir, ...first }: TlsConfig, broker: EmbeddedBroker, log: Logger): void {
  let used = first.cert;
  const look = () => {
    try {
      const files = readTlsFiles(dir);
      if (files.cert === used) return;
      broker.renew(files);
      used = files.cert;
      log.info("certificate of the broker renewed");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ code: "certificate-unusable", reason }, "certificate of the broker not renewed");
    }
  };
  systemTime.every(TLS_LOOK, look, { background: true });
}

async function startMetrics(port: number | null): Promise<MetricsServer | null> {
  if (port === null) return null;
  return startMetricsServer(port).catch((cause: unknown) => {
    throw new ConfigError(`METRICS_PORT ${port} is in use already, or this user may not open it.`, { cause });
  });
}

/** Returns a `ConfigError` for what the environment can mend, else the error itself. */
function describeListenError(error: unknown, broker: Exclude<BrokerConfig, { url: string }>): unknown {
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
      return new ConfigError("MQTT_TLS_DIR holds a key that does not match its certificate.");
    default:
      return error;
  }
}

try {
  if (process.argv.includes("--help")) console.log(HELP);
  else await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  // Past the log, for the person who started it.
  writeSync(2, `${error.message}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}
