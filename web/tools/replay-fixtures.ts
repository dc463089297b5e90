import { mkdir, rm, writeFile } from "node:fs/promises";
import {
  commitmentOf,
  formatRecord,
  type Game,
  type GameTypes,
  type PublicEntry,
  RECORD_FORMATS,
  RULES_VERSION,
  readOptions,
  seedOf,
  STREAM,
} from "@flower-war/rules";
import { type Bot, bots, limitThoughts, randomFrom } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import { spaceAztecs } from "@flower-war/rules/space-aztecs";
import { tieqchieq } from "@flower-war/rules/tieqchieq";

/**
 * Writes the records that the gallery replays, web/src/gallery/fixtures/replays/*.jsonl: whole matches that seeded bots play
 * by the rules. The same rules give the same files. Run it after a change of the rules:
 *
 *     node --conditions=@flower-war/source web/tools/replay-fixtures.ts
 */
const FOLDER = new URL("../src/gallery/fixtures/replays/", import.meta.url);

const SEEDS = 200;
/** Entries of the longest match that is stored; a record has about 350 bytes an entry. */
const LONGEST = 420;
/** Looks ahead that a skilled bot may take for one decision. */
const THOUGHTS = 40;

interface Wanted<T extends GameTypes> {
  readonly name: string;
  readonly game: Game<T>;
  readonly bot: Bot<T>;
  readonly seats: number;
  readonly options: object;
  /** Whether a match that is over is one to show. */
  readonly fits: (state: T["state"], entries: readonly PublicEntry[]) => boolean;
}

const happened = (entries: readonly PublicEntry[], type: string): number =>
  entries.flatMap(({ events }) => events).filter((event) => "type" in event && event.type === type).length;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await write<FlowerWar>({
  name: "flower-war",
  game: flowerWar,
  bot: bots["flower-war"].easy,
  seats: 4,
  options: { rackSize: 6 },
  fits: ({ table }, entries) =>
    table.outcome?.by === "signs" &&
    table.apocalypse.count >= 3 &&
    happened(entries, "disc-earned") >= 4 &&
    happened(entries, "card-taken") >= 1,
});
await write({
  name: "space-aztecs",
  game: spaceAztecs,
  bot: bots["space-aztecs"].easy,
  seats: 4,
  options: {},
  fits: (_state, entries) => happened(entries, "temple-built") >= 3,
});
await write({
  name: "tieqchieq",
  game: tieqchieq,
  bot: bots.tieqchieq.easy,
  seats: 2,
  options: {},
  fits: ({ table }) => table.tokens.red.home + table.tokens.yellow.home >= 9,
});

async function write<T extends GameTypes>(wanted: Wanted<T>): Promise<void> {
  for (let number = 1; number <= SEEDS; number += 1) {
    const record = play(wanted, number);
    if (record === null) continue;
    await writeFile(new URL(`${wanted.name}.jsonl`, FOLDER), record);
    console.log(`${wanted.name}: match ${number}, ${record.length} characters`);
    return;
  }
  throw new Error(`no match of ${SEEDS} fits ${wanted.name}`);
}

/** Plays one match; returns its record, or `null` if it is not the one to show. */
function play<T extends GameTypes>(wanted: Wanted<T>, number: number): string | null {
  const { game, bot, seats: count, fits } = wanted;
  const { options } = readOptions(game, wanted.options);
  if (options === undefined) throw new Error(`wrong options for ${wanted.name}`);
  const seats = game.seatsFor(count);
  const secret = number.toString(16).padStart(64, "0");
  const seed = seedOf(secret, seats);
  const random = randomFrom(seed);
  const entries: PublicEntry[] = [];
  let state = game.setup(options, count, seed);
  while (entries.length < LONGEST) {
    const [awaited] = game.awaiting(state);
    if (awaited === undefined) break;
    const { seat } = awaited;
    const command = bot(game.view(state, seat), random, limitThoughts(THOUGHTS));
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined) throw new Error(`a bot's command was refused: ${decided.refused}`);
    entries.push({ n: entries.length + 1, seat, command, events: decided.events });
    state = decided.state;
  }
  const outcome = game.outcome(state);
  if (outcome === null || !fits(state, entries)) return null;
  const header = {
    format: RECORD_FORMATS[1],
    match: "gallery00000",
    game: game.name,
    rules: RULES_VERSION,
    options,
    seats: seats.map((seat) => ({ seat, kind: "human", nonce: seat, from: "stand-in" }) as const),
    stream: STREAM,
    commitment: commitmentOf(secret),
  } as const;
  return formatRecord(header, entries, { secret, seed, outcome });
}
