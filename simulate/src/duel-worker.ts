/** A thread of a duel: plays a batch of pairs of matches. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
  type Awaiting,
  type Game,
  type GameTypes,
  type games,
  placesOf,
  readOptions,
} from "@flower-war/rules";
import { type Bot, limitThoughts, type RandomBelow, randomFrom } from "@flower-war/rules/bots";
import { skilledBy } from "../../rules/src/flower-war/bots/skilled.ts";
import { type BotKind, findGame } from "./games/index.ts";
import { drawLevels, type Levels, weightsAt } from "./levels.ts";
import { type Setup, STRONG } from "./options.ts";
import { deriveSeed } from "./seeds.ts";

/** The sides of a duel: the bots of the working tree, and those that they play against. */
export const SIDES = ["own", "other"] as const;
export type Side = (typeof SIDES)[number];

/** What the bots of a side have done. */
export interface Work {
  /** ms of processor time. */
  ms: number;
  commands: number;
  thoughts: number;
}

/** How two matches went in which both sides had the same deal, and the chance of their seats, and swapped seats between them. */
export interface Pair {
  /** The own side's share of the first places, from 0 to 1. */
  readonly first: number;
  /** Matches that a seat has won, and the own side's share of these wins. */
  readonly decided: number;
  readonly won: number;
  readonly work: Readonly<Record<Side, Work>>;
}

/** What makes the sides different. */
export interface Sides {
  /** The folder `rules/src` of the other side's bots; `null`: that of the working tree. */
  readonly rules: string | null;
  /** The levels from which each side draws weights of the skilled bot of Flower War for each pair; `null`: both have the usual ones. */
  readonly levels: Levels | null;
}

/** Pairs for one thread to play. */
export interface DuelBatch extends Setup, Sides {
  readonly kind: BotKind;
  /** The number of the first pair, from 0. */
  readonly from: number;
  readonly pairs: number;
}

/** What a thread has played, or a sentence that says why the other side's bots cannot play. */
export type DuelDone =
  | { readonly pairs: readonly Pair[] }
  | { readonly pairs?: never; readonly failure: string };

type Bots = Readonly<Record<Side, Bot<GameTypes>>>;

/** The other side's bots cannot play. Its message is a sentence. */
class Unfit extends Error {}

/** Plays the batch. */
export default async function play(batch: DuelBatch): Promise<DuelDone> {
  try {
    const bots = await loadBots(batch);
    const numbers = Array.from({ length: batch.pairs }, (_, index) => batch.from + index);
    return { pairs: numbers.map((n) => playPair(batch, bots(n), n)) };
  } catch (error) {
    // The class of an error does not leave a thread.
    if (error instanceof Unfit) return { failure: error.message };
    throw error;
  }
}

/** Returns the bots of both sides in a pair by its number. */
async function loadBots({
  game,
  kind,
  options,
  rules,
  levels,
  seed,
}: DuelBatch): Promise<(n: number) => Bots> {
  const own: Bot<GameTypes> = (...asked) => findGame(game).move(kind, ...asked);
  if (levels !== null)
    return (n) => {
      const high = drawLevels(levels, seed, n);
      const low = high.map((each) => !each);
      const [one, two] = [high, low].map((drawn) => skilledBy(weightsAt(levels, drawn)) as Bot<GameTypes>);
      return { own: one ?? own, other: two ?? own };
    };
  if (rules === null) return () => ({ own, other: own });
  const other = await loadOther(rules, game, kind, options);
  return () => ({ own, other });
}

