import { bytesToHex } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { quickRandom, type RandomBelow } from "../bots/bot.ts";
import { STREAM } from "../chance.ts";
import type { Game, GameTypes } from "../game.ts";
import type { OptionRange } from "../options.ts";
import { atCommand } from "./failure.ts";
import { type RecordEntry, type RecordHeader, RULES_VERSION } from "../record.ts";

/** A match to play: its game, size and options, and the seeds of its chance and of its players. */
export interface Setting<T extends GameTypes> {
  readonly game: Game<T>;
  readonly seats: number;
  readonly options: T["options"];
  readonly seed: string;
  readonly players: string;
}

/** A smaller seed makes no simpler match. */
const seeds = fc.noShrink(fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytesToHex(bytes)));

/** Generates matches of a game with these options, of every size. */
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

/** Generates any options that a game's `options` allow. */
export function anyOptionsOf<T extends GameTypes>({ options }: Game<T>): fc.Arbitrary<T["options"]> {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return fc.record(
    Object.fromEntries(ranges.map(([name, { values }]) => [name, fc.constantFrom(...values)])),
  );
}

/** Returns the header of the record of such a match. */
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

/** Returns a command for an awaited seat, or one that another seat gives unasked. */
export type Player<T extends GameTypes> = (
  state: T["state"],
  seat: T["seat"],
  random: RandomBelow,
) => readonly [T["seat"], T["command"]];

/** A command that was played, with the states before and after it and its events. */
export interface Step<T extends GameTypes> {
  readonly before: T["state"];
  readonly seat: T["seat"];
  readonly command: T["command"];
  readonly events: readonly T["event"][];
  readonly after: T["state"];
}

/** Callbacks during a match. */
export interface Watch<T extends GameTypes> {
  /** Before a command is played. */
  before?(state: T["state"], random: RandomBelow): void;
  /** After each event, with the state before it. */
  onEvent?(state: T["state"], event: T["event"], before: T["state"]): void;
  /** After each command. */
  after?(state: T["state"], step: Step<T>): void;
}

/** Commands of random players after which a match counts as one that never ends. */
const MOST_COMMANDS = 50_000;

/**
 * Plays a match to its end. If several seats are awaited, a random one of them is next.
 * @throws Error if a command of the player is refused, or the match does not end
 */
export function playMatch<T extends GameTypes>(setting: Setting<T>, player: Player<T>, watch: Watch<T> = {}) {
  const { game } = setting;
  const random = quickRandom(() => Number.parseInt(setting.players.slice(0, 8), 16));
  const entries: RecordEntry<T>[] = [];
  let state = game.setup(setting.options, setting.seats, setting.seed);
  for (let next = awaitedIn(game, state, random); next !== null; next = awaitedIn(game, state, random)) {
    if (entries.length === MOST_COMMANDS) {
      throw new Error(
        `the match has not ended after ${MOST_COMMANDS} commands: does the state take over the reader's position?`,
      );
    }
    const n = entries.length + 1;
    let played: Pick<RecordEntry<T>, "seat" | "command"> | null = null;
    try {
      watch.before?.(state, random);
      const [seat, command] = player(state, next, random);
      played = { seat, command };
      const { events, after } = decideAs(game, state, played);
      const before = state;
      if (watch.onEvent !== undefined) {
        for (const event of events) {
          const last = state;
          state = game.evolve(last, event);
          watch.onEvent(state, event, last);
        }
      }
      state = after;
      entries.push({ n, id: `command-${n}`, seat, command, events });
      watch.after?.(state, { before, seat, command, events, after });
    } catch (error) {
      throw atCommand(n, played, error);
    }
  }
  return { state, entries };
}

/** @throws Error if the command is refused, which says whether `legal` lists it */
function decideAs<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  { seat, command }: Pick<RecordEntry<T>, "seat" | "command">,
): { readonly events: readonly T["event"][]; readonly after: T["state"] } {
  const { events, state: after, refused } = game.decide(state, seat, command);
  if (events !== undefined) return { events, after };
  const isListed = legalOf(game, state, seat).some(
    (each) => JSON.stringify(each) === JSON.stringify(command),
  );
  throw new Error(`decide refuses it${isListed ? ", though legal lists it" : ""}: ${refused}`);
}

/** The commands that were asked for last. */
let known: { readonly state: object; readonly seat: unknown; readonly commands: readonly unknown[] } | null =
  null;

/** Returns what a seat may command. It is computed once for a state, if nothing is asked about another one in between. */
export function legalOf<T extends GameTypes>(
  game: Game<T>,
  state: T["state"],
  seat: T["seat"],
): readonly T["command"][] {
  if (known?.state !== state || known.seat !== seat)
    known = { state, seat, commands: game.legal(game.view(state, seat), seat) };
  return known.commands as readonly T["command"][];
}

/** Returns every command of a match. */
export function stepsOf<T extends GameTypes>(setting: Setting<T>, player: Player<T>): readonly Step<T>[] {
  const steps: Step<T>[] = [];
  playMatch(setting, player, { after: (_, step) => void steps.push(step) });
  return steps;
}

/** Checks something about each of these commands. @throws Error that names the command at which `check` throws */
export function checkSteps<T extends GameTypes>(
  steps: readonly Step<T>[],
  check: (step: Step<T>) => void,
): void {
  for (const [index, step] of steps.entries()) {
    try {
      check(step);
    } catch (error) {
      throw atCommand(index + 1, step, error);
    }
  }
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
