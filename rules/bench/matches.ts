import { isDeepStrictEqual } from "node:util";
import { bots, randomFrom } from "../src/bots/index.ts";
import { STREAM } from "../src/chance.ts";
import type { FlowerWar, State } from "../src/flower-war/index.ts";
import type { Game } from "../src/game.ts";
import { readOptions } from "../src/options.ts";
import { begin, type MatchRecord, RULES_VERSION } from "../src/record.ts";

/** A whole match with its commands. Choosing them is not measured. */
export type RecordedMatch = MatchRecord<FlowerWar> & { readonly game: Game<FlowerWar> };

/**
 * Plays a match of easy bots and records it.
 * @param n the number of the match, which gives the seed
 */
export function recordMatch(game: Game<FlowerWar>, seats: number, n: number): RecordedMatch {
  const read = readOptions(game, {});
  if (read.options === undefined) throw new Error("the game refuses its default options");
  const seed = (n + 1).toString(16).padStart(64, "0");
  const header = {
    game: game.name,
    rules: RULES_VERSION,
    options: read.options,
    seats: game.seatsFor(seats),
    stream: STREAM,
    seed,
  };
  const random = randomFrom(seed);
  const entries = [];
  let state = begin(game, header);
  for (let awaited = state.table.awaiting; awaited !== null; awaited = state.table.awaiting) {
    const { seat } = awaited;
    const command = bots["flower-war"].easy(game.view(state, seat), random);
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(decided.refused);
    state = decided.state;
    const n: number = entries.length + 1;
    entries.push({ n, id: `${seat}:${n}`, seat, command, events: structuredClone(decided.events) });
  }
  return { game, header, entries };
}

/** The part of a match to replay. */
export interface Part {
  /** The state before `from`. Default: the match's first state. */
  readonly state?: State;
  readonly from?: number;
  readonly to?: number;
  /** Whether to compare the events with those of the record. */
  readonly compare?: boolean;
  /** Whether the state after a command is what `evolve` folds its events into, and not what `decide` returns. */
  readonly fold?: boolean;
}

/** Decides the recorded commands again, each in the state after the one before. Returns the last state. */
export function replay({ game, header, entries }: RecordedMatch, part: Part = {}): State {
  let state = part.state ?? begin(game, header);
  for (const entry of entries.slice(part.from, part.to)) {
    const decided = game.decide(state, entry.seat, entry.command);
    if (decided.events === undefined) throw new Error(`entry ${entry.n} is refused: ${decided.refused}`);
    if (part.compare && !isDeepStrictEqual(decided.events, entry.events)) {
      throw new Error(`entry ${entry.n} differs`);
    }
    state = part.fold
      ? decided.events.reduce((before, event) => game.evolve(before, event), state)
      : decided.state;
  }
  return state;
}
