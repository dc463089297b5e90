/**
 * `npm run bench -w rules`: what the rules take, beside boardgame.io's reducer with a small game, in one run (P1 and P11).
 * Rates are of processor time, so that others at work on the machine count little.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { flowerWar, mexica, type State } from "../src/flower-war/index.ts";
import { playRecorded, type RecordedMatch, recordMatch } from "./matches.ts";
import { smallGame } from "./peers.ts";

const ROUNDS = 15;
const MATCHES = 20;
/** Moves of a match of the small game, a short one and one of Flower War's length: boardgame.io slows down in it. */
const SMALL_MOVES = [200, 800] as const;
/** Moves that are played of it in a round. */
const SMALL_ALL = 8_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What is done in a second of processor time, by work that does so much. */
function rateOf(done: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
}

function rateOfMatches(matches: readonly RecordedMatch[]): number {
  const commands = matches.reduce((sum, { entries }) => sum + entries.length, 0);
  return rateOf(commands, () => matches.forEach((match) => playRecorded(match)));
}

/** Rates in the first and the last quarter of matches. */
function ratesAlong(matches: readonly RecordedMatch[]): readonly [number, number] {
  const parts = matches.map((match) => {
    const quarter = Math.floor(match.entries.length / 4);
    const late = playRecorded(match, { to: match.entries.length - quarter });
    return { match, quarter, late };
  });
  const commands = parts.reduce((sum, { quarter }) => sum + quarter, 0);
  return [
    rateOf(commands, () => parts.forEach(({ match, quarter }) => playRecorded(match, { to: quarter }))),
    rateOf(commands, () =>
      parts.forEach(({ match, quarter, late }) =>
        playRecorded(match, { state: late, from: match.entries.length - quarter }),
      ),
    ),
  ];
}

const KINDS = [
  { name: "flower-war, 4 seats", game: flowerWar, seats: 4 },
  { name: "flower-war, 2 seats", game: flowerWar, seats: 2 },
  { name: "flower-war, 6 seats", game: flowerWar, seats: 6 },
  { name: "mexica, 4 seats", game: mexica, seats: 4 },
] as const;

const playSmallGame = await smallGame();
const peersNow = () =>
  SMALL_MOVES.map((moves) => rateOf(SMALL_ALL, () => void playSmallGame(SMALL_ALL / moves, moves)));
const kinds = KINDS.map((kind) => ({
  ...kind,
  matches: Array.from({ length: MATCHES }, (_, n) => recordMatch(kind.game, kind.seats, n)),
}));
const [first] = kinds;
if (first === undefined) throw new Error("nothing to measure");

// Everything once before it counts, so that it is compiled.
peersNow();
for (const { matches } of kinds) rateOfMatches(matches);

const rounds = Array.from({ length: ROUNDS }, () => ({
  rates: kinds.map(({ matches }) => rateOfMatches(matches)),
  peers: peersNow(),
  along: ratesAlong(first.matches),
}));

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const size = (data: Buffer): string =>
  `${whole(data.length)} bytes, ${whole(gzipSync(data, { level: 9 }).length)} by gzip -9`;

console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
console.log(`Medians of ${ROUNDS} rounds; rates are of processor time.\n`);
SMALL_MOVES.forEach((moves, index) => {
  const peer = median(rounds.map(({ peers }) => peers[index] ?? Number.NaN));
  const ratios = rounds.map(({ rates, peers }) => (rates[0] ?? Number.NaN) / (peers[index] ?? Number.NaN));
  console.log(`boardgame.io 0.50.2, small game, matches of ${moves} moves: ${whole(peer)} moves/s`);
  console.log(
    `  P1 ${first.name} to that: ${median(ratios).toFixed(1)}, of ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")}`,
  );
});
kinds.forEach(({ name, matches }, index) => {
  const rate = median(rounds.map(({ rates }) => rates[index] ?? Number.NaN));
  const commands = median(matches.map(({ entries }) => entries.length));
  console.log(
    `${name}: ${whole(rate)} commands/s, ${commands} commands and ${((1000 * commands) / rate).toFixed(1)} ms a match`,
  );
});
const [early, late] = [0, 1].map((part) => median(rounds.map(({ along }) => along[part] ?? Number.NaN)));
console.log(
  `first and last quarter of a match: ${whole(early ?? Number.NaN)} and ${whole(late ?? Number.NaN)} commands/s`,
);

const lengths = first.matches.toSorted((a, b) => a.entries.length - b.entries.length);
for (const [name, match] of [
  ["median", lengths[Math.floor(MATCHES / 2)]],
  ["longest", lengths.at(-1)],
] as const) {
  if (match === undefined) continue;
  const state: State = playRecorded(match);
  // As anybody can download it: without what senders called their commands.
  const deeds = match.entries.map(({ n, seat, command, events }) => ({ n, seat, command, events }));
  const lines = [match.header, ...deeds].map((line) => JSON.stringify(line)).join("\n");
  console.log(`\n${name} match of ${match.entries.length} commands`);
  console.log(`  its last state: ${size(bytes(state))}`);
  console.log(`  P11 its record: ${size(Buffer.from(lines))}`);
  const times = Array.from(
    { length: ROUNDS },
    () => 1000 / rateOf(1, () => void playRecorded(match, { compare: true })),
  );
  console.log(`  P11 played again and every event compared: ${median(times).toFixed(1)} ms`);
}
