import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { type Rate, type Scale, UNDER_WAY } from "./measures.ts";
import { type Figures, type IdleFigures, RATE, type Results, type Run } from "./suite.ts";

/** How the figures were measured. */
export interface Circumstances {
  /** The npm command. */
  readonly command: string;
  readonly runs: number;
  readonly scale: Scale;
  /** Load average of the machine before the first run: other programs. */
  readonly load: number;
  /** Whether the server stored its matches on disk. */
  readonly isDurable: boolean;
  /** ms that the disk takes to make a page durable. */
  readonly sync: number;
}

/** Returns the load average of the last minute. */
export function readLoad(): number {
  return loadavg()[0] ?? 0;
}

const BY_HAND = /<!-- By hand, from here -->\n.*<!-- to here\. -->\n/s;

/**
 * Returns the part of a report that is written by hand.
 * @throws Error if the report does not mark it
 */
export function partByHand(report: string): string {
  const [found] = BY_HAND.exec(report) ?? [];
  if (found === undefined) throw new Error("docs/performance.md does not mark what is written by hand");
  return found;
}

/**
 * Formats the results as docs/performance.md.
 * @param byHand see `partByHand`
 */
export function formatReport(results: Results, circumstances: Circumstances, byHand: string): string {
  const { command, runs, scale, load } = circumstances;
  const { idle, run } = results;
  const names = Object.keys(run.subjects);
  const figuresOf = (name: string): Figures => ({
    ...requireFigures(idle.idle[name]),
    ...requireFigures(run.subjects[name]),
  });
  const relay = run.subjects["ws relay"];
  const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const head = [row("", ...names), row(...["", ...names].map(() => "---"))];
  const line = (what: string, read: (figures: Figures) => string): string =>
    row(what, ...names.map((name) => read(figuresOf(name))));
  const { beads } = run;
  const { temples } = idle;
  const ours = figuresOf("Flower War");
  return `# Performance

Written by \`${command}\`; the sections from [Where a command's time goes](#where-a-commands-time-goes) up to
[A million players](#a-million-players-on-paper) are written by hand, with the figures of the day that they name, and stay. ${runs === 1 ? "One run" : `Medians of ${runs} runs`}; each run measures all subjects one after the other.
Idle matches (P5, P6), the temples and the broker restarts are measured once.

- Machine: ${cpus()[0]?.model ?? "unknown"}, ${availableParallelism()} cores, ${gigabytes(totalmem())} GB; Node ${process.version}; ${new Date().toISOString().slice(0, 10)}.
- Load average before the first run: ${load.toFixed(1)}. If it is above 1, other programs were running: the ratios are more
  reliable than the figures; measure again on a quiet machine with the same command.
- The server is one process, with a core of its own if there are two. The clients are in the bench's process, over loopback.
- ${formatJournal(circumstances)}
- Flower War plays whole matches by its rules, each seat with a view and a hand of its own. The peers play a small game: 20
  spaces, any client marks one. The relay only passes on 30 bytes: it is the upper limit.

## Peers

${head.join("\n")}
${line(`P2 commands/s, ${scale.busyMatches} matches of 4`, ({ busy }) => whole(busy.rate))}
${line("P2 as a share of the relay's", ({ busy }) => ratio(busy.rate, relay?.busy.rate))}
${line("P2 per second of the server's processor time", ({ busy }) => whole(busy.perProcessorSecond))}
${line(`P3 to all four, ${RATE.few}/s over ${scale.fewMatches} matches, p50 ms`, ({ few }) => tenth(few.shown.p50))}
${line("P3 p99 ms", ({ few }) => tenth(few.shown.p99))}
${line("P4 bytes per command and client, median", ({ busy }) => whole(busy.bytes.median))}
${line("P4 mean, p99", ({ busy }) => `${whole(busy.bytes.mean)}, ${whole(busy.bytes.p99)}`)}
${line("P4 bytes of the first state, with handshake", (figures) => whole(figures.idle.first))}
${line(`P5 KB per idle match of 4, ${scale.idleMatches} of them`, (figures) => whole(figures.idle.bytes / 1024))}
${line(`P5 KB per idle match of 4 at entry ${UNDER_WAY}, ${scale.underWayMatches} of them`, ({ underWay }) => whole(underWay / 1024))}
${line("P5 their share of a core, idle at entry 0", (figures) => percent(figures.idle.processor))}
${line("P6 joins/s", ({ joins }) => whole(joins.rate))}
${line("P6 as a share of bare Colyseus'", ({ joins }) => ratio(joins.rate, idle.idle["bare Colyseus"]?.joins.rate))}
${line("P6 per second of the server's processor time", ({ joins }) => whole(joins.perProcessorSecond))}
${line(`P7 ${scale.manyMatches * 4} seats, ${RATE.many}/s: played/s`, ({ many }) => whole(many.rate))}
${line("P7 acknowledged, p50 ms", ({ many }) => tenth(many.acknowledged.p50))}
${line("P7 acknowledged, p99 ms", ({ many }) => tenth(many.acknowledged.p99))}
${line("P7 lost", ({ many }) => whole(many.lost))}
${line("P7 memory, MB", ({ many }) => megabytes(many.memory))}

## Targets

| | target | here |
|---|---|---|
${formatTargets(ours, relay?.busy, run, idle).join("\n")}

The beads of P8 fell at ${whole(beads.rate)}/s into ${scale.boundTemples} temples, each with all four seats of its match: ${whole(beads.counted)} were shown, ${whole(beads.lost)} were lost.
${formatLamps(run, scale)}The ${whole(temples.temples)} temples connected at once, as after a broker's restart, and each received its display.

${formatRestarts(idle)}
P12 is given in processor time, of all processes: two servers, the entrance (nginx), the Redis and the PostgreSQL that they share, which stores their
journals, every commit on disk. They and the clients need more than two cores to run side by side. Both servers together played ${whole(scale.busyMatches)} matches; what sharing costs
would show as fewer commands per second of processor time.

${byHand}
## A million players, on paper

${formatMillion(ours, run.pair)}
`;
}

