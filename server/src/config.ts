import { readdirSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { LIMITS, type ProtocolRange, SUPPORTED_PROTOCOLS } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { everyAddress, SOCKET_LIMITS, type SocketRates } from "@flower-war/protocol/sockets";
import type { Rate } from "@flower-war/protocol/ports";
import { type Environment, SECRET_LENGTH } from "@flower-war/protocol/variables";
import type { BackupPlace } from "./backups/backup-store.ts";
import type { BotThinking } from "./bots/bot-pool.ts";
import { dataFolderError, prepareDataFolder } from "./data-folder.ts";
import type { LogLevel } from "./log.ts";
import type { Timeouts } from "./match/services.ts";
import type { WordFilterSettings } from "./names/word-filter.ts";
import type { PushSettings } from "./notices/index.ts";
import type { MailSettings } from "./notices/mail-sender.ts";
import type { TlsFiles } from "./operator/index.ts";
import { newSecret, type Random } from "./random.ts";
import { storedSecret } from "./secrets.ts";
import { StartError } from "./start-error.ts";
import type { RetentionPeriods } from "./storage/journal/journal.ts";
import { describeValue, readVariable, type Variable } from "./variables.ts";
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
  /** `null`: there is no admin. */
  readonly adminPassword: string | null;
  readonly logLevel: LogLevel;
  /** Whether players whose address is private can choose a temple without its code. */
  readonly nearbyPairing: boolean;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  /** How long bots may think about a move. */
  readonly botThinking: BotThinking;
  /** The protocols of clients that may come in. */
  readonly protocols: ProtocolRange;
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
  /** Limits on connections, which apply before anything is parsed. */
  readonly connections: ConnectionLimits;
  /** Which words names may not have, and talk is shown without; `null`: any may be used. */
  readonly wordFilter: WordFilterSettings | null;
  /** How players are told by Web Push that it is their turn; `null`: they are not. */
  readonly push: PushSettings | null;
  /** How they are told by e-mail; `null`: they are not. */
  readonly mail: MailSettings | null;
  /** ms between two checks whether a client is silent; a dead connection is noticed within four of them. */
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
  /** Which backups are shipped; `null`: none. */
  readonly backups: BackupConfig | null;
  /** The folder with the images of temples' firmware; `null`: there are none. */
  readonly firmwareDir: string | null;
  /** Where the operator's listener listens. */
  readonly operatorHost: string;
  /** Names of the operator's listener that are registered in the DNS. */
  readonly operatorHosts: readonly string[];
  /** 0: any free one. */
  readonly operatorPort: number;
  /** `null`: it speaks plain HTTP. */
  readonly operatorTls: TlsFiles | null;
}

interface BackupConfig {
  readonly place: BackupPlace;
  /** ms from one backup to the next. */
  readonly every: number;
  /** ms for which they are kept. */
  readonly kept: number;
}

const PING_INTERVAL = 15_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const TIMEOUTS: Timeouts = {
  empty: SERVER_LIMITS.empty,
  unattended: SERVER_LIMITS.unattended,
  over: 5 * MINUTE,
  overAtTemple: 10 * MINUTE,
  absence: LIMITS.absence,
  arrival: LIMITS.arrival,
  nonces: LIMITS.nonces,
  reveals: LIMITS.reveals,
  countdown: LIMITS.countdown,
  deserted: LIMITS.deserted,
};
/** The contact for push services if none is set. */
const NO_CONTACT = "mailto:nobody@flower-war.invalid";
const BOT_THINKING: BotThinking = {
  skilled: { time: 150, answer: 250 },
  strong: { time: 1_000, answer: 1_200 },
  advice: 1_200,
  timeout: 3_000,
};

/** Limits of a connection that no test reaches. */
const GENEROUS: SocketRates = {
  units: { perSecond: 1_000_000, burst: 1_000_000, excess: 1_000_000 },
  bytes: { perSecond: 1e9, burst: 1e9, excess: 1e9 },
};

/** The configuration of tests: reachable from this machine only, nothing stored, generous limits; for the rest as without variables. */
export function testConfig(random: Random): Config {
  return {
    ...settingsIn({}),
    host: "127.0.0.1",
    port: 0,
    dataDir: null,
    authSecret: newSecret(random),
    bridgeToken: newSecret(random),
    adminPassword: newSecret(random),
    logLevel: "silent",
    botDelay: 0,
    botThinking: {
      skilled: { time: 1, answer: 20 },
      strong: { time: 1, answer: 30 },
      advice: 1,
      timeout: 10_000,
    },
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
    operatorPort: 0,
  };
}

/**
 * Reads the environment. Without `DATABASE_URL`, this process owns `DATA_DIR` from here on. In development, missing secrets are
 * created and stored there.
 * @throws `StartError` naming the variable at fault
 */
