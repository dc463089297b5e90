import { isIP } from "node:net";
import { LIMITS } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import {
  type Declaration,
  type Environment,
  inRange,
  LOG_LEVEL,
  NODE_ENV,
  readVariable as read,
  SECRET,
} from "@flower-war/protocol/variables";
import { z } from "zod";
import { isPushHost } from "./notices/push-hosts.ts";
import { StartError } from "./start-error.ts";

/** The most connections for which nginx, the entrance to several servers, takes a limit. */
const MOST_PER_ADDRESS = 65_535;
const WORDS_TAKEN = "words of 2 to 40 letters, with commas between them";

/** Items with commas between them, at most `most`. */
function listOf(item: z.ZodType<string, string>, most: number) {
  return z
    .string()
    .transform((list) => list.split(",").map((each) => each.trim()))
    .pipe(z.array(item).max(most));
}

const WORDS = listOf(
  z
    .string()
    .normalize("NFC")
    .regex(/^[\p{L}\p{M}]{2,40}$/u),
  10_000,
);

/** Names of a host, with commas between them. */
function hostNames() {
  const name = z.string().regex(/^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/);
  return z
    .string()
    .transform((list) => list.split(",").map((host) => host.trim().toLowerCase()))
    .pipe(z.array(name).max(100));
}

