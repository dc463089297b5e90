import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseBrokerUrl, SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { isId } from "@flower-war/protocol/temple";
import {
  type Declaration,
  describeDefault,
  type Environment,
  inRange,
  LOG_LEVEL,
  NODE_ENV,
  readVariable,
  SECRET,
  SECRET_LENGTH,
} from "@flower-war/protocol/variables";
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
  /** How temples reach the broker: `mqtt://<host>:<port>`, or `mqtts://`; `null`: not set. */
  readonly templeBrokerUrl: string | null;
  /** Port for `GET /metrics`; `null`: none. */
  readonly metricsPort: number | null;
  /** How temples are shown in Home Assistant; `null`: not at all. */
  readonly home: HomeConfig | null;
  readonly logLevel: string;
}

export interface HomeConfig {
  readonly mode: "show" | "remove";
  /** The prefix of Home Assistant's discovery topics. */
  readonly prefix: string;
  /** Home Assistant's password at the embedded broker; `null`: it cannot log in there. */
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

export interface TlsConfig extends TlsFiles {
  readonly host: string;
  readonly port: number;
  /** The folder from which `cert` and `key` were read. */
  readonly dir: string;
}

export interface TlsFiles {
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

/** All variables that a bridge reads. */
export const VARIABLES = {
  NODE_ENV: {
    ...NODE_ENV,
    about: "`production` makes `BRIDGE_TOKEN` mandatory, and refuses a weak one",
  },
  OPERATOR_URL: {
    takes: `an address like ${DEFAULT_URL}, or several with commas between them`,
    format: addresses().default([DEFAULT_URL]),
    about:
      "the operator's listeners of the servers that the bridge connects to. Commands, the simulated temple and the load test read it too, and take one",
    more: "operate.md#the-operators-door",
  },
  OPERATOR_CA: {
    takes: "a file with CA certificates (PEM)",
    format: z.string().optional(),
    unset: "the system's alone",
    about: "more CAs that may vouch for an `OPERATOR_URL` of `https://`",
  },
  BRIDGE_ID: {
    takes: "4 to 24 of a-z, 0-9 and -",
    format: z.string().refine(isId).default("bridge-1"),
    about: "the bridge's id at the broker",
  },
  BRIDGE_TOKEN: {
    ...SECRET,
    unset: "in development read from `DATA_DIR`; in production it must be set",
    about: "the same as at the server",
  },
  DATA_DIR: {
    takes: "a folder",
    format: z.string().default("./data"),
    about: "the server's data folder",
  },
  MQTT_URL: {
    takes: "an address like mqtt://bridge-1:secret@localhost:1883, with % in user or password as %25",
    format: address(["mqtt:", "mqtts:", "ws:", "wss:"]).refine(hasReadableLogin).optional(),
    unset: "the embedded broker",
    about: "a broker of your own, with user and password",
  },
  MQTT_CA: {
    takes: "a file with CA certificates (PEM)",
    format: z.string().optional(),
    unset: "the system's",
    about: "the only CAs that may vouch for a `MQTT_URL` of `mqtts://`",
  },
  MQTT_HOST: {
    takes: "an address to listen on",
    format: z.string().default("127.0.0.1"),
    about: "where the embedded broker listens; `0.0.0.0` for temples on your Wi-Fi",
  },
  MQTT_PORT: {
    ...inRange("a port", 0, 65_535, 1883),
    about: "its port. The simulated temple looks for it on its own machine",
  },
  MQTT_TLS_DIR: {
    takes: "a folder with fullchain.pem and privkey.pem",
    format: z.string().optional(),
    unset: "no TLS",
    about: "makes the embedded broker listen with TLS too",
  },
  MQTT_TLS_HOST: {
    takes: "an address to listen on",
    format: z.string().default("0.0.0.0"),
    about: "where it listens with TLS",
  },
  MQTT_TLS_PORT: { ...inRange("a port", 0, 65_535, 8883), about: "its port with TLS" },
  MQTT_SOCKETS_PER_ADDRESS: {
    ...inRange("a number", 1, 9_999_999, SOCKET_LIMITS.perAddress),
    about: "connections to the embedded broker that one address may hold",
  },
  TEMPLE_BROKER_URL: {
    takes: "an address like mqtts://play.example:8883",
    format: z.string().superRefine(requireBrokerUrl).optional(),
    unset: "the embedded broker's address",
    about: "where temples reach the broker, as `flower-war temple add` tells them",
  },
  METRICS_PORT: {
    ...inRange("a port", 0, 65_535, null),
    unset: "closed",
    about: "where the bridge answers `GET /metrics`",
    more: "operate.md#where-the-metrics-are",
  },
  HOME_ASSISTANT_DISCOVERY: {
    takes: "true, false or remove",
    format: z.enum(["true", "false", "remove"]).default("false"),
    about: "`true`: the bridge shows the temples in Home Assistant; `remove`: it takes them away",
    more: "operate.md#home-assistant",
  },
  HOME_ASSISTANT_PREFIX: {
    takes: "a topic like homeassistant",
    format: z
      .string()
      .regex(/^(?!templo\/)[\w-]+(\/[\w-]+){0,3}$/)
      .default(DEFAULT_PREFIX),
    about: "the prefix of Home Assistant's discovery",
  },
  HOME_ASSISTANT_PASSWORD: {
    ...SECRET,
    unset: "it cannot log in",
    about:
      "Home Assistant's password at the embedded broker, as user `_home`. `flower-war bridge add` writes it for Mosquitto",
  },
  LOG_LEVEL,
} as const satisfies Readonly<Record<string, Declaration>>;

type Variable = keyof typeof VARIABLES;
type Values = { readonly [V in Variable]: z.output<(typeof VARIABLES)[V]["format"]> };

/** Returns a line for each variable. */
export function describeEnvironment(): string {
  return Object.entries<Declaration>(VARIABLES)
    .map(([name, declaration]) => {
      const line = `  ${name.padEnd(24)} ${declaration.about}; default: ${describeDefault(declaration)}`;
      return line.replaceAll("`", "");
    })
    .join("\n");
}

/** @throws `ConfigError` naming the first variable that is wrong */
function readVariables(environment: Environment): Values {
  const fail = (sentence: string) => new ConfigError(sentence);
  const values = Object.entries<Declaration>(VARIABLES).map(
    ([name, declaration]) => [name, readVariable(environment, name, declaration, fail)] as const,
  );
  return Object.fromEntries(values) as Values;
}

/** Reads the environment. An empty variable counts as unset. Throws `ConfigError`. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = readVariables(environment);
  const { OPERATOR_CA } = values;
  if (!environment["OPERATOR_URL"] && environment["SERVER_URL"]) {
    throw new ConfigError(
      `OPERATOR_URL must be set instead of SERVER_URL: bridges connect to the server's operator's listener, like ${DEFAULT_URL}.`,
    );
  }
  return {
    operatorUrls: values.OPERATOR_URL,
    operatorCa: OPERATOR_CA === undefined ? null : readPem("OPERATOR_CA", OPERATOR_CA),
    bridgeId: values.BRIDGE_ID,
    bridgeToken: values.BRIDGE_TOKEN ?? readStoredToken(values),
    broker: parseBroker(values),
    templeBrokerUrl: values.TEMPLE_BROKER_URL ?? null,
    metricsPort: values.METRICS_PORT,
    home: parseHome(values),
    logLevel: values.LOG_LEVEL,
  };
}

function parseHome(given: Values): HomeConfig | null {
  const { HOME_ASSISTANT_DISCOVERY: mode, HOME_ASSISTANT_PREFIX: prefix } = given;
  if (mode === "false") return null;
  const password = given.HOME_ASSISTANT_PASSWORD ?? null;
  return { mode: mode === "true" ? "show" : "remove", prefix, password };
}

function parseBroker(given: Values): BrokerConfig {
  const { MQTT_URL, MQTT_CA, MQTT_HOST, MQTT_PORT, MQTT_TLS_DIR, MQTT_TLS_HOST, MQTT_TLS_PORT } = given;
  const socketsPerAddress = given.MQTT_SOCKETS_PER_ADDRESS;
  if (MQTT_URL !== undefined) {
    return { url: MQTT_URL, ca: MQTT_CA === undefined ? null : readPem("MQTT_CA", MQTT_CA) };
  }
  if (MQTT_TLS_DIR === undefined) return { host: MQTT_HOST, port: MQTT_PORT, tls: null, socketsPerAddress };
  const files = readTlsFiles(MQTT_TLS_DIR);
  const tls = { host: MQTT_TLS_HOST, port: MQTT_TLS_PORT, dir: MQTT_TLS_DIR, ...files };
  return { host: MQTT_HOST, port: MQTT_PORT, tls, socketsPerAddress };
}

/** Reads what is in a folder of `MQTT_TLS_DIR` now. @throws `ConfigError` if a file cannot be read or is not PEM */
export function readTlsFiles(dir: string): TlsFiles {
  const cert = readPem("MQTT_TLS_DIR", join(dir, "fullchain.pem"));
  return { cert, key: readPem("MQTT_TLS_DIR", join(dir, "privkey.pem")) };
}

/** Throws `ConfigError` if the file cannot be read or is not PEM. */
function readPem(variable: string, file: string): string {
  const pem = readText(file);
  if (pem.includes("-----BEGIN ")) return pem;
  throw new ConfigError(`${variable} needs a PEM file at ${file}.`);
}

/** Reads the token that the server creates in its data folder in development. */
function readStoredToken({ NODE_ENV, DATA_DIR }: Values): string {
  const file = join(DATA_DIR, "bridge-token");
  if (NODE_ENV === "production") {
    throw new ConfigError("BRIDGE_TOKEN must be set in production, to the same value as at the server.");
  }
  const token = readText(file);
  if (token.length >= SECRET_LENGTH) return token;
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

function address(protocols: readonly string[]) {
  return z.string().refine((value) => isAddress(value, protocols));
}

/** Addresses of operator's listeners, with commas between them. */
function addresses() {
  return z
    .string()
    .transform((list) => list.split(",").map((url) => url.trim().replace(/([^/])\/+$/, "$1")))
    .refine((urls) => urls.every((url) => isAddress(url, ["http:", "https:"])));
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

function requireBrokerUrl(url: string, context: z.RefinementCtx): void {
  try {
    parseBrokerUrl(url);
  } catch (error) {
    context.addIssue(error instanceof RangeError ? error.message : String(error));
  }
}
