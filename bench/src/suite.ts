import { type Beads, type ManyTemples, measureBeads, measureManyTemples } from "./beads.ts";
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
import { redisIsHere } from "./redis.ts";
import { measureStorms, type Storms } from "./storm.ts";
import type { Running, Subject } from "./subject.ts";
import { boardgameIo } from "./subjects/boardgame-io.ts";
import { colyseus } from "./subjects/colyseus.ts";
import { flowerWar, flowerWarPair } from "./subjects/flower-war.ts";
import { relay } from "./subjects/relay.ts";

export const FULL: Scale = {
  idleTables: 2500,
  busyTables: 250,
  pacedTables: 50,
  crowdTables: 500,
  seconds: 3,
  boundTemples: 150,
  temples: 2000,
};

/** Enough to see that everything works, and in which order of magnitude. */
export const SMALL: Scale = {
  idleTables: 100,
  busyTables: 100,
  pacedTables: 25,
  crowdTables: 100,
  seconds: 2,
  boundTemples: 10,
  temples: 50,
};

/** Commands a second of P3 and P7. */
export const PACE = { few: 500, many: 1000 } as const;

export const SUBJECTS: readonly Subject[] = [flowerWar, relay, colyseus, boardgameIo];

export interface Figures {
  readonly idle: Idle;
  readonly busy: Rate;
  readonly few: Paced;
  readonly many: Paced;
}

type Measures = { readonly [M in keyof Figures]: (running: Running, scale: Scale) => Promise<Figures[M]> };

/** What is measured of every subject. */
const MEASURES: Measures = {
  /** P4's first state, P5, P6 */
  idle: measureIdle,
  /** P2, P4 */
  busy: measureRate,
  /** P3 */
  few: (running, scale) => measurePaced(running, scale.pacedTables, PACE.few, scale),
  /** P7 */
  many: (running, scale) => measurePaced(running, scale.crowdTables, PACE.many, scale),
};

/** What is taken once: it is slow, and the same each time. */
export interface Standing {
  readonly idle: { readonly [name: string]: Idle };
  readonly temples: ManyTemples;
  /** P8: a real broker is restarted under all temples; `null`: there is none here. */
  readonly storms: Storms | null;
}

/** What is taken in every run, all sides one after the other. */
export interface Run {
  readonly subjects: { readonly [name: string]: Omit<Figures, "idle"> };
  readonly beads: Beads;
  /** P12: two servers joined by Redis; `null`: there is no Redis here. */
  readonly pair: Rate | null;
}

export interface Results {
  readonly standing: Standing;
  /** The medians of the runs. */
  readonly run: Run;
}

type Say = (words: string) => void;

export async function measureStanding(
  scale: Scale,
  subjects: readonly Subject[],
  say: Say,
): Promise<Standing> {
  const idle: { [name: string]: Idle } = {};
  for (const subject of subjects) {
    say(`${subject.name}, idle`);
    idle[subject.name] = await measure(subject, "idle", scale);
  }
  say("temples");
  const many = await measureManyTemples(scale);
  say("storms");
  return { idle, temples: many, storms: await measureStorms(scale) };
}

export async function measureRun(scale: Scale, subjects: readonly Subject[], say: Say): Promise<Run> {
  const figures: { [name: string]: Omit<Figures, "idle"> } = {};
  for (const subject of subjects) {
    say(subject.name);
    figures[subject.name] = {
      busy: await measure(subject, "busy", scale),
      few: await measure(subject, "few", scale),
      many: await measure(subject, "many", scale),
    };
  }
  say("two servers");
  const pair = redisIsHere() ? await measure(flowerWarPair, "busy", scale) : null;
  say("beads");
  return { subjects: figures, beads: await measureBeads(scale), pair };
}

/**
 * Takes one measure by its name: of the subject of that name, or, `beads`, `temples`, `storms` and `pair`, of our own house.
 * @throws if there is no such measure or subject
 */
export async function measureOne(of: string, name: string, scale: Scale): Promise<unknown> {
  if (name === "beads") return measureBeads(scale);
  if (name === "temples") return measureManyTemples(scale);
  if (name === "storms") return measureStorms(scale);
  if (name === "pair") return measure(flowerWarPair, "busy", scale);
  const subject = SUBJECTS.find((known) => known.name === of);
  if (subject === undefined || !isMeasure(name)) throw new Error(`no measure ${name} of ${of}`);
  return measure(subject, name, scale);
}

function isMeasure(name: string): name is keyof Figures {
  return Object.hasOwn(MEASURES, name);
}

/** Takes one measure of one subject, in a process of its own, so that none inherits another's memory. */
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

/** Of several results of one shape the median of each number. */
export function medians<T>(results: readonly T[]): T {
  const [first] = results;
  if (first === null) return first;
  if (typeof first === "number") return median(results as readonly number[]) as T;
  if (typeof first !== "object") throw new TypeError("results are numbers in objects");
  const fields = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(
    fields.map((field) => [field, medians(results.map((result) => result[field]))]),
  ) as T;
}
