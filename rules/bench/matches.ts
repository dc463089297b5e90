import { isDeepStrictEqual } from "node:util";
import { bots, randomFrom } from "../src/bots/index.ts";
import { STREAM } from "../src/chance.ts";
import type { FlowerWar, State } from "../src/flower-war/index.ts";
import type { Game } from "../src/game.ts";
import { readOptions } from "../src/options.ts";
import { begin, fold, type MatchRecord, RULES_VERSION } from "../src/record.ts";

/** A whole match, its commands chosen beforehand: no choosing is measured. */
export type RecordedMatch = MatchRecord<FlowerWar> & { readonly game: Game<FlowerWar> };

/** A match of easy bots; `n` says which. */
export function recordMatch(game: Game<FlowerWar>, seats: number, n: number): RecordedMatch {
  const read = readOptions(game, {});
  if (read.options === undefined) throw new Error("a game's own options are good");
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
  for (let asked = state.table.awaiting; asked !== null; asked = state.table.awaiting) {
    const { seat } = asked;
    const command = bots["flower-war"].easy(game.view(state, seat), random);
    const { events = [] } = game.decide(state, seat, command);
    state = fold(game, state, events);
    entries.push({ n: entries.length + 1, id: `${seat}:${entries.length + 1}`, seat, command, events });
  }
  return { game, header, entries };
}

export interface Part {
  /** The state before `from`; left out: the match's first. */
  readonly state?: State;
  readonly from?: number;
  readonly to?: number;
  /** Whether the events must be those of the record. */
  readonly compare?: boolean;
}

/** Decides the commands again and folds in what follows. */
export function playRecorded({ game, header, entries }: RecordedMatch, part: Part = {}): State {
  let state = part.state ?? begin(game, header);
  for (const entry of entries.slice(part.from, part.to)) {
    const { events = [] } = game.decide(state, entry.seat, entry.command);
    if (part.compare && !isDeepStrictEqual(events, entry.events)) throw new Error(`entry ${entry.n} differs`);
    state = fold(game, state, events);
  }
  return state;
}
