import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { LIMITS } from "@flower-war/client-sdk/protocol";
import { z } from "zod";
import type { Thinking } from "./bots/thinkers.ts";
import type { LogLevel } from "./log.ts";
import type { Patience } from "./match/closing.ts";
import { keptSecret, newSecret } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import type { Guard } from "./wire/guarded-socket.ts";

/** All that can be set. */
export interface Config extends Guard {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** This process as clients reach it through an entrance, path included; `null`: as they reached us. */
  readonly publicUrl: string | null;
  /** `null`: keep nothing on disk. */
  readonly dataDir: string | null;
  readonly authSecret: string;
  readonly bridgeToken: string;
  /** `null`: nobody is admin. */
  readonly adminPassword: string | null;
  readonly logLevel: LogLevel;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** How long a bot that looks ahead may take for a move. */
  readonly botThinking: Thinking;
  /** Matches that one address may create in a minute. */
  readonly creationsPerMinute: number;
  /** ms for which rooms stay that nobody needs. */
  readonly patience: Patience;
}

const PING_INTERVAL = 15_000;
const BOT_THINKING: Thinking = { time: 150, patience: 2_000 };
const PATIENCE: Patience = { empty: 15 * 60_000, over: 5 * 60_000 };

/** A server for tests: only this machine can reach it, it keeps nothing, and nobody needs to be slow. */
export function testConfig(): Config {
  return {
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    dataDir: null,
    authSecret: newSecret(),
    bridgeToken: newSecret(),
    adminPassword: newSecret(),
    logLevel: "silent",
    botDelay: 0,
    botThinking: { time: 1, patience: 10_000 },
    creationsPerMinute: 1000,
    messages: { perSecond: 10_000, burst: 10_000 },
    pingInterval: PING_INTERVAL,
    patience: PATIENCE,
  };
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Characters that a secret has at least. */
const SECRET_LENGTH = 16;
const secret = z.string(`at least ${SECRET_LENGTH} characters`).min(SECRET_LENGTH);

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
  DATA_DIR: { takes: "a folder", format: z.string().default("./data") },
  AUTH_SECRET: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  BRIDGE_TOKEN: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  ADMIN_PASSWORD: { takes: `at least ${SECRET_LENGTH} characters`, format: secret.optional() },
  LOG_LEVEL: { takes: `one of ${LOG_LEVELS.join(", ")}`, format: z.enum(LOG_LEVELS).default("info") },
  BOT_DELAY: { takes: "ms from 0 to 60000", format: number(0, 60_000).default(400) },
} as const;

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
    read(name) ?? (production ? missing(name) : keptSecret(dataDir, file));
  return {
    host: read("HOST"),
    port: read("PORT"),
    publicUrl: read("PUBLIC_URL") ?? null,
    dataDir,
    authSecret: mandatory("AUTH_SECRET", "auth-secret"),
    bridgeToken: mandatory("BRIDGE_TOKEN", "bridge-token"),
    adminPassword: read("ADMIN_PASSWORD") ?? (production ? null : keptSecret(dataDir, "admin-password")),
    logLevel: read("LOG_LEVEL"),
    botDelay: read("BOT_DELAY"),
    botThinking: BOT_THINKING,
    creationsPerMinute: LIMITS.creations,
    messages: LIMITS.messages,
    pingInterval: PING_INTERVAL,
    patience: PATIENCE,
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

function missing(name: Variable): never {
  throw new StartError(`${name} must be set in production: ${VARIABLES[name].takes}.`);
}

function readyFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR ${folder} cannot be written to: ${reason}.`, error);
  }
}
