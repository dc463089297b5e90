/** A thread of the simulation: plays a batch of matches and returns their tally. */
import type { Awaiting, Game, GameTypes } from "@flower-war/rules";
import { limitThoughts, randomFrom } from "@flower-war/rules/bots";
import { type BotKind, findGame } from "./games/index.ts";
import { type Pace, STRONG } from "./options.ts";
import { deriveSeed } from "./seeds.ts";
import { Stopwatch } from "./stopwatch.ts";
import { emptyTally, MatchRecorder, type Tally } from "./tally.ts";

/** Matches for one thread to play. */
export interface Batch {
  readonly game: string;
  readonly seats: number;
  readonly options: object;
  /** The kind of bot in each seat of the first match; in each further match the bots move on by one seat. */
  readonly bots: readonly BotKind[];
  /** As in `Setup`. */
  readonly thoughts: number;
  /** Seconds for each kind of decision that differ from the assumed pace; missing: none. */
  readonly pace?: Pace;
  /** All chance follows from it. */
  readonly seed: string;
  /** The number of the first match, from 0. */
  readonly from: number;
  readonly matches: number;
}

/** Plays the batch. */
export default function play(batch: Batch): Tally {
  const tally = emptyTally();
  for (let n = batch.from; n < batch.from + batch.matches; n += 1) playMatch(batch, n, tally);
  return tally;
}

/** Plays match `n`. If the bots differ, each bot plays every seat once with the same dice and cards before these change. */
function playMatch(batch: Batch, n: number, tally: Tally): void {
  const simulated = findGame(batch.game);
  const { game } = simulated;
  const seats = game.seatsFor(batch.seats);
  const round = new Set(batch.bots).size > 1 ? Math.floor(n / seats.length) : n;
  const kinds = new Map(
    seats.map((seat, index) => [seat, batch.bots[(index + n) % batch.bots.length] ?? "easy"]),
  );
  const random = randomFrom(deriveSeed(batch.seed, "players", n));
  const recorder = new MatchRecorder(tally);
  const observer = simulated.observe(recorder);
  let state = game.setup(batch.options, batch.seats, deriveSeed(batch.seed, "match", round));
  const stopwatch = new Stopwatch({ ...simulated.pace, ...batch.pace });
  for (let awaiting = game.awaiting(state); awaiting[0] !== undefined; awaiting = game.awaiting(state)) {
    const [{ seat }] = awaiting as [Awaiting<GameTypes>];
    stopwatch.decide(awaiting);
    const kind = kinds.get(seat) ?? "easy";
    recorder.count("choices", hasChoice(game, state, seat) ? "several" : "none");
    const thoughts = batch.thoughts * (kind === "strong" ? STRONG : 1);
    const command = simulated.move(kind, game.view(state, seat), random, limitThoughts(thoughts));
    const before = performance.now();
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined)
      throw new Error(`${seat}'s ${command.type} is refused: ${decided.refused}`);
    tally.rulesTime += performance.now() - before;
    for (const event of decided.events) {
      state = game.evolve(state, event);
      observer.onEvent(event, state);
    }
    state = decided.state;
    tally.commands += 1;
    tally.events += decided.events.length;
  }
  const outcome = game.outcome(state);
  if (outcome === null) throw new Error("no seat is awaited, but the match is not over");
  recorder.addNumber("minutes", stopwatch.seconds / 60);
  recorder.end(observer.onEnd(state, outcome), kinds);
}

/** Whether a seat can do more than one thing, besides leaving. */
function hasChoice(game: Game<GameTypes>, state: object, seat: string): boolean {
  return game.legal(game.view(state, seat), seat).filter(({ type }) => type !== "concede").length > 1;
}
