import { type Beads, type ManyTemples, measureBeads, measureManyTemples } from "./beads.ts";
import { type BrokerRestarts, measureBrokerRestarts } from "./broker-restart.ts";
import {
  type Idle,
  measureIdle,
  measurePaced,
  measureRate,
  type Paced,
  type Rate,
  type Scale,
} from "./measures.ts";
import { median } from "./percentiles.ts";
import { isPostgresInstalled } from "./postgres.ts";
import { isRedisInstalled } from "./redis.ts";
import type { RunningSubject, Subject } from "./subject.ts";
import { boardgameIo } from "./subjects/boardgame-io.ts";
import { colyseus } from "./subjects/colyseus.ts";
import { flowerWar, flowerWarPair } from "./subjects/flower-war.ts";
import { relay } from "./subjects/relay.ts";

/** What docs/performance.md is measured with. */
export const FULL: Scale = {
  idleMatches: 2500,
  busyMatches: 250,
  fewMatches: 50,
  manyMatches: 500,
  seconds: 3,
  boundTemples: 150,
  temples: 2000,
};

/** Enough to see that everything works, and the order of magnitude. */
export const SMALL: Scale = {
  idleMatches: 100,
  busyMatches: 100,
  fewMatches: 25,
  manyMatches: 100,
  seconds: 2,
  boundTemples: 10,
  temples: 50,
};

/** Commands a second of P3 (`few`) and P7 (`many`). */
export const RATE = { few: 500, many: 1000 } as const;

export const SUBJECTS: readonly Subject[] = [flowerWar, relay, colyseus, boardgameIo];

export interface Figures {
  readonly idle: Idle;
  readonly busy: Rate;
  readonly few: Paced;
  readonly many: Paced;
}

type Measures = {
  readonly [M in keyof Figures]: (running: RunningSubject, scale: Scale) => Promise<Figures[M]>;
};

/** What is measured of every subject. */
const MEASURES: Measures = {
  /** P4's first state, P5, P6 */
  idle: measureIdle,
  /** P2, P4 */
  busy: measureRate,
  /** P3 */
  few: (running, scale) => measurePaced(running, scale.fewMatches, RATE.few, scale),
  /** P7 */
  many: (running, scale) => measurePaced(running, scale.manyMatches, RATE.many, scale),
};

/** What is measured only once: it is slow, and hardly varies. */
export interface IdleFigures {
  readonly idle: { readonly [name: string]: Idle };
  readonly temples: ManyTemples;
  /** P8; `null`: Mosquitto is not installed. */
  readonly restarts: BrokerRestarts | null;
}

/** What is measured in every run, all subjects one after the other. */
export interface Run {
  readonly subjects: { readonly [name: string]: Omit<Figures, "idle"> };
  readonly beads: Beads;
  /** P12: two servers that share a Redis and a PostgreSQL; `null`: one of the two is not installed. */
  readonly pair: Rate | null;
}

export interface Results {
  readonly idle: IdleFigures;
  /** The medians of the runs. */
  readonly run: Run;
}

type Log = (message: string) => void;

/** Measures idle matches of all subjects, many temples, and restarts of their broker. */
export async function measureIdleFigures(
  scale: Scale,
  subjects: readonly Subject[],
  log: Log,
): Promise<IdleFigures> {
  const idle: { [name: string]: Idle } = {};
  for (const subject of subjects) {
    log(`${subject.name}, idle`);
    idle[subject.name] = await measure(subject, "idle", scale);
  }
  log("temples");
  const many = await measureManyTemples(scale);
  log("broker restarts");
  return { idle, temples: many, restarts: await measureBrokerRestarts(scale) };
}

/** Measures commands of all subjects, two servers, and beads. */
export async function measureRun(scale: Scale, subjects: readonly Subject[], log: Log): Promise<Run> {
  const figures: { [name: string]: Omit<Figures, "idle"> } = {};
  for (const subject of subjects) {
    log(subject.name);
    figures[subject.name] = {
      busy: await measure(subject, "busy", scale),
      few: await measure(subject, "few", scale),
      many: await measure(subject, "many", scale),
    };
  }
  log("two servers");
  const pair =
    isRedisInstalled() && isPostgresInstalled() ? await measure(flowerWarPair, "busy", scale) : null;
  log("beads");
  return { subjects: figures, beads: await measureBeads(scale), pair };
}

/** Measures of Flower War alone. */
const OWN_MEASURES: { readonly [name: string]: (scale: Scale) => Promise<unknown> } = {
  beads: measureBeads,
  temples: measureManyTemples,
  restarts: measureBrokerRestarts,
  pair: (scale) => measure(flowerWarPair, "busy", scale),
};

/** The names that `measureOne` takes. */
export const MEASURE_NAMES: readonly string[] = [...Object.keys(MEASURES), ...Object.keys(OWN_MEASURES)];

/**
 * Takes one measure.
 * @param of the subject's name, for a measure that is taken of every subject
 * @param name one of `MEASURE_NAMES`
 * @throws Error if there is no such measure or subject
 */
export async function measureOne(of: string, name: string, scale: Scale): Promise<unknown> {
  const own = OWN_MEASURES[name];
  if (own !== undefined) return own(scale);
  const subject = SUBJECTS.find((known) => known.name === of);
  if (subject === undefined || !isMeasure(name)) throw new Error(`there is no measure ${name} of ${of}`);
  return measure(subject, name, scale);
}

function isMeasure(name: string): name is keyof Figures {
  return Object.hasOwn(MEASURES, name);
}

/** Takes one measure of one subject. It starts the subject anew, so that no measure finds another's memory in use. */
async function measure<M extends keyof Figures>(
  subject: Subject,
  name: M,
  scale: Scale,
): Promise<Figures[M]> {
  const running = await subject.start();
  try {
    return await MEASURES[name](running, scale);
  } finally {
    await running.stop();
  }
}

/** Returns the median of each number in several results of the same shape. */
export function medians<T>(results: readonly T[]): T {
  const [first] = results;
  if (first === null) return first;
  if (typeof first === "number") return median(results as readonly number[]) as T;
  if (typeof first !== "object") throw new TypeError("results must be numbers in objects");
  const fields = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(
    fields.map((field) => [field, medians(results.map((result) => result[field]))]),
  ) as T;
}
