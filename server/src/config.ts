import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, resolve } from "node:path";
import { LIMITS } from "@flower-war/client-sdk/protocol";
import { z } from "zod";
import type { Thinking } from "./bots/thinkers.ts";
import type { Keeping } from "./journal/journal.ts";
import type { LogLevel } from "./log.ts";
import type { Patience } from "./match/closing.ts";
import { keptSecret, newSecret } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import type { MessageLimit } from "./wire/guarded-socket.ts";

/** All that can be set. */
export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** This process as clients reach it through an entrance, path included; `null`: as they reached us. */
  readonly publicUrl: string | null;
  /** The Redis that joins this server to others; `null`: it is alone. */
  readonly redisUrl: string | null;
  /** The proxies whose word is taken for where a request comes from: addresses, networks, `loopback`, `uniquelocal`. */
  readonly trustProxy: string;
  /** `null`: keep nothing on disk. */
  readonly dataDir: string | null;
  readonly authSecret: string;
  readonly bridgeToken: string;
  /** `null`: nobody is admin. */
  readonly adminPassword: string | null;
  readonly logLevel: LogLevel;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** ms for which a match whose seats are all taken waits for nonces. */
  readonly nonceWait: number;
  /** How long a bot that looks ahead may take for a move. */
  readonly botThinking: Thinking;
  /** Matches that one address may create in a minute. */
  readonly creationsPerMinute: number;
  /** New seats that one address may take in a minute. */
  readonly seatsPerMinute: number;
  readonly messages: MessageLimit;
  /** ms between two looks at whether a client is silent; a dead connection is noticed within three of them. */
  readonly pingInterval: number;
  /** ms for which rooms stay that nobody needs. */
  readonly patience: Patience;
  /** ms that the matches of a server that stops have to settle before they are closed. */
  readonly drainTimeout: number;
  /** ms for which a match that has not begun keeps the seat of somebody who is away. */
  readonly absence: number;
  /** How long the journal keeps matches. */
  readonly keeping: Keeping;
}

const PING_INTERVAL = 15_000;
const DAY = 24 * 60 * 60_000;
/** Days for which matches are kept that are over, and those that nobody came back to. */
const KEPT = 30;
const MINUTE = 60_000;
const DRAIN_TIMEOUT = 5_000;
const PATIENCE: Patience = { empty: 15 * MINUTE, over: 5 * MINUTE, overAtTemple: 10 * MINUTE };
const BOT_THINKING: Thinking = { time: 150, patience: 2_000 };

/** A server for tests: only this machine can reach it, it keeps nothing, and nobody needs to be slow. */
export function testConfig(): Config {
  return {
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    redisUrl: null,
    trustProxy: "loopback",
    dataDir: null,
    authSecret: newSecret(),
    bridgeToken: newSecret(),
    adminPassword: newSecret(),
    logLevel: "silent",
    botDelay: 0,
    nonceWait: LIMITS.nonces,
    botThinking: { time: 1, patience: 10_000 },
    creationsPerMinute: 1000,
    seatsPerMinute: 1000,
    messages: { perSecond: 10_000, burst: 10_000 },
    pingInterval: PING_INTERVAL,
    patience: PATIENCE,
    drainTimeout: DRAIN_TIMEOUT,
    absence: LIMITS.absence,
    keeping: { finished: KEPT * DAY, unfinished: KEPT * DAY },
  };
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Characters that a secret has at least. */
const SECRET_LENGTH = 16;
const secret = z.string().min(SECRET_LENGTH);

/** A number written in digits. */
function number(min: number, max: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
}

/** What each variable may be, in the operator's words, and how it is read. */
const VARIABLES = {
  NODE_ENV: { takes: "a word", format: z.string().default("development") },
  HOST: { takes: "an address to listen on", format: z.string().default("0.0.0.0") },
  PORT: { takes: "a port from 0 to 65535", format: number(0, 65_535).default(2567) },
  PUBLIC_URL: { takes: "an http or https URL", format: z.url({ protocol: /^https?$/ }).optional() },
  REDIS_URL: {
    takes: "an address like redis://localhost:6379",
    format: z.url({ protocol: /^rediss?$/ }).optional(),
  },
  TRUST_PROXY: {
    takes:
      "addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between them",
    format: z.string().refine(areProxies).default("loopback"),
  },
  DATA_DIR: { takes: "a folder", format: z.string().default("./data") },
  AUTH_SECRET: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  BRIDGE_TOKEN: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  ADMIN_PASSWORD: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  LOG_LEVEL: { takes: `one of ${LOG_LEVELS.join(", ")}`, format: z.enum(LOG_LEVELS).default("info") },
  CREATIONS_PER_MINUTE: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(LIMITS.creations),
  },
  SEATS_PER_MINUTE: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(LIMITS.seats),
  },
  DRAIN_TIMEOUT: {
    takes: "ms from 0 to 15000",
    format: number(0, 15_000).default(DRAIN_TIMEOUT),
  },
  RECORDS_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(KEPT) },
  ABANDONED_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(KEPT) },
  BOT_DELAY: { takes: "ms from 0 to 60000", format: number(0, 60_000).default(400) },
} as const;

