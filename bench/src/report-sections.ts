/*
 * What `npm run bench` does not measure each time, but `-- --only <measure>` and other commands do: parts of docs/performance.md that
 * are written by hand, with the figures of the day that they name.
 */

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

Spectators see the public state: a patch is encoded once for all of them. Where more than 100 clients are connected to a match its spectators are
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
most twice as much as with none besides the writes: **met**. A command that comes 250 ms or more after the last one is shown to all at once.
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
all rooms, once or twice. Matches of other games are listed, each with a player who waits. ms of the servers' processor time for a request, of which
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

\`\`\`sh
npm run bench -- --only idle
npm run bench -- --only underWay
npm run bench -- --only joining
\`\`\`

10,000 idle sockets of 2,500 matches take **2.6 to 2.9 % of a core** (2026-11-22, nothing else on the machine), 3.2 before: the target of 0.6 is **missed**. A
process without a client takes 0.5. A client that says nothing is pinged every 45 s, which are 222 pings and as many pongs a second.
All JavaScript and the writes are 0.8 % of a core; the rest is what this machine takes to wake the process up, 0.1 ms each, 150 times a second.

A match of four at entry 300 holds 120 to 176 KB of the server's memory (five runs with 500 of them, after a garbage collection; mostly 163 and more): the
target of 90 is **missed**. 118 KB are in V8's heap: 34 of them Colyseus' encoder's, with 40 objects that follow changes, about as many the four
connections', and 17 the state of the game. Some 30 KB more are what the system's allocator gave to sockets and database.

A join costs a tenth less processor time than before. Per second of it a server does 0.44, 0.50 and 0.51 of what bare Colyseus does, the threads of
the journal and of V8's collector included: the target of 0.6 is **missed**. A tenth of a join is writing to sockets, a sixth HTTP, a sixth the
upgrade with the first state, 5 % checking the name, and a tenth the write to the journal; no part is large.
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
[above](#spectators). Rows about entries are of a game that never ends ([endless.mjs](../bench/games/endless.mjs)), for Flower War does after some hundred
entries. Until then two things did grow: an id was looked for among all of a match, which were 60 µs of 200 at entry 5,000, and each new
match looked at all rooms of its process, 6 % of the cost of creating one with 600.
`;

/** How long a server takes to start, and how to measure it. */
const STARTS = `## Starts

What Node compiled is kept in \`node_modules/.cache\`, so that \`npm start\` and \`flower-war start\` need not compile it again. A server's start from sources,
with an empty database, until it listens, and its processor time until then; a [standby](operate.md#what-is-started-again) has loaded everything before:

\`\`\`sh
npm run bench -- --only starting
\`\`\`

| | takes | processor time |
|---|---|---|
| everything is compiled | 957 ms | 1,230 ms |
| what was compiled is kept | 546 ms | 650 ms |
| a standby takes its place | 40 ms | 40 ms |

2026-11-23, medians of seven starts of each, in turns, at a load average of 1.7. A standby holds 182 MB, 126 of which no other process shares.
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

/** What a server does for a command, and how to measure it. */
const COMMAND = `## Where a command's time goes

What a server's main thread does while it plays as in P2, in shares of its time, by the innermost call that V8 finds each half ms:

\`\`\`sh
npm run bench -- --only stages
\`\`\`

| | share |
|---|---|
| the system's writes to sockets: one to each of four clients | 20 to 24 % |
| promises, the match's queue, and the rest | 13 to 14 % |
| encoding and sending patches | 10 % |
| writing the synced state | 9 to 11 % |
| requests: reading and checking | 6 to 7 % |
| collecting garbage | 5 to 7 % |
| reading from sockets | 5 to 7 % |
| other writing to sockets | 5 to 6 % |
| rules: deciding | 5 % |
| redacting, packing and sending entries | 5 % |
| the journal, until it is durable | 4 to 5 % |
| clocks, bots, temples, endings | 3 % |
| rules: legal commands for the answer | 1 to 3 % |

Two runs on 2026-11-22 at a load average of 9 and 14. No part is large but the system's writes: that is what limits a process now, and a client must be
written to.

The target of P2, 0.38 of the relay, is 123 µs a command where it takes 202 and the relay 47. Writing to sockets and reading from them are about 67 of those
202, so everything else (checking, deciding, storing, showing each seat what it may see, the legal commands in the answer) would have to take less than
half of what it does, and no single change that was measured gave a tenth. It needs another way to the sockets than Node's, or a protocol of fewer
messages.

A command allocates 50 KB of V8's heap (60 before what clients share was encoded, redacted and listed once); 54 KB is the limit, by test
([allocations.test.ts](../bench/test/allocations.test.ts)).
`;

/** How a change is measured, and what the measure finds. */
const PAIRED = `## Beside another commit

Whether a change costs something is measured beside the commit before it, on the same machine at the same time:

\`\`\`sh
npm run bench -- --ab HEAD~1
\`\`\`

The working tree and the commit are copied into temporary folders, with the packages of the working tree if both have the same lock file. In each of
12 rounds a server of either is started, with the same flags; 64 matches of each are played, in turns of 320 commands. The processor time of all
threads of a server counts, as the kernel does in ns. Then 100 idle matches of each are opened, and the heap is read after a garbage collection. Two
servers of equal sources differ by some per cent as long as they live, so a round is one measurement, and the interval of 95 % comes from the rounds.
\`--ab .\` measures the working tree beside itself; \`--plant 5\` makes each of its commands 5 % slower, by a module that is loaded into that server
alone. 2026-11-24, at a load average of 10 to 40, half an hour for both:

| | processor time of a command (P2) | heap of an idle match (P5) |
|---|---|---|
| beside itself, 11 rounds | equal: +1.4 % (-2.4 to +3.5) | equal: +0.4 % (-0.6 to +2.0) |
| \`--plant 5\`, 12 rounds | more: +5.5 % (+2.7 to +9.8) | equal: -0.4 % (-1.0 to +0.6) |
`;

/** All of them, in the order in which they are read. */
export const SECTIONS = [
  COMMAND,
  PAIRED,
  LOBBY,
  SIGNING,
  ROOM,
  SPECTATORS,
  QUICK_PLAY,
  JOINED,
  GROWTH,
  IDLE,
  STARTS,
  STORES,
].join("\n");