function formatLamps({ lamps }: Run, { lampMatches }: Scale): string {
  if (lamps === null) return "";
  return `A lamp follows a window over server, bridge and a Mosquitto: it is measured from when a player sends the command that opens the window until
the temple has the display that lights the lamp. Each of ${whole(lampMatches)} matches had a move every 60 ms: ${whole(lamps.counted)} windows were shown, ${whole(lamps.lost)} were not. It took
${tenth(lamps.lit.p50)} ms (p50) and ${tenth(lamps.lit.p99)} ms (p99); all four clients were shown the same commands after ${tenth(lamps.shown.p50)} and ${tenth(lamps.shown.p99)} ms.
`;
}

function formatRestarts({ restarts }: IdleFigures): string {
  if (restarts === null) return "";
  const { kept, forgotten } = restarts;
  return `A Mosquitto with all ${whole(kept.temples)} temples was stopped and started again, once with its retained messages stored, once without.
Half of the temples showed the right display after ${tenth(kept.half / 1000)} and ${tenth(forgotten.half / 1000)} s; the bridge used ${tenth(kept.processor)} and ${tenth(forgotten.processor)} s of processor time
for it, and held ${megabytes(kept.memory)} and ${megabytes(forgotten.memory)} MB. While all temples were idle it used ${percent(kept.idle)} of a core.
`;
}

function formatJournal({ isDurable, sync }: Circumstances): string {
  return isDurable
    ? `Journal: on disk, SQLite with FULL synchronisation, as \`npm start\` sets it. The disk makes a page durable in ${sync.toFixed(2)} ms.`
    : "**Journal: in memory.** Nothing here waits for a disk.";
}

/** s between two decisions of a match, and the share of its capacity that a process shall be used at. */
const HUMAN = { decision: 3, load: 0.5 } as const;

/** Redis commands for a match's listing, seats and codes, and the minutes that a match takes. */
const REDIS = { perMatch: 20, minutes: 10 } as const;

/** Estimates what a million players in matches of four need, if processes scale as in P12. */
function formatMillion({ idle, busy }: Figures, pair: Rate | null): string {
  const matches = 1_000_000 / 4;
  const commands = matches / HUMAN.decision;
  const each = busy.perProcessorSecond * scalingOf(busy, pair) * HUMAN.load;
  const processes = Math.ceil(commands / each);
  const memory = (matches * idle.bytes) / processes;
  return `${whole(matches)} matches of four, with a decision every ${HUMAN.decision} s in each: ${whole(commands)} commands/s. A process does
${whole(busy.perProcessorSecond)} per second of processor time${pair === null ? "" : `, ${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} of that behind an entrance, when it shares Redis and PostgreSQL with another`}. Used at half of its capacity,
this takes ${whole(processes)} processes (a core each), with ${whole(matches / processes)} matches, ${whole((4 * matches) / processes)} sockets and ${megabytes(memory)} MB each.

Servers share nothing for a command: a match lives in one of them, which alone writes its journal. They share listing,
codes and lobby through Redis, with about ${REDIS.perMatch} Redis commands per match: for matches of ${REDIS.minutes} minutes these are ${whole((matches * REDIS.perMatch) / (REDIS.minutes * 60))} a second,
which one Redis can take. One PostgreSQL cannot take the journals of all matches, and a lobby of 250,000 matches is of no use. So there
would be groups of servers, each an installation like that of docker-compose.yml, with its own Redis, PostgreSQL and lobby. What is
missing is an entrance that sends new players to a group, and a letter for the group before each match's code.
`;
}

