import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { LIMITS, SERVER_LIMITS, SOCKET_LIMITS } from "@flower-war/protocol";
import type { Rate } from "@flower-war/protocol/ports";
import type { SocketRates } from "@flower-war/protocol/sockets";
import { z } from "zod";
import type { BotThinking } from "./bots/bot-pool.ts";
import { dataFolderError, prepareDataFolder } from "./data-folder.ts";
import type { LogLevel } from "./log.ts";
import type { Timeouts } from "./match/services.ts";
import type { WordFilterSettings } from "./names/word-filter.ts";
import type { PushSettings } from "./notices/index.ts";
import type { MailSettings } from "./notices/mail-sender.ts";
import { isPushHost } from "./notices/push-hosts.ts";
import type { TlsFiles } from "./operator/index.ts";
import { newSecret, type Random } from "./random.ts";
import { storedSecret } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import type { RetentionPeriods } from "./storage/journal/journal.ts";
import type { ConnectionLimits } from "./wire/connections.ts";

/** Everything that can be configured. */
export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** This process as clients reach it through a reverse proxy, path included; `null`: as they reached us. */
  readonly publicUrl: string | null;
  /** The sites whose pages may use this server, besides its own; `null`: any. */
  readonly allowedOrigins: readonly string[] | null;
  /** The Redis that joins this server to others; `null`: it is alone. With one, `databaseUrl` is not `null`. */
  readonly redisUrl: string | null;
  /** The PostgreSQL that stores everything durable; `null`: it is stored in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The proxies whose `X-Forwarded-For` is trusted: addresses, networks, `loopback`, `uniquelocal`. */
  readonly trustProxy: string;
  /** `null`: store nothing on disk. */
  readonly dataDir: string | null;
  readonly authSecret: string;
  readonly bridgeToken: string;
  /** `null`: nobody is admin. */
  readonly adminPassword: string | null;
  readonly logLevel: LogLevel;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** How long a skilled bot may think about a move. */
  readonly botThinking: BotThinking;
  /** Matches that one address may create in a minute. */
  readonly creationsPerMinute: number;
  /** New seats that one address may take in a minute. */
  readonly seatsPerMinute: number;
  /** Players that one address may create in a minute. */
  readonly playersPerMinute: number;
  /** Matches that this process holds in memory. */
  readonly matchesAtOnce: number;
  /** Spectators of one match. */
  readonly spectatorsPerMatch: number;
  /** Clients that watch the lobby of this process. */
  readonly watchersAtOnce: number;
  /** Spectators of a match, and watchers of the lobby, from one address. */
  readonly viewersPerAddress: number;
  /** How fast this process lets spectators and watchers in. */
  readonly viewerTurns: Rate;
  /** Messages that one client may send. */
  readonly messages: Rate;
  /** What clients may do before anything they send is parsed. */
  readonly connections: ConnectionLimits;
  /** Which words names may not have, and talk is shown without; `null`: any may be used. */
  readonly wordFilter: WordFilterSettings | null;
  /** How players are told by Web Push that it is their turn; `null`: they are not. */
  readonly push: PushSettings | null;
  /** How they are told by e-mail; `null`: they are not. */
  readonly mail: MailSettings | null;
  /** ms between two checks whether a client is silent; a dead connection is noticed within three of them. */
  readonly pingInterval: number;
  readonly timeouts: Timeouts;
  /** ms that the matches of a server that stops have to settle before they are closed. */
  readonly drainTimeout: number;
  /** How long the journal stores matches. */
  readonly retention: RetentionPeriods;
  /** ms after which guests who were not seen are deleted. */
  readonly guestRetention: number;
  /** ms for which the audit log of operators is kept. */
  readonly auditRetention: number;
  /** ms for which reports are kept, and bans after their end. */
  readonly reportRetention: number;
  /** Where the operator's listener listens. */
  readonly operatorHost: string;
  /** 0: any free one. */
  readonly operatorPort: number;
  /** `null`: it speaks plain HTTP. */
  readonly operatorTls: TlsFiles | null;
}

const PING_INTERVAL = 15_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Days for which the journal stores finished and abandoned matches. */
const RETENTION = 30;
/** Days for which results of matches are stored: a link that was shared works for ten years. A result has 1 KB. */
const RESULT_RETENTION = 3650;
/** Days after which guests who were not seen are deleted. */
const GUEST_RETENTION = 180;
/** Days for which the audit log of operators is kept. */
const AUDIT_RETENTION = 730;
/** Days for which reports are kept, and bans after their end. */
const REPORT_RETENTION = 90;
const DRAIN_TIMEOUT = 5_000;
const TIMEOUTS: Timeouts = {
  empty: SERVER_LIMITS.empty,
  unattended: SERVER_LIMITS.unattended,
  over: 5 * MINUTE,
  overAtTemple: 10 * MINUTE,
  absence: LIMITS.absence,
  nonces: LIMITS.nonces,
  countdown: LIMITS.countdown,
  deserted: LIMITS.deserted,
};
/** Whom push services write to if nobody is named. */
const NOBODY = "mailto:nobody@flower-war.invalid";
const BOT_THINKING: BotThinking = { time: 150, timeout: 2_000 };

