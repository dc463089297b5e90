import { isInstalled } from "../../test/support/programs.ts";
import { measureTournament } from "./tournaments.ts";
import { type Beads, type ManyTemples, measureBeads, measureManyTemples } from "./beads.ts";
import { type BrokerRestarts, measureBrokerRestarts } from "./broker-restart.ts";
import {
  type Idle,
  type Joins,
  measureIdle,
  measureJoins,
  measureJoinsInTurns,
  measurePaced,
  measureRate,
  measureTurns,
  measureUnderWay,
  type Paced,
  type Rate,
  type Scale,
  type Turns,
} from "./measures.ts";
import { type Lamps, measureLamps } from "./lamps.ts";
import { measureGrowth } from "./growth.ts";
import { median } from "@flower-war/loadtest/percentiles";
import type { RunningSubject, Subject } from "./subject.ts";
import { boardgameIo } from "./subjects/boardgame-io.ts";
import { colyseus } from "./subjects/colyseus.ts";
import { flowerWar, flowerWarSigned, flowerWarSmall, flowerWarUnderWay } from "./subjects/flower-war.ts";
import {
  flowerWarApart,
  flowerWarBehindEntrance,
  flowerWarJoined,
  flowerWarWithoutEntrance,
  measureParts,
} from "./subjects/joined-servers.ts";
import { measureQuickPlay } from "./quick-play.ts";
import { measureSpectators } from "./spectators.ts";
import { measureSleeping } from "./sleeping/measure.ts";
import { measureStarting } from "./starting.ts";
import { measureStages } from "./stages.ts";
import { relay } from "./subjects/relay.ts";
import { flowerWarStreamed } from "./subjects/streamed-flower-war.ts";

/** What docs/performance.md is measured with. */
export const FULL: Scale = {
  idleMatches: 2500,
  underWayMatches: 500,
  settle: 24,
  // Longer than the 45 s after which a server pings a silent client.
  watch: 48,
  busyMatches: 250,
  fewMatches: 50,
  manyMatches: 500,
  seconds: 3,
  boundTemples: 150,
  lampMatches: 20,
  temples: 2000,
};

/** Enough to see that everything works, and the order of magnitude. */
export const SMALL: Scale = {
  idleMatches: 100,
  underWayMatches: 100,
  settle: 24,
  watch: 4,
  busyMatches: 100,
  fewMatches: 25,
  manyMatches: 100,
  seconds: 2,
  boundTemples: 10,
  lampMatches: 5,
  temples: 50,
};

/** Commands a second of P3 (`few`) and P7 (`many`). */
export const RATE = { few: 500, many: 1000 } as const;

export const SUBJECTS: readonly Subject[] = [flowerWar, relay, colyseus, boardgameIo];

/** All that a measure can be taken of: the report has those of `SUBJECTS`. */
export const KNOWN_SUBJECTS: readonly Subject[] = [
  ...SUBJECTS,
  flowerWarUnderWay,
  flowerWarSigned,
  flowerWarSmall,
  flowerWarStreamed,
];

export interface Figures {
  readonly idle: Idle;
  readonly underWay: number;
  readonly joins: Joins;
  readonly busy: Rate;
  readonly few: Paced;
  readonly many: Paced;
}

type Measures = {
  readonly [M in keyof Figures]: (running: RunningSubject, scale: Scale) => Promise<Figures[M]>;
};

/** What is measured of every subject. */
const MEASURES: Measures = {
  /** P4's first state, P5 */
  idle: measureIdle,
  /** P5 in the middle of a match */
  underWay: measureUnderWay,
  /** P6 */
  joins: measureJoins,
  /** P2, P4 */
  busy: measureRate,
  /** P3 */
  few: (running, scale) => measurePaced(running, scale.fewMatches, RATE.few, scale),
  /** P7 */
  many: (running, scale) => measurePaced(running, scale.manyMatches, RATE.many, scale),
};

type OnceMeasured = "idle" | "underWay" | "joins";

/** What is measured only once: it is slow, and hardly varies. */
export interface IdleFigures {
  readonly idle: { readonly [name: string]: Pick<Figures, OnceMeasured> };
  readonly temples: ManyTemples;
  /** P8; `null`: Mosquitto is not installed. */
  readonly restarts: BrokerRestarts | null;
}

/** What is measured in every run, all subjects one after the other. */
export interface Run {
  readonly subjects: { readonly [name: string]: Omit<Figures, OnceMeasured> };
  readonly beads: Beads;
  /** P8; `null`: Mosquitto is not installed. */
  readonly lamps: Lamps | null;
  /** P12: two servers behind the entrance, by the processor time of all processes; `null`: one of their programs is not installed. */
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
  const idle: { [name: string]: Pick<Figures, OnceMeasured> } = {};
  for (const subject of subjects) {
    log(`${subject.name}, idle`);
    idle[subject.name] = {
      idle: await measure(subject, "idle", scale),
      underWay: await measure(subject, "underWay", scale),
      joins: await measure(subject, "joins", scale),
    };
  }
  log("temples");
  const many = await measureManyTemples(scale);
  log("broker restarts");
  return { idle, temples: many, restarts: await measureBrokerRestarts(scale) };
}