/** Returns what a process does behind an entrance, when it shares Redis and PostgreSQL with another, as a share of what it does alone; at most 1. */
function scalingOf(busy: Rate, pair: Rate | null): number {
  return pair === null ? 1 : Math.min(1, pair.perProcessorSecond / busy.perProcessorSecond);
}

function formatTargets(
  { idle, underWay, joins, busy, few, many }: Figures,
  relay: Rate | undefined,
  { beads, lamps, pair }: Run,
  { idle: once, temples, restarts }: IdleFigures,
): string[] {
  const bare = once["bare Colyseus"];
  const share = busy.rate / (relay?.rate ?? Number.NaN);
  const row = (name: string, target: string, here: string, isMet: boolean): string =>
    `| ${name} | ${target} | ${here}, ${isMet ? "met" : "**missed**"} |`;
  return [
    row("P2", ">= 0.38 of the relay", share.toFixed(2), share >= 0.38),
    row(
      "P3",
      "p50 <= 1.5 ms, p99 <= 4 ms",
      `${tenth(few.shown.p50)} and ${tenth(few.shown.p99)} ms`,
      few.shown.p50 <= 1.5 && few.shown.p99 <= 4,
    ),
    row("P4", "median <= 80 bytes per command and client", whole(busy.bytes.median), busy.bytes.median <= 80),
    row("P4", "first state <= 4 KB", `${whole(idle.first)} bytes`, idle.first <= 4096),
    row(
      "P5",
      `<= 90 KB per idle match at entry ${UNDER_WAY}`,
      `${whole(underWay / 1024)} KB`,
      underWay <= 90 * 1024,
    ),
    row("P5", "<= 0.6 % of a core", percent(idle.processor), idle.processor <= 0.006),
    row(
      "P6",
      ">= 0.6 of bare Colyseus' joins/s",
      ratio(joins.rate, bare?.joins.rate),
      bare !== undefined && joins.rate >= 0.6 * bare.joins.rate,
    ),
    row(
      "P7",
      "p99 <= 5 ms, 0 lost, <= 220 MB",
      `${tenth(many.acknowledged.p99)} ms, ${whole(many.lost)} lost, ${megabytes(many.memory)} MB`,
      many.acknowledged.p99 <= 5 && many.lost === 0 && many.memory <= 220 * 2 ** 20,
    ),
    row("P8", "bead to all, p99 <= 30 ms", `${tenth(beads.shown.p99)} ms`, beads.shown.p99 <= 30),
    lamps === null
      ? "| P8 | window to lamp | not measured: Mosquitto is not installed |"
      : row(
          "P8",
          "window to lamp, p99 <= 60 ms",
          `${tenth(lamps.lit.p99)} ms`,
          lamps.lit.p99 <= 60 && lamps.lost === 0,
        ),
    row(
      "P8",
      "2,000 temples: <= 400 MB, all have a display within 10 s",
      `${megabytes(temples.memory)} MB, ${tenth(temples.readyAfter / 1000)} s`,
      temples.memory <= 400 * 2 ** 20 && temples.readyAfter <= 10_000,
    ),
    restarts === null
      ? "| P8 | a real broker restarts | not measured: Mosquitto is not installed |"
      : row(
          "P8",
          "a real broker restarts: all temples show the right display within 10 s",
          `${[restarts.kept, restarts.forgotten].map(({ all }) => tenth(all / 1000)).join(" and ")} s, ${restarts.kept.lost + restarts.forgotten.lost} lost`,
          [restarts.kept, restarts.forgotten].every(({ all, lost }) => all <= 10_000 && lost === 0),
        ),
    pair === null
      ? "| P12 | two servers behind the entrance: >= 0.8 of one | not measured: Redis, PostgreSQL or nginx is not installed |"
      : row(
          "P12",
          "two servers behind the entrance: >= 0.8 of one",
          `${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} per second of processor time of all processes`,
          pair.perProcessorSecond >= 0.8 * busy.perProcessorSecond,
        ),
  ];
}

function requireFigures<T>(figures: T | undefined): T {
  if (figures === undefined) throw new Error("a subject was not measured");
  return figures;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const tenth = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number): string => whole(bytes / 2 ** 20);
const gigabytes = (bytes: number): string => whole(bytes / 2 ** 30);
const ratio = (value: number, of = Number.NaN): string => (value / of).toFixed(2);
