/** What a thread of the simulation does: plays some matches and says what came out of them. */
import { createHash } from "node:crypto";
import { randomFrom, thoughts } from "@flower-war/rules/bots";
import { type BotKind, gameNamed } from "./games/index.ts";
import { emptyTally, Scribe, type Tally } from "./tally.ts";

/** Matches to be played. */
export interface Batch {
  readonly game: string;
  readonly seats: number;
  readonly options: object;
  /** The kind of each seat's bot in the first match; in each next one everybody sits one seat on. */
  readonly bots: readonly BotKind[];
  /** Thoughts that a skilled bot has for a move. */
  readonly thoughts: number;
  /** All chance is made of it. */
  readonly seed: string;
  /** The number of the first match, from 0. */
  readonly from: number;
  readonly matches: number;
}

export default function play(batch: Batch): Tally {
  const tally = emptyTally();
  for (let n = batch.from; n < batch.from + batch.matches; n += 1) playOne(batch, n, tally);
  return tally;
}

/** Where the bots differ, matches follow in rounds of the same chance, one for each seat that everybody can sit in. */
function playOne(batch: Batch, n: number, tally: Tally): void {
  const simulated = gameNamed(batch.game);
  const { game } = simulated;
  const seats = game.seatsFor(batch.seats);
  const round = new Set(batch.bots).size > 1 ? Math.floor(n / seats.length) : n;
  const kinds = new Map(
    seats.map((seat, index) => [seat, batch.bots[(index + n) % batch.bots.length] ?? "easy"]),
  );
  const random = randomFrom(seedOf(batch.seed, "players", n));
  const scribe = new Scribe(tally);
  const watcher = simulated.watch(scribe);
  let state = game.setup(batch.options, batch.seats, seedOf(batch.seed, "match", round));
  for (let [asked] = game.awaiting(state); asked !== undefined; [asked] = game.awaiting(state)) {
    const { seat } = asked;
    const kind = kinds.get(seat) ?? "easy";
    const command = simulated.move(kind, game.view(state, seat), random, thoughts(batch.thoughts));
    const before = performance.now();
    const { events, refused } = game.decide(state, seat, command);
    if (events === undefined) throw new Error(`${seat}'s ${command.type} is refused: ${refused}`);
    for (const event of events) {
      state = game.evolve(state, event);
      watcher.event(event, state);
    }
    tally.rulesTime += performance.now() - before;
    tally.commands += 1;
    tally.events += events.length;
  }
  const outcome = game.outcome(state);
  if (outcome === null) throw new Error("nobody is awaited in a match that is on");
  scribe.end(watcher.end(state, outcome), kinds);
}

function seedOf(seed: string, what: string, n: number): string {
  return createHash("sha256").update(`${seed}|${what}|${n}`).digest("hex");
}
