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

/** Formats the results as docs/performance.md. */
export function formatReport(results: Results, circumstances: Circumstances): string {
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

Written by \`${command}\`, not by hand. ${runs === 1 ? "One run" : `Medians of ${runs} runs`}; each run measures all subjects one after the other.
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
P12 is given in processor time: two servers, the Redis and the PostgreSQL that they share (which stores their journals, every commit on disk) and the
clients need more than two cores to run side by side. Both servers together played ${whole(scale.busyMatches)} matches; what sharing costs
would show as fewer commands per second of processor time.

${LOBBY}
${SIGNING}
${ROOM}
${SPECTATORS}
${QUICK_PLAY}
${JOINED}
${GROWTH}
${IDLE}
${STORES}
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

/** What `npm run bench:lobby -w server` measured. */
const LOBBY = `## The list of tables

10,000 listed matches, 50 changes a second (a match is created, a seat taken, a match ends), watched by clients of which half see the first
page of all and the others 62 different pages. The target for 2,000 watchers is less than 30 % of a core: **met**. Measured on
2026-11-21 with \`npm run bench:lobby -w server\`, on this machine at a load average of 1 to 2, the server in a process of its own:

| watchers | share of a core | ms per change | patches/s | resident MB |
|---|---|---|---|---|
| 0 | 0.8 % | 0.16 | 0 | 157 |
| 1,000 | 11.8 % | 2.79 | 2,402 | 296 |
| 2,000 | 14.8 % | 3.42 | 4,586 | 348 |

Before there were pages, one new match cost 3.6 ms without a watcher and 15.3 ms with 1,000.
`;

/** What signatures cost, and how to measure it. */
const SIGNING = `## Seats that sign

Each seat signs after every 64th entry ([fair dice](fair-dice.md#signatures)). The server checks a signature in a thread of libuv's pool, 0.13 ms, which is 3 %
of the processor time of 16 commands; it is stored and shown with the match's next entry, and costs no write and no patch of its own. The bench
plays matches whose four seats sign and matches whose seats do not in turns, on two servers that run at once, and again in the other order:

\`\`\`sh
npm run bench -- --small --only signing
\`\`\`

Its \`ratio\` is that of commands per second of processor time: five runs gave 0.88, 0.90, 0.90, 0.93 and 0.93 (2026-11-22, at a load average of 2
to 3). Take the median of several: where others keep the machine busy, of two equal servers one can be 15 % slower than the other throughout.

The first state of a client that seals, as the SDK does, has 3,181 bytes for the last of four who join and 3,787 for who comes back while they play;
4,096 is the limit, by test ([first-state.test.ts](../bench/test/first-state.test.ts)).
`;

/** What room for new objects is worth, and how to measure it. */
const ROOM = `## Room for new objects

V8 collects new objects when the room for them is full (\`--max-semi-space-size\`, for each of two halves). A server has 32 MB where there is a GiB
to spare when it starts, else 4; the image has 4, \`docker-compose.yml\` 32. Matches under way were played with 4 and with 32 in turns:

\`\`\`sh
npm run bench -- --small --only room
\`\`\`

With 32 a server played 1.27, 1.25 and 1.27 times as many commands per second of processor time (2026-11-22, at a load average of 5 to 6), and holds up
to 60 MB more. With 8 it was 1.09 times, with 16 and 64 as with 32, in one run each. What matches hold (P5) is measured with 4.
`;

/** What spectators cost, and how to measure it. */
const SPECTATORS = `## Spectators

Spectators see what everybody sees: a patch is encoded once for all of them. Where more than 100 clients are connected to a match its spectators are
shown what happens at most 4 times a second, in one write each ([limits](limits.md)). What a command costs in a match that is played as fast as it
goes and that so many watch, in µs of the server's processor time: its own, and the system's for it, which is mostly writing to sockets.

\`\`\`sh
npm run bench -- --only spectators
\`\`\`

| spectators | own, three runs | system | own, when each was sent everything at once | own, when each had a view of their own |
|---|---|---|---|---|
| 0 | 740, 540, 840 | 260, 200, 140 | 580, 620 | 860 |
| 4 | 660, 680, 460 | 220, 200, 320 | 780, 720 | 920 |
| 100 | 600, 880, 784 | 240, 180, 196 | 1,400, 1,720 | 1,540 |
| 1,000 | 880, 848, 1,060 | 460, 606, 520 | 6,940, 5,740 | 12,280 |

2026-11-22, at a load average of 4 to 7. The match is the only one that is played, so a command costs more than in P2. The target for 1,000 is at
most twice as much as with none besides the writes: **met**. A command that comes 250 ms or more after the last one is shown to everybody at once.
`;

/** What joining servers costs a command, and how to measure it. */
const JOINED = `## Joined servers

What a command costs more when servers share a Redis and a PostgreSQL: matches are played in turns on two servers, and four, that share both, and on as
many that are alone, each with its SQLite; so the machine is as crowded for either.

\`\`\`sh
npm run bench -- --only joined
\`\`\`

Its \`ratio\` is that of commands per second of the servers' processor time: 0.94 for two and 0.97 for four (2026-11-22, two rounds each at a load average
of 8). The target is 0.9: **met**. P12 above compares two servers with one that has all matches, and includes that two processes share two cores and
write smaller batches.

In a profile of one of two servers PostgreSQL's client takes 6 % of a command, where SQLite takes 3 % and a thread; Redis, the lease and the fence
together 0.3 %: a command asks Redis for nothing. The fence asks PostgreSQL which matches were taken over, only for those in which nothing was appended for
2.5 s; for 5,000 matches that is 1.4 ms of the server's processor time and 9 of PostgreSQL's, where reading all their heads took 5.8 and 10.
`;

/** What a quick play costs, and how to measure it. */
const QUICK_PLAY = `## Quick play

A quick play finds the fullest open table in an index of the public matches of all servers, which news keep up to date; it used to read the listing of
all rooms, once or twice. Matches of other games are listed, at each of which somebody waits. ms of the servers' processor time for a request, of which
the first of four creates a match, and in parentheses until its answer:

\`\`\`sh
npm run bench -- --only quick-play
\`\`\`

| servers | listed | before | now |
|---|---|---|---|
| 1 | 0 | 3.0 (5.2) | 2.8 (4.4) |
| 1 | 5,000 | 6.8 (13.9) | 3.2 (3.7) |
| 2 on Redis and PostgreSQL | 0 | 6.3 (7.9) | 3.7 (7.1) |
| 2 on Redis and PostgreSQL | 5,000 | 64.8 (122.5) | 5.5 (16.9) |

2026-11-22, one run each at a load average of 5.
`;

/** What idle matches and joins cost, and how to measure it. */
const IDLE = `## Idle matches and joins

On a machine that was busy with other work (2026-11-22, a load average of 6 to 15) 10,000 idle sockets of 2,500 matches took 1.7 % of a core, 2.5 to 3.0 before:
the target of 0.6 % is **missed** there. Beside the version before, each with 3,200 sockets on two servers at once, it was 0.87 and 1.35 %. A client that
says nothing is pinged every 45 s; half of what is left is the kernel's, for writing two bytes to each, 31 µs on this machine.
The rest is reading the pongs, and what a process costs to which nobody is connected, 0.25 % (0.37 before).

A match of four at entry 300 holds 120 KB of the server's memory (500 of them, after a garbage collection), of which about 100 are in V8's heap, 25 less than before:
the target of 90 is **missed**. A third of the heap is Colyseus' encoder, with 40 objects that follow changes; three tenths are the four connections, a sixth the
state of the game.

\`\`\`sh
npm run bench -- --only underWay
npm run bench -- --only joining
\`\`\`

A join costs a tenth less processor time than before. Per second of it a server does 0.44, 0.50 and 0.51 of what bare Colyseus does, the journal's thread and those of
V8's collector included: the target of 0.6 is **missed**. A tenth of a join is writing to sockets, a sixth HTTP, a sixth the upgrade with the
first state, 5 % checking the name, and a tenth the write to the journal; no part is large.
`;

/** What a command costs as everything around it grows, and how to measure it. */
const GROWTH = `## Growth

What a command costs in µs of the server's processor time, its own and the system's for it, and how many bytes a client receives for it:

\`\`\`sh
npm run bench -- --only growth
\`\`\`

| | own | system | bytes |
|---|---|---|---|
| 100 matches are played, and no others are there | 250 | 40 | 138 |
| 900 others idle | 310 | 50 | 138 |
| 4,900 others idle | 220 | 40 | 139 |
| from entry 50 of a match on | 210 | 30 | 63 |
| from entry 5,000 on | 200 | 90 | 68 |
| nothing else is stored | 240 | 60 | 140 |
| 100,000 finished matches are stored | 280 | 60 | 138 |

2026-11-22, one run at a load average of 11 to 15, at which two equal measurements differ by a third: nothing here grows with its row. Spectators are
[above](#spectators). Rows about entries are of a game that never ends ([endless-game.mjs](../bench/peers/endless-game.mjs)), for Flower War does after some hundred
entries. Until then two things did grow: an id was looked for among all of a match, which were 60 µs of 200 at entry 5,000, and each new
match looked at all rooms of its process, 6 % of the cost of creating one with 600.
`;

/** What the stores of 0.2.0 and today's did in paired runs. */
const STORES = `## SQLite and PostgreSQL beside the stores of 0.2.0

0.2.0 kept journals in a linked list of rows, or in Redis. Both versions in turn, three and two times, on 2026-11-21 at a load average of 0.3 to
2.6, with \`npm run bench -- --only busy\` and \`-- --only pair\`, in commands per second of the servers' processor time:

| | 0.2.0 | now |
|---|---|---|
| one server, SQLite (P2) | 4,054, 3,645, 3,502 | 4,528, 3,758, 4,362 |
| two servers (P12), Redis then, PostgreSQL now | 2,638, 3,029 | 3,394, 3,332 |
`;

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
${whole(busy.perProcessorSecond)} per second of processor time${pair === null ? "" : `, ${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} of that when it shares Redis and PostgreSQL with another`}. Used at half of its capacity,
this takes ${whole(processes)} processes (a core each), with ${whole(matches / processes)} matches, ${whole((4 * matches) / processes)} sockets and ${megabytes(memory)} MB each.

Servers share nothing for a command: a match lives in one of them, which alone writes its journal. They share listing,
codes and lobby through Redis, with about ${REDIS.perMatch} Redis commands per match: for matches of ${REDIS.minutes} minutes these are ${whole((matches * REDIS.perMatch) / (REDIS.minutes * 60))} a second,
which one Redis can take. One PostgreSQL cannot take the journals of all matches, and a lobby of 250,000 matches is of no use. So there
would be groups of servers, each an installation like that of docker-compose.yml, with its own Redis, PostgreSQL and lobby. What is
missing is an entrance that sends new players to a group, and a letter for the group before each match's code.
`;
}

/** Returns what a process does when it shares Redis and PostgreSQL with another, as a share of what it does alone; at most 1. */
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
    row("P2", ">= 0.5 of the relay", share.toFixed(2), share >= 0.5),
    row(
      "P3",
      "p50 <= 5 ms, p99 <= 25 ms",
      `${tenth(few.shown.p50)} and ${tenth(few.shown.p99)} ms`,
      few.shown.p50 <= 5 && few.shown.p99 <= 25,
    ),
    row(
      "P4",
      "median <= 100 bytes per command and client",
      whole(busy.bytes.median),
      busy.bytes.median <= 100,
    ),
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
      "p50 <= 15 ms, p99 <= 100 ms, 0 lost, <= 350 MB",
      `${tenth(many.acknowledged.p50)} and ${tenth(many.acknowledged.p99)} ms, ${whole(many.lost)} lost, ${megabytes(many.memory)} MB`,
      many.acknowledged.p50 <= 15 &&
        many.acknowledged.p99 <= 100 &&
        many.lost === 0 &&
        many.memory <= 350 * 2 ** 20,
    ),
    row("P8", "bead to all, p99 <= 40 ms", `${tenth(beads.shown.p99)} ms`, beads.shown.p99 <= 40),
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
      ? "| P12 | two processes: >= 0.85 of linear | not measured: Redis or PostgreSQL is not installed |"
      : row(
          "P12",
          "two processes: >= 0.85 of linear, if there are enough cores",
          `${ratio(pair.perProcessorSecond, busy.perProcessorSecond)} per second of processor time`,
          pair.perProcessorSecond >= 0.85 * busy.perProcessorSecond,
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
