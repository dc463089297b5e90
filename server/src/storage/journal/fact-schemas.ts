import { BOT_KINDS, NAME_LENGTH } from "@flower-war/protocol";
import { ClockRules } from "@flower-war/protocol/schemas";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { z } from "zod";
import type { Fact, StoredFact } from "./facts.ts";

/* Facts as another server wrote them. What else is in a fact stays: a later version may have put it there. */

const text = (max: number) => z.string().max(max);
const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const SIGNATURE = z.string().regex(/^[0-9a-f]{128}$/);
const seat = text(64);
const name = text(4 * NAME_LENGTH);
const moment = z.int().min(0);
const keys = z.array(text(256)).max(1000);
const how = z.enum(["blocked", "silenced"]);

const PLAN = z.looseObject({
  match: z.string().regex(/^[A-Za-z0-9]{12}$/),
  code: z.string().regex(/^[2-9A-HJ-NP-Z]{4}$/),
  game: text(64),
  version: z.int().optional(),
  options: z.record(text(64), z.json()),
  seats: z.int().min(1).max(64),
  private: z.boolean(),
  invitation: z
    .string()
    .regex(/^[\w-]{22}$/)
    .nullish(),
  clock: ClockRules.nullable(),
  host: name,
  start: z.enum(["full", "host", "countdown"]).optional(),
  previous: text(12).optional(),
  silent: z.boolean().optional(),
  watchDelay: z.int().min(0).max(86_400).optional(),
  unwatched: z.literal(true).optional(),
  openNonces: z.boolean().optional(),
  takeBacks: z.literal(true).optional(),
  holidays: z.int().min(1).max(SERVER_LIMITS.holidays.most).optional(),
  pauses: z.int().min(SERVER_LIMITS.pauses.least).max(SERVER_LIMITS.pauses.mostByDays).optional(),
  handOvers: z.enum(["yes", "asks"]).optional(),
  judges: z.literal(true).optional(),
  language: text(64).optional(),
  title: text(400).optional(),
  tournament: text(64).optional(),
});

const PLAYER = z.looseObject({
  kind: z.enum(["human", "bot"]),
  name,
  nonce: text(64),
  from: text(64),
  seal: text(256).optional(),
  key: text(256).optional(),
  bot: z.literal(true).optional(),
});

const OWNER = z.looseObject({ process: text(64), epoch: z.int(), ahead: z.int().optional() }).optional();

const SCHEMAS: { readonly [T in Fact["type"]]: z.ZodObject } = {
  created: z.looseObject({ plan: PLAN, secret: HASH, barSecret: HASH.optional() }),
  "seat-taken": z.looseObject({ seat, name, holder: text(64), bot: z.literal(true).optional() }),
  "bot-seated": z.looseObject({ seat, kind: z.enum(BOT_KINDS) }),
  "seat-left": z.looseObject({ seat, withheld: z.literal(true).optional() }),
  "seat-moved": z.looseObject({ seat, to: seat }),
  "host-changed": z.looseObject({ seat }),
  seal: z.looseObject({ seat, seal: text(256), key: text(256) }),
  "seals-fixed": z.looseObject({ format: z.int().optional(), absent: z.array(seat).max(64).optional() }),
  nonce: z.looseObject({ seat, nonce: text(64) }),
  "code-shown": z.looseObject({ shown: z.boolean() }),
  "policy-changed": z.looseObject({
    admission: z.enum(["anyone", "accounts", "finishers", "invited"]).optional(),
    invitation: text(64).optional(),
    slow: z.int().optional(),
    quiet: z.boolean().optional(),
  }),
  barred: z.looseObject({ how, name, keys }),
  "bar-lifted": z.looseObject({ how, name }),
  begun: z.looseObject({
    format: z.int().optional(),
    rules: z.int(),
    stream: text(64),
    seats: z.array(seat).min(1).max(64),
    seed: HASH,
    players: z.array(PLAYER).min(1).max(64),
    owner: OWNER,
  }),
  entry: z.looseObject({
    entry: z.looseObject({
      n: z.int().min(1),
      id: text(256),
      seat,
      command: z.looseObject({ type: text(64) }),
      events: z.array(z.looseObject({ type: text(64) })),
    }),
    lag: z.int().min(0).optional(),
  }),
  "player-back": z.looseObject({ seat }),
  "clock-stopped": z.looseObject({
    seats: z.array(seat).max(64).optional(),
    since: moment.optional(),
    until: moment.optional(),
    owner: OWNER,
  }),
  "time-given-back": z.looseObject({ ms: z.int(), seat: seat.optional() }),
  slept: z.looseObject({}),
  hinted: z.looseObject({ seat }),
  "judge-named": z.looseObject({ name: text(64), key: HASH, player: text(64).optional() }),
  witnessed: z.looseObject({ seat, n: z.int().min(0), head: HASH, signature: SIGNATURE }),
  ended: z.looseObject({ by: text(64) }),
  rematch: z.looseObject({ seat, match: text(12) }),
  "given-up": z.looseObject({
    moved: z.literal(true).optional(),
    absent: z.array(seat).max(64).optional(),
  }),
};

/** Whether a value is a fact that any version up to this one may have stored, as far as that can be said without the others. */
export function isStoredFact(value: unknown): value is StoredFact {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(SCHEMAS, type)) return false;
  return SCHEMAS[type as Fact["type"]].safeExtend({ at: moment }).safeParse(value).success;
}
