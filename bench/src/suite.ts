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
import type { Running, Subject } from "./subject.ts";
import { boardgameIo } from "./subjects/boardgame-io.ts";
import { colyseus } from "./subjects/colyseus.ts";
import { flowerWar } from "./subjects/flower-war.ts";
import { relay } from "./subjects/relay.ts";

export const FULL: Scale = {
  idleTables: 2500,
  busyTables: 250,
  pacedTables: 50,
  crowdTables: 500,
  seconds: 6,
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

export interface Results {
  readonly subjects: { readonly [name: string]: Figures };
  readonly beads: Beads;
  readonly temples: ManyTemples;
}

/** Takes every measure once, all sides one after the other. */
export async function measureAll(
  scale: Scale,
  subjects: readonly Subject[],
  say: (words: string) => void,
): Promise<Results> {
  const figures: { [name: string]: Figures } = {};
  for (const subject of subjects) {
    say(subject.name);
    figures[subject.name] = {
      idle: await on(subject, (running) => measureIdle(running, scale)),
      busy: await on(subject, (running) => measureRate(running, scale)),
      few: await on(subject, (running) => measurePaced(running, scale.pacedTables, PACE.few, scale)),
      many: await on(subject, (running) => measurePaced(running, scale.crowdTables, PACE.many, scale)),
    };
  }
  say("beads");
  const beads = await measureBeads(scale);
  return { subjects: figures, beads, temples: await measureManyTemples(scale) };
}

/** A process for each measure, so that none inherits another's memory. */
async function on<T>(subject: Subject, measure: (running: Running) => Promise<T>): Promise<T> {
  const running = await subject.start();
  try {
    return await measure(running);
  } finally {
    await running.stop();
  }
}

/** Of several results of one shape the median of each number. */
export function medians<T>(results: readonly T[]): T {
  const [first] = results;
  if (typeof first === "number") return median(results as readonly number[]) as T;
  if (typeof first !== "object" || first === null) throw new TypeError("results are numbers in objects");
  const fields = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(
    fields.map((field) => [field, medians(results.map((result) => result[field]))]),
  ) as T;
}
