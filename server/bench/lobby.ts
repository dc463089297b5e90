/** `npm run bench:lobby -w server`: what the list of matches costs a server while people watch it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { sleep } from "@flower-war/protocol/ports";
import { Client } from "@colyseus/sdk";
import { type LobbyRequest, PATHS, type Reservation } from "@flower-war/protocol";
import { systemTime } from "../src/time.ts";
import type { LobbyOrder, LobbyUse } from "./lobby-server.ts";
import { parseCommandLine } from "../../protocol/tools/tool.ts";

const USAGE = `Measures a server whose lobby lists matches and is watched, in a process of its own.

usage: npm run bench:lobby -w server -- [--matches 10000] [--watchers 2000] [--changes 50] [--seconds 20]

Half of the watchers see the first page of all matches. The others see 62 other pages: of each game, of each speed, with
free seats, and further pages of everything.`;

/** Clients that connect at the same time. */
const CONNECTIONS = 50;

const options = parseCommandLine(USAGE, {
  matches: { type: "string", default: "10000" },
  watchers: { type: "string", default: "2000" },
  changes: { type: "string", default: "50" },
  seconds: { type: "string", default: "20" },
});
const [matches, watchers, changes, seconds] = [
  Number(options.matches),
  Number(options.watchers),
  Number(options.changes),
  Number(options.seconds),
];

const GAMES = ["flower-war", "mexica", "space-aztecs", "tieqchieq"] as const;
const SPEEDS = ["none", "quick", "relaxed", "days"] as const;
const PAGES: readonly LobbyRequest[] = [
  ...GAMES.flatMap((game) => SPEEDS.map((speed): LobbyRequest => ({ game, speed }))),
  ...GAMES.map((game): LobbyRequest => ({ game, free: 1 })),
  ...SPEEDS.map((speed): LobbyRequest => ({ speed })),
  { temple: true },
  ...Array.from({ length: 37 }, (_, i): LobbyRequest => ({ page: i + 2 })),
];

const server = fork(new URL("lobby-server.ts", import.meta.url), {
  execArgv: ["--conditions=@flower-war/source"],
});
const [url] = (await once(server, "message")) as [string];
await order(server, { list: matches });
console.log(
  `${matches} matches, ${changes} changes/s, ${seconds} s each; Node ${process.versions.node}, load average ${loadavg()[0]?.toFixed(1)}\n`,
);
console.log(
  "| watchers | share of a core | ms per change | patches/s | resident MB |\n|---|---|---|---|---|",
);
let patches = 0;
let connected = 0;
for (const count of [0, watchers / 2, watchers]) {
  while (connected < count) await connect(Math.min(CONNECTIONS, count - connected));
  console.log(`| ${(await measure(count)).join(" | ")} |`);
}
console.log(`\nLoad average at the end: ${loadavg()[0]?.toFixed(1)}`);
server.disconnect();
process.exit(0);

/** Connects more watchers. */
async function connect(count: number): Promise<void> {
  const client = new Client(url);
  const joining = Array.from({ length: count }, async (_, i) => {
    const n = connected + i;
    const request = n % 2 === 0 ? {} : PAGES[((n - 1) / 2) % PAGES.length];
    const response = await fetch(url + PATHS.lobby, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    const room = await client.consumeSeatReservation((await response.json()) as Reservation);
    room.onStateChange(() => void (patches += 1));
  });
  await Promise.all(joining);
  connected += count;
}

/** Lets matches change and returns a row of the table. */
async function measure(count: number): Promise<(string | number)[]> {
  await order(server, { change: changes });
  await sleep(systemTime, 2000);
  const began = performance.now();
  const before = await order(server, {});
  patches = 0;
  await sleep(systemTime, seconds * 1000);
  const received = patches;
  const after = await order(server, {});
  await order(server, { change: 0 });
  const time = (performance.now() - began) / 1000;
  const share = (after.processor - before.processor) / time;
  return [
    count,
    `${(share * 100).toFixed(1)} %`,
    ((share * 1000 * time) / (after.changes - before.changes)).toFixed(2),
    Math.round(received / time),
    Math.round(after.memory / 1024 / 1024),
  ];
}

/** Sends the server an order; resolves with what it has used so far. */
async function order(process: ChildProcess, sent: LobbyOrder): Promise<LobbyUse> {
  process.send(sent);
  const [use] = (await once(process, "message")) as [LobbyUse];
  return use;
}