/** Limits of a connection that no test reaches. */
const GENEROUS: SocketRates = {
  units: { perSecond: 1_000_000, burst: 1_000_000, excess: 1_000_000 },
  bytes: { perSecond: 1e9, burst: 1e9, excess: 1e9 },
};

/** The configuration of tests: reachable from this machine only, nothing stored, generous limits. */
export function testConfig(random: Random): Config {
  return {
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    allowedOrigins: null,
    redisUrl: null,
    databaseUrl: null,
    trustProxy: "loopback",
    dataDir: null,
    authSecret: newSecret(random),
    bridgeToken: newSecret(random),
    adminPassword: newSecret(random),
    logLevel: "silent",
    botDelay: 0,
    botThinking: { time: 1, timeout: 10_000 },
    creationsPerMinute: 1000,
    seatsPerMinute: 1000,
    playersPerMinute: 1000,
    matchesAtOnce: 100_000,
    spectatorsPerMatch: 10_000,
    watchersAtOnce: 10_000,
    viewersPerAddress: 10_000,
    viewerTurns: { perSecond: 100_000, burst: 100_000 },
    messages: { perSecond: 10_000, burst: 10_000 },
    connections: {
      http: GENEROUS,
      webSocket: GENEROUS,
      inAll: 1_000_000,
      perAddress: 1_000_000,
      requests: { perSecond: 1_000_000, burst: 1_000_000 },
    },
    wordFilter: { words: [], allowed: [] },
    push: { hosts: [], contact: NOBODY },
    mail: null,
    pingInterval: PING_INTERVAL,
    timeouts: TIMEOUTS,
    drainTimeout: DRAIN_TIMEOUT,
    retention: { finished: RETENTION * DAY, unfinished: RETENTION * DAY, results: RESULT_RETENTION * DAY },
    guestRetention: GUEST_RETENTION * DAY,
    auditRetention: AUDIT_RETENTION * DAY,
    reportRetention: REPORT_RETENTION * DAY,
    operatorHost: "127.0.0.1",
    operatorPort: 0,
    operatorTls: null,
  };
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The least characters of a secret. */
const SECRET_LENGTH = 16;
const secret = z.string().min(SECRET_LENGTH);

/** A number written in digits. */
function number(min: number, max: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
}

const WORDS_TAKEN = "words of 2 to 40 letters, with commas between them";

/** Words, with commas between them. */
function words() {
  return z
    .string()
    .transform((list) => list.split(",").map((word) => word.trim().normalize("NFC")))
    .pipe(z.array(z.string().regex(/^[\p{L}\p{M}]{2,40}$/u)).max(10_000));
}

/** Origins of sites, with commas between them. */
function origins() {
  return z
    .string()
    .transform((list) => list.split(",").map((origin) => origin.trim()))
    .pipe(z.array(z.string().refine((origin) => URL.parse(origin)?.origin === origin)).max(100));
}

/** Hosts of push services, with commas between them. */
function pushHosts() {
  return z
    .string()
    .transform((list) => list.split(",").map((host) => host.trim().toLowerCase()))
    .pipe(z.array(z.string().refine(isPushHost)).max(100));
}

/** An address, or a name and an address. */
const MAIL_FROM = /^([^<>"@\r\n]{1,60} <)?[^\s<>"@,;]{1,64}@[^\s<>"@,;]{1,190}>?$/;

/** The format of each variable, and its description for the operator. */
const VARIABLES = {
  NODE_ENV: { takes: "a word", format: z.string().default("development") },
  HOST: { takes: "an address to listen on", format: z.string().default("0.0.0.0") },
  PORT: { takes: "a port from 0 to 65535", format: number(0, 65_535).default(2567) },
  PUBLIC_URL: { takes: "an http or https URL", format: z.url({ protocol: /^https?$/ }).optional() },
  ALLOWED_ORIGINS: {
    takes: "origins like https://play.example, with commas between them",
    format: origins().optional(),
  },
  REDIS_URL: {
    takes: "an address like redis://localhost:6379",
    format: z.url({ protocol: /^rediss?$/ }).optional(),
  },
  DATABASE_URL: {
    takes: "an address like postgres://user:password@localhost:5432/flower_war",
    format: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
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
  PLAYERS_PER_MINUTE: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(LIMITS.players),
  },
  MAX_SOCKETS: {
    takes: "a number from 10 to 1000000",
    format: number(10, 1_000_000).default(SOCKET_LIMITS.inAll),
  },
  SOCKETS_PER_ADDRESS: {
    takes: "a number from 10 to 1000000",
    format: number(10, 1_000_000).default(SOCKET_LIMITS.perAddress),
  },
  REQUESTS_PER_SECOND: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(SOCKET_LIMITS.requests.perSecond),
  },
  REQUESTS_AT_ONCE: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(SOCKET_LIMITS.requests.burst),
  },
  MATCHES_AT_ONCE: {
    takes: "a number from 1 to 1000000",
    format: number(1, 1_000_000).default(SERVER_LIMITS.matches.atOnce),
  },
  SPECTATORS_PER_MATCH: {
    takes: "a number from 0 to 1000000",
    format: number(0, 1_000_000).default(SERVER_LIMITS.spectators.perMatch),
  },
  WATCHERS_AT_ONCE: {
    takes: "a number from 0 to 1000000",
    format: number(0, 1_000_000).default(SERVER_LIMITS.watchers.atOnce),
  },
  VIEWERS_PER_ADDRESS: {
    takes: "a number from 0 to 1000000",
    format: number(0, 1_000_000).default(SERVER_LIMITS.viewersPerAddress),
  },
  WORD_FILTER: { takes: "on or off", format: z.enum(["on", "off"]).default("on") },
  WORD_FILTER_WORDS: { takes: WORDS_TAKEN, format: words().default([]) },
  WORD_FILTER_ALLOWED: { takes: WORDS_TAKEN, format: words().default([]) },
  PUSH: { takes: "on or off", format: z.enum(["on", "off"]).default("on") },
  PUSH_HOSTS: {
    takes: "host names like push.example, push.example:8443 or *.push.example, with commas between them",
    format: pushHosts().default([]),
  },
  PUSH_CONTACT: {
    takes: "an address like mailto:you@example.org, or an https URL",
    format: z
      .string()
      .refine((contact) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact) && URL.canParse(contact))
      .optional(),
  },
  SMTP_URL: {
    takes: "an address like smtps://user:password@mail.example.org:465",
    format: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  MAIL_FROM: {
    takes: "an address like play@example.org, or Flower War <play@example.org>",
    format: z
      .string()
      .refine((from) => MAIL_FROM.test(from) && from.includes("<") === from.endsWith(">"))
      .optional(),
  },
  DRAIN_TIMEOUT: {
    takes: "ms from 0 to 15000",
    format: number(0, 15_000).default(DRAIN_TIMEOUT),
  },
  RECORDS_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(RETENTION) },
  RESULTS_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(RESULT_RETENTION) },
  ABANDONED_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(RETENTION) },
  GUESTS_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(GUEST_RETENTION) },
  AUDIT_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(AUDIT_RETENTION) },
  REPORTS_KEPT: { takes: "days from 1 to 36500", format: number(1, 36_500).default(REPORT_RETENTION) },
  OPERATOR_HOST: { takes: "an address to listen on", format: z.string().default("127.0.0.1") },
  OPERATOR_PORT: { takes: "a port from 0 to 65535", format: number(0, 65_535).optional() },
  OPERATOR_TLS_DIR: { takes: "a folder with fullchain.pem and privkey.pem", format: z.string().optional() },
  BOT_DELAY: { takes: "ms from 0 to 60000", format: number(0, 60_000).default(400) },
} as const;

