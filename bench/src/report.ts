import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Rate, Scale } from "./measures.ts";
import { type Figures, PACE, type Results, type Run, type Standing } from "./suite.ts";

/** What the figures were taken with. */
export interface Circumstances {
  readonly command: string;
  readonly runs: number;
  readonly scale: Scale;
  /** Load average of the machine before the first run: what others did meanwhile. */
  readonly load: number;
  /** The server kept its matches on disk. */
  readonly durable: boolean;
  /** ms that the disk takes to make a page durable. */
  readonly sync: number;
}

export function loadNow(): number {
  return loadavg()[0] ?? 0;
}

/** docs/performance.md */
export function report(results: Results, circumstances: Circumstances): string {
  const { command, runs, scale, load } = circumstances;
  const { standing, run } = results;
  const names = Object.keys(run.subjects);
  const figuresOf = (name: string): Figures => ({
    idle: must(standing.idle[name]),
    ...must(run.subjects[name]),
  });
  const relay = run.subjects["ws relay"];
  const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const head = [row("", ...names), row(...["", ...names].map(() => "---"))];
  const line = (what: string, read: (figures: Figures) => string): string =>
    row(what, ...names.map((name) => read(figuresOf(name))));
  const { beads } = run;
  const { temples } = standing;
  const ours = figuresOf("Flower War");
  return `# Performance

Written by \`${command}\`, not by hand. ${runs === 1 ? "One run" : `Medians of ${runs} runs`}; in each run all sides were measured one after the other.
What stands idle (P5, P6, the temples) was measured once.

- Machine: ${cpus()[0]?.model ?? "unknown"}, ${availableParallelism()} cores, ${gigabytes(totalmem())} GB; Node ${process.version}; ${new Date().toISOString().slice(0, 10)}.
- Load average before the first run: ${load.toFixed(1)}. Above 1 somebody else was at work: the ratios hold better than the
  figures, and the figures are to be taken again on a quiet machine, by the same command.
- The server has one process, a core to itself if there are two; clients are in the bench's process, over loopback.
- ${journal(circumstances)}
- Flower War plays whole matches by its rules, each seat with a view and a hand of its own. The peers play a small game: 20
  spaces, anybody marks one. The relay passes on 30 bytes and does nothing else: it is the limit.

## Peers

${head.join("\n")}
${line(`P2 commands/s, ${scale.busyTables} matches of 4`, ({ busy }) => whole(busy.rate))}
${line("P2 as a share of the relay's", ({ busy }) => ratio(busy.rate, relay?.busy.rate))}
${line("P2 for a second of the server's processor", ({ busy }) => whole(busy.perProcessorSecond))}
${line(`P3 to all four, ${PACE.few}/s at ${scale.pacedTables} matches, p50 ms`, ({ few }) => tenth(few.shown.p50))}
${line("P3 p99 ms", ({ few }) => tenth(few.shown.p99))}
${line("P4 bytes a command and client, median", ({ busy }) => whole(busy.bytes.median))}
${line("P4 mean, p99", ({ busy }) => `${whole(busy.bytes.mean)}, ${whole(busy.bytes.p99)}`)}
${line("P4 bytes of the first state, handshake included", ({ idle }) => whole(idle.first))}
${line(`P5 KB an idle match of 4, ${scale.idleTables} of them`, ({ idle }) => whole(idle.bytes / 1024))}
${line("P5 their share of a core", ({ idle }) => percent(idle.processor))}
${line("P6 joins/s", ({ idle }) => whole(idle.joins))}
${line(`P7 ${scale.crowdTables * 4} seats, ${PACE.many}/s: played/s`, ({ many }) => whole(many.rate))}
${line("P7 acknowledged, p50 ms", ({ many }) => tenth(many.acknowledged.p50))}
${line("P7 acknowledged, p99 ms", ({ many }) => tenth(many.acknowledged.p99))}
${line("P7 lost", ({ many }) => whole(many.lost))}
${line("P7 memory, MB", ({ many }) => megabytes(many.memory))}

## Targets

| | target | here |
|---|---|---|
${targets(ours, relay?.busy, run, standing).join("\n")}

P8's beads fell at ${whole(beads.rate)}/s into ${scale.boundTemples} temples, around each of which all four of its match sit; ${whole(beads.counted)} were shown, ${whole(beads.lost)} lost. The ${whole(temples.temples)} temples connected at once, as after a
broker's restart, and each was shown its picture.

${stormText(standing)}
P12 is told by processor time: two servers joined by one Redis (which keeps their journals, every write on disk) and the
clients need more cores than two to run side by side. Both served ${whole(scale.busyTables)} matches; what joining costs would show as
fewer commands for a second of a server's processor.

## A million players, on paper

${onPaper(ours, run.pair)}
`;
}

function stormText({ storms }: Standing): string {
  if (storms === null) return "";
  const { kept, forgotten } = storms;
  return `A Mosquitto with all ${whole(kept.temples)} was stopped and started again: one that keeps what is retained, and one that forgets it.
Half of the temples showed the right picture after ${tenth(kept.half / 1000)} and ${tenth(forgotten.half / 1000)} s, the bridge used ${tenth(kept.processor)} and ${tenth(forgotten.processor)} s of processor for it, and held
${megabytes(kept.memory)} and ${megabytes(forgotten.memory)} MB. While all stood idle it took ${percent(kept.idle)} of a core.
`;
}

function journal({ durable, sync }: Circumstances): string {
  return durable
    ? `Journal: on disk, SQLite with FULL synchronisation, as \`npm start\` has it. The disk makes a page durable in ${sync.toFixed(2)} ms.`
    : "**Journal: in memory.** Nothing here waits for a disk yet.";
}