/** Loads a bot of other rules. @throws Unfit if they have none, or do not know the options */
async function loadOther(
  rules: string,
  game: string,
  kind: BotKind,
  options: object,
): Promise<Bot<GameTypes>> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(rules, file)).href).catch((error: unknown) => {
      throw new Unfit(`Its ${file} cannot be loaded: ${(error as Error).message}.`);
    });
  const { bots } = (await load("bots/index.ts")) as {
    bots?: Record<string, Record<string, Bot<GameTypes>>>;
  };
  const bot = bots?.[game]?.[kind];
  if (bot === undefined) throw new Unfit(`It has no ${kind} bot of ${game}.`);
  const read = (await load("index.ts")) as { games?: typeof games; readOptions?: typeof readOptions };
  if (read.games === undefined || read.readOptions === undefined)
    throw new Unfit("Its rules/src/index.ts is too old: it exports no games, or no readOptions.");
  const [theirs, usual] = [new Map<string, Game<GameTypes>>(Object.entries(read.games)), findGame(game).game];
  const before = new Map(Object.entries(readOptions(usual).options ?? {}));
  const chosen = Object.entries(options).filter(
    ([name, value]) => !isDeepStrictEqual(before.get(name), value),
  );
  const refused = read.readOptions(theirs.get(game) ?? usual, Object.fromEntries(chosen)).option;
  if (refused !== undefined)
    throw new Unfit(`Its ${game} does not know the option ${refused} as it is here.`);
  return bot;
}

function playPair(batch: DuelBatch, bots: Bots, n: number): Pair {
  const work = { own: { ms: 0, commands: 0, thoughts: 0 }, other: { ms: 0, commands: 0, thoughts: 0 } };
  const [one, two] = [0, 1].map((swap) => playMatch(batch, bots, n, swap, work));
  const sum = (key: keyof Ended) => (one?.[key] ?? 0) + (two?.[key] ?? 0);
  return { first: sum("first") / 2, decided: sum("decided"), won: sum("won"), work };
}

/** How one match ended, as in `Pair`. */
type Ended = Pick<Pair, "first" | "decided" | "won">;

/** A bot in its seat. */
interface Player {
  readonly side: Side;
  readonly bot: Bot<GameTypes>;
  readonly random: RandomBelow;
  readonly work: Work;
}

/** Plays a match of a pair. Chance belongs to the seats, so that both matches have the same if both sides decide alike. */
function playMatch(batch: DuelBatch, bots: Bots, n: number, swap: number, work: Pair["work"]): Ended {
  const { game } = findGame(batch.game);
  const seats = game.seatsFor(batch.seats);
  const players = new Map(
    seats.map((seat, index): [string, Player] => {
      const side = SIDES[(index + swap) % 2] ?? "own";
      const random = randomFrom(deriveSeed(batch.seed, `chance of ${seat}`, n));
      return [seat, { side, bot: bots[side], random, work: work[side] }];
    }),
  );
  let state = game.setup(batch.options, batch.seats, deriveSeed(batch.seed, "match", n));
  for (let awaiting = game.awaiting(state); awaiting[0] !== undefined; awaiting = game.awaiting(state)) {
    const [{ seat }] = awaiting as [Awaiting<GameTypes>];
    const player = players.get(seat) as Player;
    const command = ask(player, batch, game.view(state, seat));
    const decided = game.decide(state, seat, command);
    if (decided.events === undefined)
      throw fault(player, `a ${batch.kind} bot's ${command.type} is refused: ${decided.refused}`);
    state = decided.state;
  }
  const placings = [...(placesOf(game.outcome(state) ?? {}, seats) ?? [])];
  const shareOf = (placed: typeof placings) =>
    placed.filter(([seat]) => players.get(seat)?.side === "own").length / placed.length;
  const winners = placings.filter(([, { won }]) => won);
  const decided = Number(winners.length > 0);
  const first = shareOf(placings.filter(([, { place }]) => place === 1));
  return { first, decided, won: decided === 0 ? 0 : shareOf(winners) };
}

/** Asks a bot for its command, and adds what it did to its side's work. */
function ask(player: Player, { kind, thoughts }: DuelBatch, view: object): GameTypes["command"] {
  const { bot, random, work } = player;
  const limit = limitThoughts(thoughts * (kind === "strong" ? STRONG : 1));
  const mayThink = () => {
    work.thoughts += 1;
    return limit();
  };
  const before = process.threadCpuUsage();
  try {
    return bot(view, random, mayThink);
  } catch (error) {
    throw fault(player, `a ${kind} bot cannot play: ${(error as Error).message}`, error);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    work.ms += (user + system) / 1000;
    work.commands += 1;
  }
}

function fault({ side }: Player, message: string, cause?: unknown): Error {
  return side === "other" ? new Unfit(`By the rules here ${message}.`) : new Error(message, { cause });
}
