import type { GameTypes } from "../game.ts";
import { redactEvent } from "../take-back.ts";
import { decideWith, quickRandom, type RandomBelow, type Ranking } from "./bot.ts";
import { type Estimate, playOn, type PlayedOn, Tries } from "./chances.ts";

/** Commands that are advised, at most. */
const COMMANDS = 2;
/** The part of the time that goes to ranking the commands; the rest goes to their chances. */
const FOR_RANKING = 0.3;
/** Times that the match is played on after each command, at most. */
const MOST_TRIES = 400;
/** The least share of an event that advice lists, and the most events of a command. */
const TOLD = { share: 0.1, events: 3 };

/** A game with what advice is made from. */
export interface Advising<T extends GameTypes> extends PlayedOn<T> {
  readonly rank: Ranking<T>;
  /** Groups commands that `rank` judges alike, in order; absent: each is one of its own. */
  readonly groupAlike?: (
    commands: readonly T["command"][],
    view: T["view"],
  ) => readonly (readonly T["command"][])[];
  /** Returns a whole state that shows the view's seat exactly what it sees, and deals all else at random. */
  readonly determinise: (view: T["view"], random: RandomBelow) => T["state"];
}

/** What would follow from a command at once. */
interface Following {
  /** As the seat would see it. */
  readonly event: GameTypes["event"];
  /** The part of the tries in which it followed, 0 to 1. */
  readonly share: number;
}

/** A seat that asks for advice. */
export interface Advised<Seat extends string = string> {
  readonly seat: Seat;
  /** All of the match, in turn order. */
  readonly seats: readonly Seat[];
}

/** A command that a strong bot would give, and the seat's chance to come first after it. */
export interface Advice extends Estimate {
  readonly command: GameTypes["command"];
  /** The likeliest first. */
  readonly follows: readonly Following[];
}

/**
 * Returns what a strong bot would do in a seat that is awaited: one or two commands that it does not judge alike, the better one first by its judgement. It knows what the
 * seat sees, and nothing else. Each chance is estimated by playing on between easy bots, after both commands from the same plausible worlds.
 * @param spent returns which part of the time is over, 0 to 1; from 1 on it ends, after each command was tried at least once
 * @throws Error if the seat is not awaited
 */
export function adviseSeat<T extends GameTypes>(
  rules: Advising<T>,
  view: T["view"],
  { seat, seats }: Advised<T["seat"]>,
  random: RandomBelow,
  spent: () => number,
): readonly Advice[] {
  const ranked = rules.rank(view, random, () => spent() < FOR_RANKING);
  const different = rules.groupAlike?.(ranked, view).flatMap((group) => group.slice(0, 1)) ?? ranked;
  const advised = different.slice(0, COMMANDS).map((command) => ({
    command,
    tries: new Tries(seats.length),
    following: new Map() as Counted,
  }));
  const chance = quickRandom(random);
  let count = 0;
  do {
    count += 1;
    const world = rules.determinise(view, chance);
    const luck = chance(2 ** 32);
    for (const { command, tries, following } of advised) {
      const { state, events } = decideWith(rules.game, world, seat, command);
      note(
        following,
        events.flatMap((event) => redactEvent(rules.game, event, seat) ?? []),
      );
      tries.add(
        playOn(
          rules,
          state,
          null,
          seats,
          quickRandom(() => luck),
        ),
      );
    }
  } while (spent() < 1 && count < MOST_TRIES);
  return advised.map(({ command, tries, following }) => ({
    command,
    ...tries.of(seat),
    follows: likeliest(following, count),
  }));
}

type Counted = Map<string, { readonly event: GameTypes["event"]; count: number }>;

/** Counts what came in a try, each once. */
function note(counted: Counted, events: readonly GameTypes["event"][]): void {
  for (const [key, event] of new Map(events.map((each) => [JSON.stringify(each), each]))) {
    const known = counted.get(key) ?? { event, count: 0 };
    known.count += 1;
    counted.set(key, known);
  }
}

function likeliest(counted: Counted, tries: number): readonly Following[] {
  return [...counted.values()]
    .map(({ event, count }) => ({ event, share: count / tries }))
    .filter(({ share }) => share >= TOLD.share)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, TOLD.events);
}