/** Whether Express can read this as a list of proxies. */
function areProxies(list: string): boolean {
  return list.split(",").every((proxy) => {
    const [address = "", bits] = proxy.trim().split("/");
    if (bits === undefined && ["loopback", "linklocal", "uniquelocal"].includes(address)) return true;
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  });
}

type Variable = keyof typeof VARIABLES;
type Environment = { readonly [name: string]: string | undefined };

/**
 * Reads the environment, once. In development secrets that are not set are made and kept in `DATA_DIR`.
 * @throws `StartError` naming the variable at fault
 */
export function readConfig(environment: Environment): Config {
  const read = <V extends Variable>(name: V) => readVariable(environment, name);
  const dataDir = readyFolder(resolve(read("DATA_DIR")));
  const production = read("NODE_ENV") === "production";
  const mandatory = (name: "AUTH_SECRET" | "BRIDGE_TOKEN", file: string) =>
    read(name) ?? (production ? missing(name) : keptIn(dataDir, file));
  return {
    host: read("HOST"),
    port: read("PORT"),
    publicUrl: read("PUBLIC_URL") ?? null,
    redisUrl: read("REDIS_URL") ?? null,
    trustProxy: read("TRUST_PROXY"),
    dataDir,
    authSecret: mandatory("AUTH_SECRET", "auth-secret"),
    bridgeToken: mandatory("BRIDGE_TOKEN", "bridge-token"),
    adminPassword: read("ADMIN_PASSWORD") ?? (production ? null : keptIn(dataDir, "admin-password")),
    logLevel: read("LOG_LEVEL"),
    botDelay: read("BOT_DELAY"),
    botThinking: BOT_THINKING,
    nonceWait: LIMITS.nonces,
    creationsPerMinute: read("CREATIONS_PER_MINUTE"),
    seatsPerMinute: read("SEATS_PER_MINUTE"),
    messages: LIMITS.messages,
    pingInterval: PING_INTERVAL,
    patience: PATIENCE,
    drainTimeout: read("DRAIN_TIMEOUT"),
    absence: LIMITS.absence,
    keeping: { finished: read("RECORDS_KEPT") * DAY, unfinished: read("ABANDONED_KEPT") * DAY },
  };
}

function readVariable<V extends Variable>(
  environment: Environment,
  name: V,
): z.output<(typeof VARIABLES)[V]["format"]> {
  const { format, takes } = VARIABLES[name];
  const parsed = (format as z.ZodType).safeParse(environment[name] || undefined);
  if (!parsed.success) throw new StartError(`${name} must be ${takes}.`);
  return parsed.data as z.output<(typeof VARIABLES)[V]["format"]>;
}

function keptIn(dataDir: string, file: string): string {
  const kept = keptSecret(dataDir, file);
  if (kept.length >= SECRET_LENGTH) return kept;
  throw new StartError(`DATA_DIR holds a file ${file} with less than ${SECRET_LENGTH} characters.`);
}

function missing(name: Variable): never {
  throw new StartError(`${name} must be set in production: ${VARIABLES[name].takes}.`);
}

/** Level by level: where nothing can be made, as below `/proc`, `mkdirSync` with `recursive` tries for ever. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readyFolder(folder: string): string {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR ${folder} cannot be written to: ${reason}.`, error);
  }
}
