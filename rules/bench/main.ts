/**
 * `npm run bench -w rules` measures the rules beside boardgame.io's reducer with a small game, in one run (P1 and P11).
 * Rates are per second of processor time, so that other work on the machine matters little.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { gzipSync } from "node:zlib";
import { parseCommandLine } from "../../protocol/tools/tool.ts";
import { flowerWar, mexica, type State } from "../src/flower-war/index.ts";
import { type Part, replay, type RecordedMatch, recordMatch } from "./matches.ts";
import { computeChains, signMatch, writeRecord } from "./records.ts";
import { loadSmallGame } from "./peers.ts";

const USAGE = `Measures the rules beside boardgame.io's reducer. The first run installs boardgame.io.

usage: npm run bench -w rules`;

parseCommandLine(USAGE, {});

const ROUNDS = 15;
/** Rounds that do not count: V8 compiles code anew after it has run for a while, ours and the peer's. */
const WARM_UP_ROUNDS = 5;
const MATCHES = 20;
/**
 * Moves per match of the small game: a short match and one of Flower War's length, because boardgame.io slows down
 * during a match.
 */
const SMALL_MOVES = [200, 800] as const;
/** Moves of the small game in one round. */
const SMALL_MOVES_PER_ROUND = 8_000;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Returns how much `work` does in a second of processor time.
 * @param done how much it does in all
 */
function measureRate(done: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
}

function measureMatches(matches: readonly RecordedMatch[], part: Part = {}): number {
  const commands = matches.reduce((sum, { entries }) => sum + entries.length, 0);
  return measureRate(commands, () => matches.forEach((match) => replay(match, part)));
}

/** Returns the rates in the first and the last quarter of the matches. */
function measureQuarters(matches: readonly RecordedMatch[]): readonly [number, number] {
  const parts = matches.map((match) => {
    const quarter = Math.floor(match.entries.length / 4);
    const late = replay(match, { to: match.entries.length - quarter });
    return { match, quarter, late };
  });
  const commands = parts.reduce((sum, { quarter }) => sum + quarter, 0);
  return [
    measureRate(commands, () => parts.forEach(({ match, quarter }) => replay(match, { to: quarter }))),
    measureRate(commands, () =>
      parts.forEach(({ match, quarter, late }) =>
        replay(match, { state: late, from: match.entries.length - quarter }),
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

const playSmallGame = await loadSmallGame();
const measureSmallGame = () =>
  SMALL_MOVES.map((moves) =>
    measureRate(SMALL_MOVES_PER_ROUND, () => void playSmallGame(SMALL_MOVES_PER_ROUND / moves, moves)),
  );
const kinds = KINDS.map((kind) => ({
  ...kind,
  matches: Array.from({ length: MATCHES }, (_, n) => recordMatch(kind.game, kind.seats, n)),
}));
const [first] = kinds;
if (first === undefined) throw new Error("there is nothing to measure");

const rounds = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () => ({
  rates: kinds.map(({ matches }) => measureMatches(matches)),
  smallGame: measureSmallGame(),
  folded: measureMatches(first.matches, { fold: true }),
  quarters: measureQuarters(first.matches),
})).slice(WARM_UP_ROUNDS);

/** What P1 compares: `decide`, which also returns the state, and `decide` with all its events folded once more, as a replay of events does. */
const OURS = [
  ["decide", ({ rates }) => rates[0] ?? Number.NaN],
  ["decide and evolve", ({ folded }) => folded],
] as const satisfies readonly (readonly [string, (round: (typeof rounds)[number]) => number])[];

const formatNumber = (value: number): string => Math.round(value).toLocaleString("en");
const toBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const formatSize = (data: Buffer): string =>
  `${formatNumber(data.length)} bytes, ${formatNumber(gzipSync(data, { level: 9 }).length)} by gzip -9`;

console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
console.log(`Medians of ${ROUNDS} rounds; rates are of processor time.\n`);
SMALL_MOVES.forEach((moves, index) => {
  const peer = median(rounds.map(({ smallGame }) => smallGame[index] ?? Number.NaN));
  console.log(`boardgame.io 0.50.2, small game, matches of ${moves} moves: ${formatNumber(peer)} moves/s`);
  for (const [what, rateOf] of OURS) {
    const ratios = rounds.map((round) => rateOf(round) / (round.smallGame[index] ?? Number.NaN));
    console.log(
      `  P1 ${first.name}, ${what}, relative to that: ${median(ratios).toFixed(1)}, of ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")}`,
    );
  }
});
console.log(
  `${first.name}, decide and evolve: ${formatNumber(median(rounds.map(({ folded }) => folded)))} commands/s`,
);
kinds.forEach(({ name, matches }, index) => {
  const rate = median(rounds.map(({ rates }) => rates[index] ?? Number.NaN));
  const commands = median(matches.map(({ entries }) => entries.length));
  console.log(
    `${name}: ${formatNumber(rate)} commands/s, ${commands} commands and ${((1000 * commands) / rate).toFixed(1)} ms a match`,
  );
});
const [early, late] = [0, 1].map((part) =>
  median(rounds.map(({ quarters }) => quarters[part] ?? Number.NaN)),
);
console.log(
  `first and last quarter of a match: ${formatNumber(early ?? Number.NaN)} and ${formatNumber(late ?? Number.NaN)} commands/s`,
);

const lengths = first.matches.toSorted((a, b) => a.entries.length - b.entries.length);
for (const [name, match] of [
  ["median", lengths[Math.floor(MATCHES / 2)]],
  ["longest", lengths.at(-1)],
] as const) {
  if (match === undefined) continue;
  const state: State = replay(match);
  const outcome = match.game.outcome(state);
  if (outcome === null) throw new Error("the match is not over");
  const signed = signMatch(match, outcome);
  const measure = (work: () => unknown): string => {
    const times = Array.from({ length: ROUNDS }, () => 1000 / measureRate(1, () => void work()));
    return `${median(times).toFixed(1)} ms`;
  };
  console.log(`\n${name} match of ${match.entries.length} commands`);
  console.log(`  its last state: ${formatSize(toBytes(state))}`);
  console.log(`  P11 its record, with all signatures: ${formatSize(Buffer.from(writeRecord(signed)))}`);
  console.log(`  P11 its record written: ${measure(() => writeRecord(signed))}`);
  console.log(
    `  what its four seats saw, to compare with what they signed: ${measure(() => computeChains(signed))}`,
  );
  console.log(
    `  P11 replayed, with every event compared: ${measure(() => replay(match, { compare: true }))}`,
  );
}
