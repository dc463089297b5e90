import { setTimeout as pause } from "node:timers/promises";
import { openMatches, playCommands } from "../measures.ts";
import { collectGarbage, processorNanoseconds } from "../process.ts";
import { FlowerWarMatch, LARGE_SEMI_SPACE, type StartedServer, startServer } from "../subjects/flower-war.ts";
import { prepareSides } from "./sides.ts";
import { describe, estimate, type Ratio } from "./statistics.ts";

const PLANT = import.meta.resolve("./plant.ts");

/** How much is done in a round. */
export interface PairedScale {
  /** Matches of each side that are played. */
  readonly matches: number;
  /** Commands of each match before the slices: V8 compiles meanwhile what runs often. */
  readonly before: number;
  /** Slices of each side, and the commands of each match in one. */
  readonly slices: number;
  readonly commands: number;
  /** Matches of each side that are opened at last, whose joins and memory are measured. */
  readonly idle: number;
}

export const PAIRED: PairedScale = { matches: 64, before: 45, slices: 24, commands: 5, idle: 100 };

export interface Paired {
  /** P2: the working tree's processor time for a command, as a share of the commit's. */
  readonly command: Ratio;
  /** P6: its processor time for taking a seat of a new match, up to the match's begin, likewise. */
  readonly join: Ratio;
  /** P5: its heap for an idle match of four, likewise. */
  readonly memory: Ratio;
}

export interface PairedOptions {
  /** The commit beside which the working tree is measured, or the version of a release that is kept; `.`: the working tree itself. */
  readonly commit: string;
  readonly rounds: number;
  /** % by which a command of the working tree is made slower. */
  readonly plant: number;
}

/**
 * Measures the working tree beside a commit. Two servers of equal sources differ by some % as long as they live, so each round starts both
 * anew, and a round is one measurement. In a round both play in turns.
 * @param log told of each round
 */
export async function measurePaired(
  { commit, rounds, plant }: PairedOptions,
  scale: PairedScale,
  log: (message: string) => void,
): Promise<Paired> {
  const sides = await prepareSides(commit);
  const planted = plant === 0 ? [] : [`--import=${PLANT}`];
  const starts = [
    () => start(sides.other),
    () => start(sides.own, planted, { PLANT_SHARE: String(plant / 100) }),
  ];
  const measured: Round[] = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      const ratios = await measureRound(starts, round % 2 === 0, scale);
      measured.push(ratios);
      const shown = Object.entries(ratios).map(([name, ratio]) => `${name} ${ratio.toFixed(3)}`);
      log(`round ${round} of ${rounds}: ${shown.join(", ")}`);
    }
  } finally {
    await sides.remove();
  }
  const of = (name: keyof Round) => estimate(measured.map((ratios) => ratios[name]));
  return { command: of("command"), join: of("join"), memory: of("memory") };
}

/** Formats a result for people. */
export function formatPaired({ command, join, memory }: Paired): string {
  return [
    `P2, processor time of a command: ${describe(command)}`,
    `P6, processor time of a join: ${describe(join)}`,
    `P5, heap of an idle match: ${describe(memory)}`,
  ].join("\n");
}

/** Turns of each side in which the idle matches are opened. */
const IDLE_TURNS = 4;

/** Both sides have the same flags. */
function start(main: string, flags: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  return startServer({ NODE_OPTIONS: LARGE_SEMI_SPACE, ...more }, flags, [], main);
}

/** The working tree's costs in one round, as shares of the commit's. */
type Round = { readonly [name in keyof Paired]: number };

interface Side {
  readonly server: StartedServer;
  readonly matches: FlowerWarMatch[];
  /** Commands of all slices, and the ns of processor time that they took. */
  played: number;
  used: number;
  /** The ns of processor time that opening the idle matches took, and the bytes of V8's heap that they hold. */
  joined: number;
  held: number;
}

/** @param swapped whether the second side starts first, and begins each pair of slices */
async function measureRound(
  starts: readonly (() => Promise<StartedServer>)[],
  swapped: boolean,
  scale: PairedScale,
): Promise<Round> {
  const inOrder = <T>(sides: readonly T[]) => (swapped ? sides.toReversed() : sides);
  const sides: Side[] = [];
  try {
    for (const startSide of inOrder(starts)) {
      const server = await startSide();
      const side = { server, matches: [] as FlowerWarMatch[], played: 0, used: 0, joined: 0, held: 0 };
      sides.push(side);
      side.matches.push(...(await openMatches(scale.matches, () => FlowerWarMatch.open(server.url))));
    }
    for (const { matches } of sides) await playCommands(matches, scale.before);
    for (let slice = 0; slice < scale.slices; slice++) {
      for (const side of slice % 2 === 0 ? sides : sides.toReversed())
        await measureSlice(side, scale.commands);
    }
    for (const side of sides) side.held -= await readHeap(side.server);
    for (let turn = 0; turn < IDLE_TURNS; turn++) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed())
        await openIdle(side, Math.ceil(scale.idle / IDLE_TURNS));
    }
    for (const side of sides) side.held += await readHeap(side.server);
    const [other, own] = inOrder(sides);
    if (other === undefined || own === undefined) throw new Error("two sides are measured");
    return {
      command: costOf(own) / costOf(other),
      join: own.joined / other.joined,
      memory: own.held / other.held,
    };
  } finally {
    for (const { server, matches } of sides) {
      for (const match of matches) match.close();
      await server.stop();
    }
  }
}

const costOf = ({ used, played }: Side): number => used / played;

async function measureSlice(side: Side, commands: number): Promise<void> {
  const before = processorNanoseconds(side.server.pid);
  side.played += (await playCommands(side.matches, commands)).played;
  side.used += processorNanoseconds(side.server.pid) - before;
}

/** Opens idle matches, and counts what that takes. */
async function openIdle(side: Side, count: number): Promise<void> {
  const before = processorNanoseconds(side.server.pid);
  side.matches.push(...(await openMatches(count, () => FlowerWarMatch.open(side.server.url))));
  side.joined += processorNanoseconds(side.server.pid) - before;
}

/** Returns the bytes of a server's heap without garbage. */
async function readHeap({ pid, operatorUrl }: StartedServer): Promise<number> {
  // The second collection frees what the first one finalizes.
  for (let i = 0; i < 2; i++) {
    collectGarbage([pid]);
    await pause(500);
  }
  const page = await (await fetch(`${operatorUrl}/metrics`)).text();
  const [, used] = /^nodejs_heap_size_used_bytes (\d+)$/m.exec(page) ?? [];
  if (used === undefined) throw new Error("the metrics do not tell the heap's size");
  return Number(used);
}
