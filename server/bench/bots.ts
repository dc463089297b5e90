/** What the commands of skilled bots cost: how long one takes, and how many come in a second. */
import { availableParallelism } from "node:os";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { randomHex, systemRandom } from "@flower-war/protocol/ports";
import { readOptions } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { type Command, flowerWar, type View } from "@flower-war/rules/flower-war";
import { pino } from "pino";
import { BotPool } from "../src/bots/bot-pool.ts";
import { systemTime } from "../src/time.ts";
import { parseCommandLine } from "../../protocol/tools/tool.ts";

const USAGE = `Measures the commands of skilled bots in Flower War of 4 seats.

usage: npm run bench:bots -w server -- [--seconds 5] [--seed <64 hex digits>]

First one command, then for --seconds each as many as come with one question at a time and with as many as the pool takes
(64). A bot thinks once (time 0) or as long as on a server (150 ms; a strong one 1000 ms). The views come from a match of random commands, which
follows from --seed.`;

/** Questions at one time. */
const QUESTIONS = [1, 64] as const;
/** ms of thinking, as in a question's `time`. */
const TIMES = [0, 150, 1_000] as const;
/** Views with more than one legal command that the bots are asked about. */
const VIEWS = 500;
const TIMEOUT = 60_000;

const { seconds, seed } = parseCommandLine(USAGE, {
  seconds: { type: "string", default: "5" },
  seed: { type: "string", default: randomHex(systemRandom, 32) },
});
await measureAll(Number(seconds) * 1000, seed);

async function measureAll(ms: number, seed: string): Promise<void> {
  const views = findViews(seed);
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, seed ${seed}\n`);
  await measureFirst(views);
  console.log(
    "| time ms | questions | commands/s | p50 ms | p99 ms | most ms | main thread busy | its delay p99 ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const time of TIMES) {
    for (const questions of QUESTIONS) {
      console.log(`| ${(await measure(views, { time, questions, ms })).join(" | ")} |`);
    }
  }
}

/** Asks a new pool. */
async function measureFirst(views: readonly View[]): Promise<void> {
  const pool = openPool(0);
  const asked = performance.now();
  await ask(pool, views, 0);
  console.log(
    `The first command, with the start of its process: ${(performance.now() - asked).toFixed(0)} ms.\n`,
  );
  await pool.stop();
}

interface Load {
  readonly time: number;
  readonly questions: number;
  readonly ms: number;
}

async function measure(views: readonly View[], { time, questions, ms }: Load): Promise<(string | number)[]> {
  const pool = openPool(time);
  await Promise.all(Array.from({ length: questions }, (_, i) => ask(pool, views, i)));
  const waits: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const loop = performance.eventLoopUtilization();
  const askOn = async (first: number): Promise<void> => {
    for (let i = first; performance.now() < began + ms; i += questions) {
      const asked = performance.now();
      await ask(pool, views, i);
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: questions }, (_, i) => askOn(i)));
  const rate = (waits.length * 1000) / (performance.now() - began);
  const busy = performance.eventLoopUtilization(loop).utilization;
  delay.disable();
  await pool.stop();
  return [
    time,
    questions,
    rate.toFixed(rate < 100 ? 1 : 0),
    at(waits, 0.5),
    at(waits, 0.99),
    at(waits, 1),
    `${Math.round(busy * 100)} %`,
    (delay.percentile(99) / 1e6).toFixed(1),
  ];
}

function openPool(time: number): BotPool {
  const log = pino({ level: "warn" });
  const thinking = { time, answer: time };
  return new BotPool(
    { skilled: thinking, strong: thinking, advice: time, timeout: TIMEOUT },
    { time: systemTime, log },
  );
}

async function ask(pool: BotPool, views: readonly View[], i: number): Promise<void> {
  const view = views[i % views.length];
  const command = view && (await pool.think("flower-war", "skilled", view, systemTime.monotonic() + TIMEOUT));
  if (!command) throw new Error("a bot gave no command");
}

/** Plays random commands, and collects the views of seats that have a choice. */
function findViews(seed: string): View[] {
  const read = readOptions(flowerWar, {});
  if (read.options === undefined) throw new Error("the game has options of its own");
  const random = randomFrom(seed);
  const views: View[] = [];
  let state = flowerWar.setup(read.options, 4, seed);
  while (views.length < VIEWS && state.table.awaiting !== null) {
    const { seat } = state.table.awaiting;
    const view = flowerWar.view(state, seat);
    const legal: readonly Command[] = flowerWar.legal(view, seat).filter(({ type }) => type !== "concede");
    if (legal.length > 1) views.push(view);
    const command = legal[random(legal.length)] ?? flowerWar.fallback(state, seat);
    const { events = [] } = flowerWar.decide(state, seat, command);
    state = events.reduce((before, event) => flowerWar.evolve(before, event), state);
  }
  return views;
}

function at(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
}
