import { isIP } from "node:net";
import { LIMITS, SERVER_LIMITS, SOCKET_LIMITS } from "@flower-war/protocol";
import { z } from "zod";
import { isPushHost } from "./notices/push-hosts.ts";
import { StartError } from "./start-error.ts";

/** Days for which things are kept, unless a variable says otherwise. */
export const DAYS_KEPT = {
  /** Finished and abandoned matches, in the journal. */
  records: 30,
  /** A link that was shared works for ten years. A result has 1 KB. */
  results: 3650,
  /** Guests who were not seen. */
  guests: 180,
  /** The audit log of operators. */
  audit: 730,
  /** Reports, and bans after their end. */
  reports: 90,
} as const;
/** ms that matches have to settle before a server that stops closes them, unless a variable says otherwise. */
export const DRAIN_TIMEOUT = 5_000;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** The least characters of a secret. */
export const SECRET_LENGTH = 16;
const secret = z.string().min(SECRET_LENGTH);

/** Describes a variable whose value is a whole number in a range; without one it is `standard`. */
function inRange<S extends number | null>(what: string, min: number, max: number, standard: S) {
  const written = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
  return {
    takes: `${what} from ${min} to ${max}`,
    format: written.optional().transform((given): number | S => given ?? standard),
  };
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
  PORT: inRange("a port", 0, 65_535, 2567),
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
  CREATIONS_PER_MINUTE: inRange("a number", 1, 1_000_000, LIMITS.creations),
  SEATS_PER_MINUTE: inRange("a number", 1, 1_000_000, LIMITS.seats),
  PLAYERS_PER_MINUTE: inRange("a number", 1, 1_000_000, LIMITS.players),
  MAX_SOCKETS: inRange("a number", 10, 1_000_000, SOCKET_LIMITS.inAll),
  SOCKETS_PER_ADDRESS: inRange("a number", 10, 1_000_000, SOCKET_LIMITS.perAddress),
  REQUESTS_PER_SECOND: inRange("a number", 1, 1_000_000, SOCKET_LIMITS.requests.perSecond),
  REQUESTS_AT_ONCE: inRange("a number", 1, 1_000_000, SOCKET_LIMITS.requests.burst),
  MATCHES_AT_ONCE: inRange("a number", 1, 1_000_000, SERVER_LIMITS.matches.atOnce),
  SPECTATORS_PER_MATCH: inRange("a number", 0, 1_000_000, SERVER_LIMITS.spectators.perMatch),
  WATCHERS_AT_ONCE: inRange("a number", 0, 1_000_000, SERVER_LIMITS.watchers.atOnce),
  VIEWERS_PER_ADDRESS: inRange("a number", 0, 1_000_000, SERVER_LIMITS.viewersPerAddress),
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
  DRAIN_TIMEOUT: inRange("ms", 0, 15_000, DRAIN_TIMEOUT),
  RECORDS_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.records),
  RESULTS_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.results),
  ABANDONED_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.records),
  GUESTS_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.guests),
  AUDIT_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.audit),
  REPORTS_KEPT: inRange("days", 1, 36_500, DAYS_KEPT.reports),
  OPERATOR_HOST: { takes: "an address to listen on", format: z.string().default("127.0.0.1") },
  OPERATOR_PORT: inRange("a port", 0, 65_535, null),
  OPERATOR_TLS_DIR: { takes: "a folder with fullchain.pem and privkey.pem", format: z.string().optional() },
  NEARBY_PAIRING: { takes: "true or false", format: z.enum(["true", "false"]).default("false") },
  FIRMWARE_DIR: { takes: "a folder with images of temples' firmware", format: z.string().optional() },
  BOT_DELAY: inRange("ms", 0, 60_000, 400),
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

export type Variable = keyof typeof VARIABLES;
export type Environment = { readonly [name: string]: string | undefined };
type Value<V extends Variable> = z.output<(typeof VARIABLES)[V]["format"]>;

/**
 * Reads a variable. An empty one counts as missing.
 * @throws `StartError` naming it
 */
export function readVariable<V extends Variable>(environment: Environment, name: V): Value<V> {
  const parsed = (VARIABLES[name].format as z.ZodType).safeParse(environment[name] || undefined);
  if (!parsed.success) throw new StartError(`${name} must be ${describeValue(name)}.`);
  return parsed.data as Value<V>;
}

/** Describes what a variable takes, for the operator. */
export function describeValue(name: Variable): string {
  return VARIABLES[name].takes;
}