/** Whether Express accepts this as a list of proxies. */
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
 * Reads the environment. In development, missing secrets are created and stored in `DATA_DIR`.
 * @throws `StartError` naming the variable at fault
 */
export function readConfig(environment: Environment, random: Random): Config {
  const read = <V extends Variable>(name: V) => readVariable(environment, name);
  const dataDir = prepareDataFolder(resolve(read("DATA_DIR")));
  const production = read("NODE_ENV") === "production";
  const mandatory = (name: "AUTH_SECRET" | "BRIDGE_TOKEN", file: string) =>
    read(name) ?? (production ? missing(name) : secretIn(dataDir, file, random));
  const [redisUrl, databaseUrl] = [read("REDIS_URL") ?? null, read("DATABASE_URL") ?? null];
  if (redisUrl !== null && databaseUrl === null) {
    throw new StartError(
      "REDIS_URL needs DATABASE_URL: servers that share a Redis store matches in a PostgreSQL.",
    );
  }
  const adminPassword =
    read("ADMIN_PASSWORD") ?? (production ? null : secretIn(dataDir, "admin-password", random));
  const port = read("PORT");
  const publicUrl = read("PUBLIC_URL") ?? null;
  return {
    host: read("HOST"),
    port,
    publicUrl,
    allowedOrigins: read("ALLOWED_ORIGINS") ?? null,
    redisUrl,
    databaseUrl,
    trustProxy: read("TRUST_PROXY"),
    dataDir,
    authSecret: mandatory("AUTH_SECRET", "auth-secret"),
    bridgeToken: mandatory("BRIDGE_TOKEN", "bridge-token"),
    adminPassword,
    logLevel: read("LOG_LEVEL"),
    botDelay: read("BOT_DELAY"),
    botThinking: BOT_THINKING,
    creationsPerMinute: read("CREATIONS_PER_MINUTE"),
    seatsPerMinute: read("SEATS_PER_MINUTE"),
    playersPerMinute: read("PLAYERS_PER_MINUTE"),
    matchesAtOnce: read("MATCHES_AT_ONCE"),
    spectatorsPerMatch: read("SPECTATORS_PER_MATCH"),
    watchersAtOnce: read("WATCHERS_AT_ONCE"),
    viewersPerAddress: read("VIEWERS_PER_ADDRESS"),
    viewerTurns: SERVER_LIMITS.viewerTurns,
    messages: LIMITS.messages,
    connections: {
      http: SOCKET_LIMITS.http,
      webSocket: SOCKET_LIMITS.webSocket,
      inAll: read("MAX_SOCKETS"),
      perAddress: read("SOCKETS_PER_ADDRESS"),
      requests: { perSecond: read("REQUESTS_PER_SECOND"), burst: read("REQUESTS_AT_ONCE") },
    },
    wordFilter:
      read("WORD_FILTER") === "off"
        ? null
        : { words: read("WORD_FILTER_WORDS"), allowed: read("WORD_FILTER_ALLOWED") },
    push:
      read("PUSH") === "off"
        ? null
        : { hosts: read("PUSH_HOSTS"), contact: read("PUSH_CONTACT") ?? contactOf(publicUrl) },
    mail: mailSettings(read("SMTP_URL") ?? null, read("MAIL_FROM") ?? null, publicUrl),
    pingInterval: PING_INTERVAL,
    timeouts: TIMEOUTS,
    drainTimeout: read("DRAIN_TIMEOUT"),
    retention: {
      finished: read("RECORDS_KEPT") * DAY,
      unfinished: read("ABANDONED_KEPT") * DAY,
      results: read("RESULTS_KEPT") * DAY,
    },
    guestRetention: read("GUESTS_KEPT") * DAY,
    auditRetention: read("AUDIT_KEPT") * DAY,
    reportRetention: read("REPORTS_KEPT") * DAY,
    operatorHost: read("OPERATOR_HOST"),
    operatorPort: read("OPERATOR_PORT") ?? portAbove(port),
    operatorTls: tlsFiles(read("OPERATOR_TLS_DIR") ?? null),
  };
}