/** Measures commands of all subjects, two servers, beads and lamps. */
export async function measureRun(scale: Scale, subjects: readonly Subject[], log: Log): Promise<Run> {
  const figures: { [name: string]: Omit<Figures, OnceMeasured> } = {};
  for (const subject of subjects) {
    log(subject.name);
    figures[subject.name] = {
      busy: await measure(subject, "busy", scale),
      few: await measure(subject, "few", scale),
      many: await measure(subject, "many", scale),
    };
  }
  log("two servers");
  const pair = isInstalled("redis", "postgres", "nginx")
    ? await measure(flowerWarBehindEntrance, "busy", scale)
    : null;
  log("beads");
  const beads = await measureBeads(scale);
  log("lamps");
  return { subjects: figures, beads, lamps: await measureLamps(scale), pair };
}

/** Measures of Flower War alone. */
const OWN_MEASURES: { readonly [name: string]: (scale: Scale) => Promise<unknown> } = {
  beads: measureBeads,
  lamps: measureLamps,
  temples: measureManyTemples,
  restarts: measureBrokerRestarts,
  entrance: async (scale) => ({
    alone: await compare(flowerWar, flowerWarBehindEntrance, scale),
    direct: await compare(flowerWarWithoutEntrance, flowerWarBehindEntrance, scale),
    parts: await measureParts(scale),
  }),
  joined: async (scale) => ({
    two: await compare(flowerWarApart(2), flowerWarJoined(2), scale),
    four: await compare(flowerWarApart(4), flowerWarJoined(4), scale),
  }),
  "quick-play": measureQuickPlay,
  signing: (scale) => compare(flowerWarUnderWay, flowerWarSigned, scale),
  streams: measureStreams,
  spectators: measureSpectators,
  stages: measureStages,
  starting: measureStarting,
  growth: measureGrowth,
  sleeping: measureSleeping,
  tournament: measureTournament,
  room: (scale) => compare(flowerWarSmall, flowerWarUnderWay, scale),
  joining: async () => {
    const both = [await colyseus.start(), await flowerWar.start()] as const;
    try {
      return await measureJoinsInTurns(both);
    } finally {
      await Promise.all(both.map(({ stop }) => stop()));
    }
  },
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
  const subject = KNOWN_SUBJECTS.find((known) => known.name === of);
  if (subject === undefined || !isMeasure(name)) throw new Error(`there is no measure ${name} of ${of}`);
  return measure(subject, name, scale);
}

function isMeasure(name: string): name is keyof Figures {
  return Object.hasOwn(MEASURES, name);
}

interface Comparison {
  /** Commands per second of processor time of the second subject, as a share of those of the first. */
  readonly ratio: number;
  readonly rounds: readonly Turns[];
}

interface Streams extends Comparison {
  /** P4 of clients with WebSockets, and of those with streams. */
  readonly bytes: { readonly sockets: Rate["bytes"]; readonly streams: Rate["bytes"] };
}

/** Measures what it costs a server that clients read streams, beside clients with WebSockets: in turns, and bytes one after the other. */
async function measureStreams(scale: Scale): Promise<Streams> {
  const sockets = (await measure(flowerWar, "busy", scale)).bytes;
  const streams = (await measure(flowerWarStreamed, "busy", scale)).bytes;
  return { ...(await compare(flowerWar, flowerWarStreamed, scale)), bytes: { sockets, streams } };
}

/**
 * Compares two subjects whose matches play in turns. Of two equal servers that do so one can be a tenth slower throughout, often the one
 * that started last: in a second round the other order counts.
 */
async function compare(first: Subject, second: Subject, scale: Scale): Promise<Comparison> {
  const rounds = [
    await measurePlayingInTurns(first, second, scale),
    await measurePlayingInTurns(second, first, scale),
  ] as const;
  return { ratio: Math.sqrt(rounds[0].ratio / rounds[1].ratio), rounds };
}

async function measurePlayingInTurns(first: Subject, second: Subject, scale: Scale): Promise<Turns> {
  const both = [await first.start(), await second.start()] as const;
  try {
    return await measureTurns(both, scale);
  } finally {
    await Promise.all(both.map(({ stop }) => stop()));
  }
}

/** Takes one measure of one subject. It starts the subject anew, so that no measure finds another's memory in use. */
async function measure<M extends keyof Figures>(
  subject: Subject,
  name: M,
  scale: Scale,
): Promise<Figures[M]> {
  const running = await subject.start(name === "idle" || name === "underWay");
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