/** s that a match takes over a decision, and the share of its best that a process is to be used at. */
const HUMAN = { decision: 3, load: 0.5 } as const;

/** What a match asks of Redis: listing, seats and codes. */
const REDIS = { perMatch: 20, minutes: 10 } as const;

/** What a million players at matches of four ask for, if more processes do as much as one each (P12). */
function onPaper({ idle, busy }: Figures, pair: Rate | null): string {
  const matches = 1_000_000 / 4;
  const commands = matches / HUMAN.decision;
  const each = busy.perProcessorSecond * scalingOf(busy, pair) * HUMAN.load;
  const processes = Math.ceil(commands / each);
  const memory = (matches * idle.bytes) / processes;
  return `${whole(matches)} matches of four, a decision every ${HUMAN.decision} s in each: ${whole(commands)} commands/s. A process does
${whole(busy.perProcessorSecond)} for each second of processor${pair === null ? "" : `, ${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} of that when it is joined to another`}. At half of its best that
is ${whole(processes)} processes (a core each), ${whole(matches / processes)} matches and ${whole((4 * matches) / processes)} sockets in each, ${megabytes(memory)} MB for them.

Servers share nothing for a command: a match lives in one of them, which alone writes its journal, and the others do not
hear of it. They share listing, codes and lobby through Redis, some ${REDIS.perMatch} commands in a match's life: at ${REDIS.minutes} minutes a
match ${whole((matches * REDIS.perMatch) / (REDIS.minutes * 60))} a second, which one Redis stands. It does not stand the journals of all, nor is a lobby of 250,000 matches of
any use. So they would be groups of servers, each an installation as docker-compose.yml shows it, with a Redis and a lobby
of its own; an entrance that sends newcomers to a group, and a group's letter before each match's code, are what is missing.
`;
}

/** What a process does when it is joined to another, as a share of what it does alone; never more. */
function scalingOf(busy: Rate, pair: Rate | null): number {
  return pair === null ? 1 : Math.min(1, pair.perProcessorSecond / busy.perProcessorSecond);
}

function targets(
  { idle, busy, few, many }: Figures,
  relay: Rate | undefined,
  { beads, pair }: Run,
  { temples, storms }: Standing,
): string[] {
  const share = busy.rate / (relay?.rate ?? Number.NaN);
  const judge = (name: string, target: string, here: string, met: boolean): string =>
    `| ${name} | ${target} | ${here}, ${met ? "met" : "**missed**"} |`;
  return [
    judge("P2", ">= 0.5 of the relay", share.toFixed(2), share >= 0.5),
    judge(
      "P3",
      "p50 <= 5 ms, p99 <= 25 ms",
      `${tenth(few.shown.p50)} and ${tenth(few.shown.p99)} ms`,
      few.shown.p50 <= 5 && few.shown.p99 <= 25,
    ),
    judge(
      "P4",
      "median <= 100 bytes a command and client",
      whole(busy.bytes.median),
      busy.bytes.median <= 100,
    ),
    judge("P4", "first state <= 4 KB", `${whole(idle.first)} bytes`, idle.first <= 4096),
    judge("P5", "<= 120 KB an idle match", `${whole(idle.bytes / 1024)} KB`, idle.bytes <= 120 * 1024),
    judge("P5", "<= 1 % of a core", percent(idle.processor), idle.processor <= 0.01),
    judge("P6", ">= 800 joins/s", whole(idle.joins), idle.joins >= 800),
    judge(
      "P7",
      "p50 <= 15 ms, p99 <= 100 ms, 0 lost, <= 350 MB",
      `${tenth(many.acknowledged.p50)} and ${tenth(many.acknowledged.p99)} ms, ${whole(many.lost)} lost, ${megabytes(many.memory)} MB`,
      many.acknowledged.p50 <= 15 &&
        many.acknowledged.p99 <= 100 &&
        many.lost === 0 &&
        many.memory <= 350 * 2 ** 20,
    ),
    judge("P8", "bead to all, p99 <= 40 ms", `${tenth(beads.shown.p99)} ms`, beads.shown.p99 <= 40),
    judge(
      "P8",
      "2,000 temples: <= 400 MB, all shown a picture within 10 s",
      `${megabytes(temples.memory)} MB, ${tenth(temples.readyAfter / 1000)} s`,
      temples.memory <= 400 * 2 ** 20 && temples.readyAfter <= 10_000,
    ),
    storms === null
      ? "| P8 | a broker restarted under all temples | not measured: no mosquitto |"
      : judge(
          "P8",
          "a real broker restarted under all temples: all shown the right picture within 10 s",
          `${[storms.kept, storms.forgotten].map(({ all }) => tenth(all / 1000)).join(" and ")} s, ${storms.kept.lost + storms.forgotten.lost} lost`,
          [storms.kept, storms.forgotten].every(({ all, lost }) => all <= 10_000 && lost === 0),
        ),
    pair === null
      ? "| P12 | two processes: >= 0.85 of linear | not measured: no redis-server |"
      : judge(
          "P12",
          "two processes: >= 0.85 of linear, where there are cores",
          `${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} for a second of processor`,
          pair.perProcessorSecond >= 0.85 * busy.perProcessorSecond,
        ),
  ];
}

function must<T>(figures: T | undefined): T {
  if (figures === undefined) throw new Error("not measured");
  return figures;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const tenth = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number): string => whole(bytes / 2 ** 20);
const gigabytes = (bytes: number): string => whole(bytes / 2 ** 30);
const ratio = (value: number, of = Number.NaN): string => (value / of).toFixed(2);
