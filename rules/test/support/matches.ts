import fc from "fast-check";
import type { RandomBelow } from "../../src/bots/bot.ts";
import { quickRandom } from "../../src/bots/quick-random.ts";
import { STREAM } from "../../src/chance.ts";
import type { Game, GameTypes } from "../../src/game.ts";
import { type RecordEntry, type RecordHeader, RULES_VERSION } from "../../src/record.ts";

/**
 * How many random matches a property plays: `FLOWER_WAR_RUNS`; else those of a quick run, or more where CI has the time.
 */
export function runs(quick: number, inCi = quick): { numRuns: number } {
  const usual = process.env["CI"] === undefined ? quick : inCi;
  return { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? usual) };
}

/** A match to be played: its game, size and options, and the seeds of its chance and of those who play it. */
export interface Setting<T extends GameTypes> {
  readonly game: Game<T>;
  readonly seats: number;
  readonly options: T["options"];
  readonly seed: string;
  readonly players: string;
}

/** A smaller seed makes no simpler match. */
const seeds = fc.noShrink(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
);

/** Matches of a game with these options, of every size. */
export function settingsOf<T extends GameTypes>(
  game: Game<T>,
  options: fc.Arbitrary<T["options"]>,
): fc.Arbitrary<Setting<T>> {
  const { min, max } = game.seats;
  return fc.record({
    game: fc.constant(game),
    seats: fc.integer({ min, max }),
    options,
    seed: seeds,
    players: seeds,
  });
}

export function headerOf<T extends GameTypes>({ game, seats, options, seed }: Setting<T>): RecordHeader<T> {
  return {
    game: game.name,
    rules: RULES_VERSION,
    options,
    seats: game.seatsFor(seats),
    stream: STREAM,
    seed,
  };
}

/** Somebody who answers for an awaited seat, or does something unasked. */
export type Player<T extends GameTypes> = (
  state: T["state"],
  seat: T["seat"],
  random: RandomBelow,
) => readonly [T["seat"], T["command"]];

/** A command that was played: the state in which it was, what followed from it, and the state that this made. */
export interface Step<T extends GameTypes> {
  readonly before: T["state"];
  readonly seat: T["seat"];
  readonly command: T["command"];
  readonly events: readonly T["event"][];
  readonly after: T["state"];
}

/** What is done in the course of a match. */
export interface Watch<T extends GameTypes> {
  /** Before a command is played. */
  before?(state: T["state"], random: RandomBelow): void;
  /** After each event. */
  onEvent?(state: T["state"], event: T["event"]): void;
  /** After each command. */
  after?(state: T["state"], step: Step<T>): void;
}

/** Plays a match to its end; where several seats are awaited, any of them is next. */
export function playMatch<T extends GameTypes>(setting: Setting<T>, player: Player<T>, watch: Watch<T> = {}) {
  const { game } = setting;
  const random = quickRandom(() => Number.parseInt(setting.players.slice(0, 8), 16));
  const entries: RecordEntry<T>[] = [];
  let state = game.setup(setting.options, setting.seats, setting.seed);
  for (let next = awaitedIn(game, state, random); next !== null; next = awaitedIn(game, state, random)) {
    watch.before?.(state, random);
    const [seat, command] = player(state, next, random);
    const { events, refused } = game.decide(state, seat, command);
    if (events === undefined) throw new Error(`${seat}'s ${JSON.stringify(command)} is refused: ${refused}`);
    const before = state;
    for (const event of events) {
      state = game.evolve(state, event);
      watch.onEvent?.(state, event);
    }
    const n = entries.length + 1;
    entries.push({ n, id: `command-${n}`, seat, command, events });
    watch.after?.(state, { before, seat, command, events, after: state });
  }
  return { state, entries };
}

/** Every command of a match. */
export function stepsOf<T extends GameTypes>(setting: Setting<T>, player: Player<T>): readonly Step<T>[] {
  const steps: Step<T>[] = [];
  playMatch(setting, player, { after: (_, step) => void steps.push(step) });
  return steps;
}

function awaitedIn<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  random: RandomBelow,
): T["seat"] | null {
  const awaiting = game.awaiting(state);
  const chosen = awaiting.length > 1 ? awaiting[random(awaiting.length)] : awaiting[0];
  return chosen?.seat ?? null;
}
