import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SOCKET_LIMITS } from "@flower-war/protocol";
import { parseBrokerUrl } from "@flower-war/protocol/sockets";
import { isId } from "@flower-war/protocol/temple";
import { z } from "zod";
import { DEFAULT_PREFIX } from "./home/topics.ts";

export interface Config {
  /** Addresses of operator's listeners, without a trailing slash: of one server, or of several that are joined. */
  readonly operatorUrls: readonly string[];
  /** CA certificates to trust there besides the system's, as PEM; `null`: none. */
  readonly operatorCa: string | null;
  readonly bridgeId: string;
  readonly bridgeToken: string;
  readonly broker: BrokerConfig;
  /** How temples reach the broker: `mqtt://<host>:<port>`, or `mqtts://`; `null`: it was not said. */
  readonly templeBrokerUrl: string | null;
  /** Port for `GET /metrics`; `null`: none. */
  readonly metricsPort: number | null;
  /** How temples are shown in Home Assistant; `null`: not at all. */
  readonly home: HomeConfig | null;
  readonly logLevel: string;
}

export interface HomeConfig {
  readonly mode: "show" | "remove";
  /** Of Home Assistant's discovery. */
  readonly prefix: string;
  /** Its password at the embedded broker; `null`: it cannot log in there. */
  readonly password: string | null;
}

/** An external broker (`MQTT_URL`) or the embedded one. */
export type BrokerConfig =
  | {
      readonly url: string;
      /** The CA certificates to trust, as PEM; `null`: the system's. */
      readonly ca: string | null;
    }
  | {
      readonly host: string;
      /** 0: any free port. */
      readonly port: number;
      /** An additional listener in TLS; `null`: none. */
      readonly tls: TlsConfig | null;
      /** Connections that one address may hold at once. */
      readonly socketsPerAddress: number;
    };

export interface TlsConfig {
  readonly host: string;
  readonly port: number;
  /** The certificate chain and its key, as PEM. */
  readonly cert: string;
  readonly key: string;
}

/** The environment is wrong. The message is one sentence that names the variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The operator's listener of a server that `npm start` runs. */
const DEFAULT_URL = "http://localhost:2568";

/** The least length of the token, as at the server. */
const MIN_TOKEN_LENGTH = 16;

const ENVIRONMENT = z.object({
  NODE_ENV: z.string().optional().describe("production: BRIDGE_TOKEN must be set"),
  OPERATOR_URL: addresses()
    .optional()
    .describe(
      "the operator's listener of the match server; several, with commas between; default http://localhost:2568",
    ),
  OPERATOR_CA: z
    .string()
    .optional()
    .describe("a file with the CA certificates (PEM) to trust there besides the system's"),
  BRIDGE_ID: z
    .string()
    .refine(isId, "must be 4 to 24 of a-z, 0-9 and -")
    .default("bridge-1")
    .describe("the bridge's id at the broker; default bridge-1"),
  BRIDGE_TOKEN: z
    .string()
    .min(MIN_TOKEN_LENGTH, `must be at least ${MIN_TOKEN_LENGTH} characters`)
    .optional()
    .describe("the server's BRIDGE_TOKEN; in development read from DATA_DIR"),
  DATA_DIR: z.string().default("./data").describe("the server's data folder; default ./data"),
  MQTT_URL: address(["mqtt:", "mqtts:", "ws:", "wss:"], "mqtt://bridge-1:secret@localhost:1883")
    .refine(hasReadableLogin, "must write % in user or password as %25")
    .optional()
    .describe("an external broker, with user and password; default: the embedded broker"),
  MQTT_HOST: z.string().default("127.0.0.1").describe("where the embedded broker listens; default 127.0.0.1"),
  MQTT_PORT: port().default("1883").transform(Number).describe("its port; default 1883"),
  MQTT_TLS_DIR: z
    .string()
    .optional()
    .describe("a folder with fullchain.pem and privkey.pem: the embedded broker listens in TLS too"),
  MQTT_TLS_HOST: z.string().default("0.0.0.0").describe("where it listens in TLS; default 0.0.0.0"),
  MQTT_TLS_PORT: port().default("8883").transform(Number).describe("its port in TLS; default 8883"),
  MQTT_SOCKETS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, "must be a number from 1 to 9999999")
    .default(String(SOCKET_LIMITS.perAddress))
    .transform(Number)
    .describe(
      `connections to the embedded broker that one address may hold; default ${SOCKET_LIMITS.perAddress}`,
    ),
  MQTT_CA: z
    .string()
    .optional()
    .describe(
      "a file with the CA certificates (PEM) to trust for an mqtts:// MQTT_URL; default: the system's",
    ),
  TEMPLE_BROKER_URL: z
    .string()
    .superRefine((url, context) => {
      try {
        parseBrokerUrl(url);
      } catch (error) {
        context.addIssue(error instanceof RangeError ? error.message : String(error));
      }
    })
    .optional()
    .describe("where temples reach the broker, for `flower-war temple add`; default: the embedded broker's"),
  METRICS_PORT: port().transform(Number).optional().describe("port for GET /metrics; default: none"),
  HOME_ASSISTANT_DISCOVERY: z
    .enum(["true", "false", "remove"], { error: "must be true, false or remove" })
    .default("false")
    .describe("true: Home Assistant finds the temples; remove: it forgets them; default false"),
  HOME_ASSISTANT_PREFIX: z
    .string()
    .regex(/^(?!templo\/)[\w-]+(\/[\w-]+){0,3}$/, "must be a topic like homeassistant")
    .default(DEFAULT_PREFIX)
    .describe("the prefix of its discovery; default homeassistant"),
  HOME_ASSISTANT_PASSWORD: z
    .string()
    .min(MIN_TOKEN_LENGTH, `must be at least ${MIN_TOKEN_LENGTH} characters`)
    .optional()
    .describe("its password at the embedded broker, as user _home; default: it cannot log in there"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info")
    .describe("trace, debug, info, warn, error, fatal or silent; default info"),
});