/** An address, or a name and an address. */
const MAIL_FROM = /^([^<>"@\r\n]{1,60} <)?[^\s<>"@,;]{1,64}@[^\s<>"@,;]{1,190}>?$/;

const PROXIES_TAKEN =
  "addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between them";
const SECRET_UNSET = "in development created and stored in `DATA_DIR`; in production it must be set";

/** All variables that a server reads. */
export const VARIABLES = {
  NODE_ENV: {
    ...NODE_ENV,
    about: "`production` makes the secrets mandatory, and refuses weak ones",
  },
  HOST: {
    takes: "an address to listen on",
    format: z.string().optional(),
    unset: "all addresses, of IPv6 too if the machine has any",
    about: "where the server listens for players",
  },
  PORT: { ...inRange("a port", 0, 65_535, 2567), about: "its port" },
  PUBLIC_URL: {
    takes: "an http or https URL",
    format: z.url({ protocol: /^https?$/ }).optional(),
    unset: "as clients reached the server",
    about:
      "how clients reach this process through a reverse proxy, path included: `https://play.example/n1`. Link previews have it without the path",
  },
  ALLOWED_ORIGINS: {
    takes: "origins like https://play.example, with commas between them",
    format: listOf(
      z.string().refine((origin) => URL.parse(origin)?.origin === origin),
      100,
    ).optional(),
    unset: "any",
    about: "sites whose pages may use this server, and show its matches in a frame, besides its own",
  },
  TRUST_PROXY: {
    takes: PROXIES_TAKEN,
    format: z.string().refine(areProxies).default("loopback"),
    about: "reverse proxies whose `X-Forwarded-For` is trusted",
  },
  DATA_DIR: {
    takes: "a folder",
    format: z.string().default("./data"),
    about:
      "where the server stores `flower-war.db`, unless `DATABASE_URL` is set. In development, bridge, commands and the simulated temple find the secrets there",
    more: "journal.md#what-is-stored",
  },
  DATABASE_URL: {
    takes: "an address like postgres://user:password@localhost:5432/flower_war",
    format: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    unset: "`flower-war.db` in `DATA_DIR`",
    about:
      "the PostgreSQL (15 or newer) that stores matches and temples instead; with `?sslmode=verify-full` over TLS",
  },
  REDIS_URL: {
    takes: "an address like redis://localhost:6379",
    format: z.url({ protocol: /^rediss?$/ }).optional(),
    unset: "the server is alone",
    about:
      "the Redis that joins this server to others. It needs `DATABASE_URL`, the same for all of them. With a password: `redis://user:password@host:port`",
    more: "operate.md#several-servers",
  },
  AUTH_SECRET: { ...SECRET, unset: SECRET_UNSET, about: "signs the tokens of seats and players" },
  BRIDGE_TOKEN: { ...SECRET, unset: SECRET_UNSET, about: "lets a bridge join the server" },
  ADMIN_PASSWORD: {
    ...SECRET,
    unset: "in development created and stored in `DATA_DIR`; in production there is no admin",
    about:
      "enrols and revokes temples, takes and restores backups; operators sign in with it. Commands and the simulated temple read it too",
  },
  OPERATOR_HOST: {
    takes: "an address to listen on",
    format: z.string().default("127.0.0.1"),
    about:
      "where the server listens for operators, their programs, bridges and Prometheus, apart from players",
    more: "operate.md#the-operators-door",
  },
  OPERATOR_PORT: {
    ...inRange("a port", 0, 65_535, null),
    unset: "one above `PORT`",
    about: "the port of that listener",
  },
  OPERATOR_HOSTS: {
    takes: "host names like flower-war.example, with commas between them",
    format: hostNames().default([]),
    about:
      "names in the public DNS by which that listener is asked without TLS. Addresses, names without a domain and those in `localhost`, `local`, `internal`, `home.arpa` or `test` need none; others are refused, for a stranger's page can have them lead here",
  },
  OPERATOR_TLS_DIR: {
    takes: "a folder with fullchain.pem and privkey.pem",
    format: z.string().optional(),
    unset: "no TLS",
    about: "makes that listener speak TLS",
  },
  CREATIONS_PER_MINUTE: {
    ...inRange("a number", 1, 1_000_000, LIMITS.creations),
    about: "matches that one address may create in a minute",
    more: "limits.md",
  },
  SEATS_PER_MINUTE: {
    ...inRange("a number", 1, 1_000_000, LIMITS.seats),
    about:
      "new seats that one address may take in a minute; it holds a fifteenth of them at a time without a connection",
    more: "limits.md",
  },
  PLAYERS_PER_MINUTE: {
    ...inRange("a number", 1, 1_000_000, LIMITS.players),
    about: "players that one address may create in a minute",
  },
  SOCKETS_PER_ADDRESS: {
    ...inRange("a number", 10, MOST_PER_ADDRESS, SOCKET_LIMITS.perAddress),
    about: "connections that one address may hold",
    more: "protocol.md#sockets",
  },
  MAX_SOCKETS: {
    ...inRange("a number", 10, 1_000_000, SOCKET_LIMITS.inAll),
    about: "connections that all addresses together may hold",
  },
  REQUESTS_PER_SECOND: {
    ...inRange("a number", 1, 1_000_000, SOCKET_LIMITS.requests.perSecond),
    about: "HTTP requests that one address may make in a second, in the long run",
  },
  REQUESTS_AT_ONCE: {
    ...inRange("a number", 1, 1_000_000, SOCKET_LIMITS.requests.burst),
    about: "HTTP requests that it may make at once",
  },
  MATCHES_AT_ONCE: {
    ...inRange("a number", 1, 1_000_000, SERVER_LIMITS.matches.atOnce),
    about: "matches that the server holds in memory, 110 KB each; a fifth as many may be created in a minute",
  },
  SPECTATORS_PER_MATCH: {
    ...inRange("a number", 0, 1_000_000, SERVER_LIMITS.spectators.perMatch),
    about: "clients that watch a match",
  },
  WATCHERS_AT_ONCE: {
    ...inRange("a number", 0, 1_000_000, SERVER_LIMITS.watchers.atOnce),
    about: "clients that watch the lobby",
  },
  VIEWERS_PER_ADDRESS: {
    ...inRange("a number", 0, 1_000_000, SERVER_LIMITS.viewersPerAddress),
    about: "clients of both kinds from one address",
  },
  RECORDS_KEPT: {
    ...inRange("days", 1, 36_500, 30),
    about: "days for which finished matches are stored",
    more: "journal.md#for-how-long",
  },
  ABANDONED_KEPT: {
    ...inRange("days", 1, 36_500, 30),
    about: "days for which abandoned matches are stored",
  },
  // A link that was shared works for ten years. A result has 1 KB.
  RESULTS_KEPT: {
    ...inRange("days", 1, 36_500, 3650),
    about: "days for which the results of finished matches are stored",
  },
  GUESTS_KEPT: {
    ...inRange("days", 1, 36_500, 180),
    about: "days without a visit after which guests and bot accounts are deleted",
    more: "protocol.md#players",
  },
  AUDIT_KEPT: {
    ...inRange("days", 1, 36_500, 730),
    about: "days for which the operators' audit log is stored",
  },
  REPORTS_KEPT: {
    ...inRange("days", 1, 36_500, 90),
    about: "days for which reports are stored, and bans after their end",
  },
  WORD_FILTER: {
    takes: "on or off",
    format: z.enum(["on", "off"]).default("on"),
    about:
      "`off`: names and chat may have any words. The filter knows English and Spanish words, also with spaces between their letters; it knows no other language, and no meaning",
  },
  WORD_FILTER_WORDS: {
    takes: WORDS_TAKEN,
    format: WORDS.default([]),
    about: "more words that names may not have and that are masked in chat",
  },
  WORD_FILTER_ALLOWED: {
    takes: WORDS_TAKEN,
    format: WORDS.default([]),
    about:
      "words that the filter lets through. A name that is a word by itself, like Dick or Bich, is refused without",
  },
  PUSH: {
    takes: "on or off",
    format: z.enum(["on", "off"]).default("on"),
    about: "`off`: players are not told by Web Push that it is their turn",
    more: "operate.md#turns-by-day",
  },
  PUSH_HOSTS: {
    takes: "host names like push.example, push.example:8443 or *.push.example, with commas between them",
    format: listOf(z.string().toLowerCase().refine(isPushHost), 100).default([]),
    about: "push services beyond those of the known browsers",
  },
  PUSH_CONTACT: {
    takes: "an address like mailto:you@example.org, or an https URL",
    format: z
      .string()
      .refine((contact) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact) && URL.canParse(contact))
      .optional(),
    unset: "`PUBLIC_URL`, if it has `https`",
    about: "whom push services write to about this server",
  },
  SMTP_URL: {
    takes: "an address like smtps://user:password@mail.example.org:465",
    format: z.url({ protocol: /^smtps?$/ }).optional(),
    unset: "no e-mails",
    about:
      "the SMTP server that sends e-mails to players whose turn it is. It needs `MAIL_FROM` and `PUBLIC_URL`; `smtp://` works too",
  },
  MAIL_FROM: {
    takes: "an address like play@example.org, or Flower War <play@example.org>",
    format: z
      .string()
      .refine((from) => MAIL_FROM.test(from) && from.includes("<") === from.endsWith(">"))
      .optional(),
    about: "the sender of those e-mails",
  },
  DRAIN_TIMEOUT: {
    ...inRange("ms", 0, 15_000, 5_000),
    about:
      "ms in which a server that stops (SIGTERM) settles its matches and hands them over, before it closes the rest",
  },
  NEARBY_PAIRING: {
    takes: "true or false",
    format: z.enum(["true", "false"]).default("false"),
    about:
      "`true`: players in your own network choose a temple that shows a code, and press its pair button, instead of typing that code",
    more: "operate.md#temples-nearby",
  },
  BACKUP_TO: {
    takes: "a folder that exists, or a bucket like s3://bucket/prefix",
    format: z
      .string()
      .regex(/^(?!s3:|[A-Za-z][A-Za-z\d+.-]*:\/\/)|^s3:\/\/[^/\s]+(\/[^\s]*)?$/)
      .optional(),
    unset: "no backups are shipped",
    about:
      "where the server ships encrypted backups of all that it stores. It needs `BACKUP_KEY_FILE`; a bucket needs `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`",
    more: "operate.md#backups",
  },
  BACKUP_KEY_FILE: {
    takes: "a file that `flower-war backup key` or `age-keygen` wrote",
    format: z.string().optional(),
    about: "the key of backups. Without it none can be restored: keep a copy apart from the server",
    more: "operate.md#backups",
  },
  BACKUP_EVERY: {
    ...inRange("minutes", 1, 1_440, 1),
    about: "minutes from one backup to the next: what was played since the newest is lost with the machine",
  },
  BACKUP_KEPT: {
    ...inRange("days", 1, 36_500, 30),
    about: "days for which one backup of each day is kept. Of the last day all are",
  },
  AWS_ACCESS_KEY_ID: {
    takes: "the id of an access key",
    format: z.string().optional(),
    about: "the access key with which the server uses the bucket of `BACKUP_TO`",
  },
  AWS_SECRET_ACCESS_KEY: {
    takes: "the secret of that key",
    format: z.string().optional(),
    about: "the secret of `AWS_ACCESS_KEY_ID`",
  },
  AWS_REGION: {
    takes: "the name of a region, like eu-central-1",
    format: z.string().default("us-east-1"),
    about: "the region of that bucket; many other stores than AWS take any",
  },
  AWS_ENDPOINT_URL: {
    takes: "an http or https URL",
    format: z.url({ protocol: /^https?$/ }).optional(),
    unset: "AWS, in `AWS_REGION`",
    about: "the S3-compatible store that has the bucket",
  },
  FIRMWARE_DIR: {
    takes: "a folder with images of temples' firmware",
    format: z.string().optional(),
    about:
      "images that the server offers at `/firmware/`, with a page that [installs them](build-a-temple.md#install-it-with-a-browser), and for [updates](build-a-temple.md#update-it-over-the-network)",
  },
  BOT_DELAY: {
    ...inRange("ms", 0, 60_000, 400),
    about:
      "ms from when a bot is awaited until it moves; for skilled bots at least 250, for strong ones 1200",
    more: "operate.md#bots",
  },
  LOG_LEVEL,
} as const satisfies Readonly<Record<string, Declaration>>;

/** Whether Express accepts this as a list of proxies. */
function areProxies(list: string): boolean {
  return list.split(",").every((proxy) => {
    const [address = "", bits] = proxy.trim().split("/");
    if (bits === undefined && ["loopback", "linklocal", "uniquelocal"].includes(address)) return true;
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
  });
}

export type Variable = keyof typeof VARIABLES;
type Value<V extends Variable> = z.output<(typeof VARIABLES)[V]["format"]>;

/**
 * Reads a variable. An empty one counts as missing.
 * @throws `StartError` naming it
 */
export function readVariable<V extends Variable>(environment: Environment, name: V): Value<V> {
  const declaration: Declaration = VARIABLES[name];
  return read(environment, name, declaration, (sentence) => new StartError(sentence)) as Value<V>;
}

/** Describes what a variable takes, for the operator. */
export function describeValue(name: Variable): string {
  return VARIABLES[name].takes;
}
