import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isId } from "@flower-war/client-sdk/temple";
import { z } from "zod";

export interface Config {
  /** The server's address, without a trailing slash. */
  readonly serverUrl: string;
  readonly bridgeId: string;
  readonly bridgeToken: string;
  readonly broker: BrokerConfig;
  /** Where `GET /metrics` is answered; `null`: nowhere. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
}

/** A broker somewhere else (`MQTT_URL`), or the embedded one. */
export type BrokerConfig =
  | {
      readonly url: string;
      /** The CAs that may vouch for it, as PEM; `null`: those that the system trusts. */
      readonly ca: string | null;
    }
  | {
      readonly host: string;
      /** 0: any free one. */
      readonly port: number;
      /** Where it listens in TLS beside that; `null`: nowhere. */
      readonly tls: TlsConfig | null;
    };

export interface TlsConfig {
  readonly host: string;
  readonly port: number;
  /** Certificate with those of its CAs, and its key, as PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Something in the environment is wrong; the message is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Characters that the token has at least, as at the server. */
const TOKEN_LENGTH = 16;

const ENVIRONMENT = z.object({
  NODE_ENV: z.string().optional(),
  SERVER_URL: address(["http:", "https:"], "http://localhost:2567").default("http://localhost:2567"),
  BRIDGE_ID: z.string().refine(isId, "must be 4 to 24 of a-z, 0-9 and -").default("bridge-1"),
  BRIDGE_TOKEN: z.string().min(TOKEN_LENGTH, `must be at least ${TOKEN_LENGTH} characters`).optional(),
  DATA_DIR: z.string().default("./data"),
  MQTT_URL: address(["mqtt:", "mqtts:", "ws:", "wss:"], "mqtt://bridge-1:secret@localhost:1883")
    .refine(hasReadableLogin, "must write a % in user or password as %25")
    .optional(),
  MQTT_HOST: z.string().default("127.0.0.1"),
  MQTT_PORT: port().default("1883").transform(Number),
  MQTT_TLS_DIR: z.string().optional(),
  MQTT_TLS_HOST: z.string().default("0.0.0.0"),
  MQTT_TLS_PORT: port().default("8883").transform(Number),
  MQTT_CA: z.string().optional(),
  METRICS_PORT: port().transform(Number).optional(),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
});

/** Reads the environment once; an empty variable is as good as none. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const read = ENVIRONMENT.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ConfigError(`${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { SERVER_URL, BRIDGE_ID, LOG_LEVEL } = read.data;
  return {
    serverUrl: SERVER_URL.replace(/\/+$/, ""),
    bridgeId: BRIDGE_ID,
    bridgeToken: read.data.BRIDGE_TOKEN ?? keptToken(read.data),
    broker: brokerOf(read.data),
    metricsPort: read.data.METRICS_PORT ?? null,
    logLevel: LOG_LEVEL,
  };
}

function brokerOf(given: z.output<typeof ENVIRONMENT>): BrokerConfig {
  const { MQTT_URL, MQTT_CA, MQTT_HOST, MQTT_PORT, MQTT_TLS_DIR, MQTT_TLS_HOST, MQTT_TLS_PORT } = given;
  if (MQTT_URL !== undefined) {
    return { url: MQTT_URL, ca: MQTT_CA === undefined ? null : pemOf("MQTT_CA", MQTT_CA) };
  }
  if (MQTT_TLS_DIR === undefined) return { host: MQTT_HOST, port: MQTT_PORT, tls: null };
  const cert = pemOf("MQTT_TLS_DIR", join(MQTT_TLS_DIR, "fullchain.pem"));
  const key = pemOf("MQTT_TLS_DIR", join(MQTT_TLS_DIR, "privkey.pem"));
  return { host: MQTT_HOST, port: MQTT_PORT, tls: { host: MQTT_TLS_HOST, port: MQTT_TLS_PORT, cert, key } };
}

/** Throws `ConfigError` if there is no PEM in the file. */
function pemOf(variable: string, file: string): string {
  const pem = textOf(file);
  if (pem.includes("-----BEGIN ")) return pem;
  throw new ConfigError(`${variable} needs a PEM file at ${file}.`);
}

/** In development the server makes a token and keeps it beside its data. */
function keptToken({ NODE_ENV, DATA_DIR }: { NODE_ENV?: string | undefined; DATA_DIR: string }): string {
  const file = join(DATA_DIR, "bridge-token");
  if (NODE_ENV === "production") {
    throw new ConfigError("BRIDGE_TOKEN must be set in production: the token that the server knows.");
  }
  const token = textOf(file);
  if (token.length >= TOKEN_LENGTH) return token;
  throw new ConfigError(`BRIDGE_TOKEN must be set, as there is no token in ${file}.`);
}

/** What a file says; nothing when it cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

function address(protocols: readonly string[], example: string) {
  return z.string().refine((value) => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
  }, `must be an address like ${example}`);
}

function hasReadableLogin(value: string): boolean {
  const url = URL.parse(value);
  try {
    decodeURIComponent(`${url?.username} ${url?.password}`);
    return true;
  } catch {
    return false;
  }
}

function port() {
  return z.string().refine(isPort, "must be a port number from 0 to 65535");
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
}