/** Returns where the operator's listener listens if nobody says: one above the players', at any free port if they are. */
function portAbove(port: number): number {
  if (port === 65_535) throw new StartError("OPERATOR_PORT must be set: there is no port above PORT 65535.");
  return port === 0 ? 0 : port + 1;
}

function tlsFiles(folder: string | null): TlsFiles | null {
  if (folder === null) return null;
  return { cert: readPem(join(folder, "fullchain.pem")), key: readPem(join(folder, "privkey.pem")) };
}

function readPem(file: string): string {
  try {
    const pem = readFileSync(file, "utf8");
    if (pem.includes("-----BEGIN ")) return pem;
  } catch {
    // The sentence below says which file is missing.
  }
  throw new StartError(`OPERATOR_TLS_DIR needs a PEM file at ${file}.`);
}

/** Push services take `https:` and `mailto:` alone. */
function contactOf(publicUrl: string | null): string {
  return publicUrl?.startsWith("https:") ? new URL(publicUrl).origin : NOBODY;
}

/** @throws `StartError` if something that e-mails need is missing */
function mailSettings(
  url: string | null,
  from: string | null,
  publicUrl: string | null,
): MailSettings | null {
  if (url === null) return null;
  if (from === null) throw new StartError("SMTP_URL needs MAIL_FROM: it says who the e-mails are from.");
  if (publicUrl === null) throw new StartError("SMTP_URL needs PUBLIC_URL: e-mails link to the page there.");
  return { url, from, origin: new URL(publicUrl).origin };
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

function secretIn(dataDir: string, file: string, random: Random): string {
  const stored = readOrStoreSecret(dataDir, file, random);
  if (stored.length >= SECRET_LENGTH) return stored;
  throw new StartError(`DATA_DIR holds a file ${file} with less than ${SECRET_LENGTH} characters.`);
}

/** @throws `StartError` if it cannot be stored */
function readOrStoreSecret(dataDir: string, file: string, random: Random): string {
  try {
    return storedSecret(dataDir, file, random);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
}

function missing(name: Variable): never {
  throw new StartError(`${name} must be set in production: ${VARIABLES[name].takes}.`);
}