/** Returns a line for each variable that the bridge reads. */
export function describeEnvironment(): string {
  return Object.entries(ENVIRONMENT.shape)
    .map(([name, { description }]) => `  ${name.padEnd(24)} ${description}`)
    .join("\n");
}

/** Reads the environment. An empty variable counts as unset. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const read = ENVIRONMENT.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ConfigError(`${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { OPERATOR_URL, OPERATOR_CA, BRIDGE_ID, LOG_LEVEL } = read.data;
  if (OPERATOR_URL === undefined && environment["SERVER_URL"]) {
    throw new ConfigError(
      `OPERATOR_URL must be set instead of SERVER_URL: bridges connect to the server's operator's listener, like ${DEFAULT_URL}.`,
    );
  }
  return {
    operatorUrls: OPERATOR_URL ?? [DEFAULT_URL],
    operatorCa: OPERATOR_CA === undefined ? null : readPem("OPERATOR_CA", OPERATOR_CA),
    bridgeId: BRIDGE_ID,
    bridgeToken: read.data.BRIDGE_TOKEN ?? readStoredToken(read.data),
    broker: parseBroker(read.data),
    templeBrokerUrl: read.data.TEMPLE_BROKER_URL ?? null,
    metricsPort: read.data.METRICS_PORT ?? null,
    home: parseHome(read.data),
    logLevel: LOG_LEVEL,
  };
}

function parseHome(given: z.output<typeof ENVIRONMENT>): HomeConfig | null {
  const { HOME_ASSISTANT_DISCOVERY: mode, HOME_ASSISTANT_PREFIX: prefix } = given;
  if (mode === "false") return null;
  const password = given.HOME_ASSISTANT_PASSWORD ?? null;
  return { mode: mode === "true" ? "show" : "remove", prefix, password };
}

function parseBroker(given: z.output<typeof ENVIRONMENT>): BrokerConfig {
  const { MQTT_URL, MQTT_CA, MQTT_HOST, MQTT_PORT, MQTT_TLS_DIR, MQTT_TLS_HOST, MQTT_TLS_PORT } = given;
  const socketsPerAddress = given.MQTT_SOCKETS_PER_ADDRESS;
  if (MQTT_URL !== undefined) {
    return { url: MQTT_URL, ca: MQTT_CA === undefined ? null : readPem("MQTT_CA", MQTT_CA) };
  }
  if (MQTT_TLS_DIR === undefined) return { host: MQTT_HOST, port: MQTT_PORT, tls: null, socketsPerAddress };
  const cert = readPem("MQTT_TLS_DIR", join(MQTT_TLS_DIR, "fullchain.pem"));
  const key = readPem("MQTT_TLS_DIR", join(MQTT_TLS_DIR, "privkey.pem"));
  const tls = { host: MQTT_TLS_HOST, port: MQTT_TLS_PORT, cert, key };
  return { host: MQTT_HOST, port: MQTT_PORT, tls, socketsPerAddress };
}

/** Throws `ConfigError` if the file cannot be read or is not PEM. */
function readPem(variable: string, file: string): string {
  const pem = readText(file);
  if (pem.includes("-----BEGIN ")) return pem;
  throw new ConfigError(`${variable} needs a PEM file at ${file}.`);
}

/** Reads the token that the server creates in its data folder in development. */
function readStoredToken({ NODE_ENV, DATA_DIR }: z.output<typeof ENVIRONMENT>): string {
  const file = join(DATA_DIR, "bridge-token");
  if (NODE_ENV === "production") {
    throw new ConfigError("BRIDGE_TOKEN must be set in production, to the same value as at the server.");
  }
  const token = readText(file);
  if (token.length >= MIN_TOKEN_LENGTH) return token;
  throw new ConfigError(
    `BRIDGE_TOKEN must be set, because ${file} holds no token; a server in development writes it there.`,
  );
}

/** Returns a file's text, `""` if it cannot be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

function address(protocols: readonly string[], example: string) {
  return z.string().refine((value) => isAddress(value, protocols), `must be an address like ${example}`);
}

/** Addresses of operator's listeners, with commas between them. */
function addresses() {
  return z
    .string()
    .transform((list) => list.split(",").map((url) => url.trim().replace(/([^/])\/+$/, "$1")))
    .refine(
      (urls) => urls.every((url) => isAddress(url, ["http:", "https:"])),
      `must be an address like ${DEFAULT_URL}, or several with commas between them`,
    );
}

function isAddress(value: string, protocols: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
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
