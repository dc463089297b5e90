import { mkdir, rm, writeFile } from "node:fs/promises";
import { type Game, type GameTypes, readOptions } from "@flower-war/rules";
import { type Bot, limitThoughts, randomFrom } from "@flower-war/rules/bots";

/** States after which a match is given up; the next one is tried. */
const MOST_STATES = 4000;

interface Played<T extends GameTypes> {
  readonly game: Game<T>;
  readonly options?: object;
  readonly seats: number;
  /** The match's number, from which its seed and all that its bots do follow. */
  readonly number: number;
  readonly bot: Bot<T>;
}

/** Plays a match between bots by the rules, and gives each of its states. */
export function* statesOf<T extends GameTypes>({
  game,
  options = {},
  seats,
  number,
  bot,
}: Played<T>): Generator<T["state"]> {
  const { options: read } = readOptions(game, options);
  if (read === undefined) throw new Error(`wrong options for ${game.name}`);
  const seed = number.toString(16).padStart(64, "0");
  const random = randomFrom(seed);
  let state: T["state"] = game.setup(read, seats, seed);
  for (let count = 1; count <= MOST_STATES; count += 1) {
    yield state;
    const [awaited] = game.awaiting(state);
    if (awaited === undefined) return;
    const command = bot(game.view(state, awaited.seat), random, limitThoughts(1));
    const decided = game.decide(state, awaited.seat, command);
    if (decided.events === undefined) throw new Error(`a bot's command was refused: ${decided.refused}`);
    state = decided.state;
  }
}

/**
 * Writes the tables of a game that the gallery shows, web/src/gallery/fixtures/<game>/*.json: moments of matches that seeded bots
 * play by the rules. The same rules give the same files.
 * @param most how many matches are looked through for a moment
 * @param find returns the moment in the match of a number; `null`: it has none
 */
export async function writeMoments<Wanted extends { readonly name: string }>(
  game: string,
  wanted: readonly Wanted[],
  most: number,
  find: (wanted: Wanted, number: number) => object | null,
): Promise<void> {
  const folder = new URL(`../src/gallery/fixtures/${game}/`, import.meta.url);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const each of wanted) {
    let moment: object | null = null;
    for (let number = 1; moment === null && number <= most; number += 1) moment = find(each, number);
    if (moment === null) throw new Error(`no match of ${most} has the moment ${each.name}`);
    await writeFile(new URL(`${each.name}.json`, folder), `${JSON.stringify(moment)}\n`);
  }
}