export function readConfig(environment: Environment, random: Random): Config {
  const read = <V extends Variable>(name: V) => readVariable(environment, name);
  const [redisUrl, databaseUrl] = [read("REDIS_URL") ?? null, read("DATABASE_URL") ?? null];
  const dataDir = prepareDataFolder(resolve(read("DATA_DIR")), databaseUrl === null);
  const production = read("NODE_ENV") === "production";
  const mandatory = (name: "AUTH_SECRET" | "BRIDGE_TOKEN", file: string) =>
    read(name) ?? (production ? missing(name) : secretIn(dataDir, file, random));
  if (redisUrl !== null && databaseUrl === null) {
    throw new StartError(
      "REDIS_URL needs DATABASE_URL: servers that share a Redis store matches in a PostgreSQL.",
    );
  }
  const adminPassword =
    read("ADMIN_PASSWORD") ?? (production ? null : secretIn(dataDir, "admin-password", random));
  return {
    ...settingsIn(environment),
    dataDir,
    authSecret: mandatory("AUTH_SECRET", "auth-secret"),
    bridgeToken: mandatory("BRIDGE_TOKEN", "bridge-token"),
    adminPassword,
  };
}

/** Reads all settings but the data folder and the secrets stored there. */
function settingsIn(
  environment: Environment,
): Omit<Config, "dataDir" | "authSecret" | "bridgeToken" | "adminPassword"> {
  const read = <V extends Variable>(name: V) => readVariable(environment, name);
  const port = read("PORT");
  const publicUrl = read("PUBLIC_URL") ?? null;
  return {
    host: read("HOST") ?? everyAddress(),
    port,
    publicUrl,
    allowedOrigins: read("ALLOWED_ORIGINS") ?? null,
    redisUrl: read("REDIS_URL") ?? null,
    databaseUrl: read("DATABASE_URL") ?? null,
    trustProxy: read("TRUST_PROXY"),
    logLevel: read("LOG_LEVEL"),
    nearbyPairing: read("NEARBY_PAIRING") === "true",
    botDelay: read("BOT_DELAY"),
    botThinking: BOT_THINKING,
    protocols: SUPPORTED_PROTOCOLS,
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
    backups: backupConfig(environment),
    firmwareDir: firmwareFolder(read("FIRMWARE_DIR") ?? null),
    operatorHost: read("OPERATOR_HOST"),
    operatorHosts: read("OPERATOR_HOSTS"),
    operatorPort: read("OPERATOR_PORT") ?? portAbove(port),
    operatorTls: tlsFiles(read("OPERATOR_TLS_DIR") ?? null),
  };
}

function backupConfig(environment: Environment): BackupConfig | null {
  if (readVariable(environment, "BACKUP_TO") === undefined) return null;
  const place = readBackupPlace(environment);
  const scratch = backupScratchIn(resolve(readVariable(environment, "DATA_DIR")));
  if (place.s3 === null && `${place.to}${sep}`.startsWith(scratch + sep))
    throw new StartError(`BACKUP_TO must not be in ${scratch}, which is removed at each start.`);
  return {
    place,
    every: readVariable(environment, "BACKUP_EVERY") * MINUTE,
    kept: readVariable(environment, "BACKUP_KEPT") * DAY,
  };
}

/** Returns the folder for temporary files of backups. */
export function backupScratchIn(dataDir: string): string {
  return join(dataDir, "backup-scratch");
}

/**
 * Reads where backups go.
 * @throws `StartError` if something that they need is missing
 */
export function readBackupPlace(environment: Environment): BackupPlace {
  const read = <V extends Variable>(name: V) => readVariable(environment, name);
  const [to, keyFile] = [read("BACKUP_TO"), read("BACKUP_KEY_FILE")];
  if (to === undefined) throw new StartError(`BACKUP_TO must be set: ${describeValue("BACKUP_TO")}.`);
  if (keyFile === undefined) {
    throw new StartError("BACKUP_TO needs BACKUP_KEY_FILE: create a key with flower-war backup key <file>.");
  }
  if (!to.startsWith("s3://")) return { to: resolve(to), keyFile: resolve(keyFile), s3: null };
  const [accessKeyId, secretAccessKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartError("A bucket as BACKUP_TO needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  const region = read("AWS_REGION");
  const endpoint = read("AWS_ENDPOINT_URL") ?? `https://s3.${region}.amazonaws.com`;
  return { to, keyFile: resolve(keyFile), s3: { endpoint, region, accessKeyId, secretAccessKey } };
}

/** Returns the default port of the operator's listener: one above the players', any free one if theirs is. */
function portAbove(port: number): number {
  if (port === 65_535) throw new StartError("OPERATOR_PORT must be set: there is no port above PORT 65535.");
  return port === 0 ? 0 : port + 1;
}

/** @throws `StartError` if it is no folder that can be read */
function firmwareFolder(folder: string | null): string | null {
  if (folder === null) return null;
  try {
    readdirSync(folder);
  } catch {
    throw new StartError(`FIRMWARE_DIR ${folder} is not a folder that this user can read.`);
  }
  return resolve(folder);
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
  return publicUrl?.startsWith("https:") ? new URL(publicUrl).origin : NO_CONTACT;
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
  throw new StartError(`${name} must be set in production: ${describeValue(name)}.`);
}
