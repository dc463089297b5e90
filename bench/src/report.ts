import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Scale } from "./measures.ts";
import { type Figures, PACE, type Results } from "./suite.ts";

/** What the figures were taken with. */
export interface Circumstances {
  readonly command: string;
  readonly runs: number;
  readonly scale: Scale;
  /** Load average of the machine before the first run: what others did meanwhile. */
  readonly load: number;
}

export function loadNow(): number {
  return loadavg()[0] ?? 0;
}

/** docs/performance.md */
export function report(results: Results, circumstances: Circumstances): string {
  const { command, runs, scale, load } = circumstances;
  const names = Object.keys(results.subjects);
  const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const head = [row("", ...names), row(...["", ...names].map(() => "---"))];
  const line = (what: string, read: (figures: Figures) => string): string =>
    row(what, ...names.map((name) => read(must(results.subjects[name]))));
  const { beads, temples } = results;
  return `# Performance

Written by \`${command}\`, not by hand. Medians of ${runs} runs; in each run all sides were measured one after the other.

- Machine: ${cpus()[0]?.model ?? "unknown"}, ${availableParallelism()} cores, ${gigabytes(totalmem())} GB; Node ${process.version}; ${new Date().toISOString().slice(0, 10)}.
- Load average before the first run: ${load.toFixed(1)}. Above 1 somebody else was at work: the ratios hold better than the
  figures, and the figures are to be taken again on a quiet machine, by the same command.
- The server has one process, a core to itself if there are two; clients are in the bench's process, over loopback.
- **Journal: in memory.** Nothing here waits for a disk yet.
- Flower War plays whole matches by its rules, each seat with a view and a hand of its own. The peers play a small game: 20
  spaces, anybody marks one. The relay passes on 30 bytes and does nothing else: it is the limit.

## Peers

${head.join("\n")}
${line(`P2 commands/s, ${scale.busyTables} matches of 4`, ({ busy }) => whole(busy.rate))}
${line("P2 as a share of the relay's", ({ busy }) => ratio(busy.rate, results.subjects["ws relay"]?.busy.rate))}
${line(`P3 to all four, ${PACE.few}/s at ${scale.pacedTables} matches, p50 ms`, ({ few }) => tenth(few.shown.p50))}
${line("P3 p99 ms", ({ few }) => tenth(few.shown.p99))}
${line("P2 commands for a second of the server's processor", ({ busy }) => whole(busy.perProcessorSecond))}
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
${targets(results).join("\n")}

P8's beads fell at ${whole(beads.rate)}/s into ${scale.boundTemples} temples (matches offer as many as they have skulls to
feed); ${whole(beads.counted)} were shown, ${whole(beads.lost)} lost. The ${whole(temples.temples)} temples connected at once, as after a
broker's restart, and each was shown its picture.

## A million players, on paper

${onPaper(must(results.subjects["Flower War"]))}

P12, two and four processes behind one entrance, needs a core for each process and one for the clients: this bench does
not measure it.
`;
}

/** s that a match takes over a decision, and the share of its best that a process is to be used at. */
const HUMAN = { decision: 3, load: 0.5 } as const;

/** What a million players at matches of four ask for, if more processes do as much as one each (P12). */
function onPaper({ idle, busy }: Figures): string {
  const matches = 1_000_000 / 4;
  const commands = matches / HUMAN.decision;
  const processes = Math.ceil(commands / (busy.rate * HUMAN.load));
  const memory = (matches * idle.bytes) / processes;
  return `${whole(matches)} matches of four, a decision every ${HUMAN.decision} s in each: ${whole(commands)} commands/s. At half of what one process does here
that is ${whole(processes)} processes (a core each), ${whole(matches / processes)} matches and ${whole((4 * matches) / processes)} sockets in each, ${megabytes(memory)} MB for them.`;
}

function targets({ subjects, beads, temples }: Results): string[] {
  const { idle, busy, few, many } = must(subjects["Flower War"]);
  const share = busy.rate / (subjects["ws relay"]?.busy.rate ?? Number.NaN);
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
  ];
}

function must(figures: Figures | undefined): Figures {
  if (figures === undefined) throw new Error("not measured");
  return figures;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const tenth = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number): string => whole(bytes / 2 ** 20);
const gigabytes = (bytes: number): string => whole(bytes / 2 ** 30);
const ratio = (value: number, of = Number.NaN): string => (value / of).toFixed(2);
