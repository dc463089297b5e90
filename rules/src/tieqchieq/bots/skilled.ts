import { bestOf, decideLegal, limitThoughts, rankByTries, type Ranking } from "../../bots/bot.ts";
import { ChanceReader } from "../../chance.ts";
import { SIDES } from "../battle.ts";
import { DOT, HOME, otherSeat, stepOf } from "../board.ts";
import { decide } from "../decide.ts";
import { answersOf } from "../legal.ts";
import type { State, Tieqchieq } from "../state.ts";
import type { Coin, Command, Seat, Table } from "../vocabulary.ts";

/** Turns that it looks ahead after its own command. The next one is the other seat's, or its own extra turn. */
export const TURNS_AHEAD = 1;

/** How coins may fall, in any order, and how likely that is, 0 to 1. */
interface Fall {
  readonly coins: readonly Coin[];
  readonly share: number;
}

const TOSSES: readonly Fall[] = [
  { coins: [0, 0, 0, 0], share: 1 / 16 },
  { coins: [1, 0, 0, 0], share: 4 / 16 },
  { coins: [1, 1, 0, 0], share: 6 / 16 },
  { coins: [1, 1, 1, 0], share: 4 / 16 },
  { coins: [1, 1, 1, 1], share: 1 / 16 },
];
/** The probability that an attacker wins. */
const ATTACK = 3 / 4;

/**
 * Tries each of its commands with all coins weighted by their probability, looks at every toss and every answer of the
 * turn after it, and ranks its commands by their expected worth. It never concedes.
 */
const rank: Ranking<Tieqchieq> = ({ seat, table }) => {
  if (seat === null || table.turn !== seat) throw new Error("a bot can play only while its seat is awaited");
  const judge = (command: Command) => worthOfCommand(table, seat, command, TURNS_AHEAD);
  return rankByTries(answersOf(table, seat), NO_CHANCE, limitThoughts(1), () => judge);
};

/** Plays what it ranks first. */
export const skilled = bestOf(rank);

/** Returns what a table is worth to the seat that decides in it, or did last, if both play as well as they can see. */
function worthAhead(table: Table, turns: number): number {
  const seat = table.turn;
  const begins = table.phase === "toss";
  if (table.phase === "over" || (begins && turns === 0)) return worthOf(table, seat);
  const left = begins ? turns - 1 : turns;
  const commands = answersOf(table, seat);
  return Math.max(...commands.map((command) => worthOfCommand(table, seat, command, left)));
}

/**
 * Returns the expected worth of a command to its seat, over all coins.
 * @param turns how many turns after the command are looked at
 */
export function worthOfCommand(table: Table, seat: Seat, command: Command, turns: number): number {
  const worthWith = (coins: readonly Coin[]) =>
    worthAfter(playCommand(table, seat, command, coins).table, seat, turns);
  if (command.type === "toss") {
    return TOSSES.reduce((sum, { coins, share }) => sum + share * worthWith(coins), 0);
  }
  const won = playCommand(table, seat, command, [SIDES[seat], SIDES[seat]]);
  const worth = worthAfter(won.table, seat, turns);
  if (!won.battled) return worth;
  const other = SIDES[otherSeat(seat)];
  return ATTACK * worth + (1 - ATTACK) * worthWith([other, other]);
}

function worthAfter(table: Table, seat: Seat, turns: number): number {
  const worth = worthAhead(table, turns);
  return table.turn === seat ? worth : -worth;
}

/** Returns what a command leads to if these coins fall. */
function playCommand(table: Table, seat: Seat, command: Command, coins: readonly Coin[]) {
  const decided = decideLegal<Tieqchieq>(decide, withCoins(table, coins), seat, command);
  return { table: decided.state.table, battled: decided.events.some(({ type }) => type === "battled") };
}

/**
 * What a token is worth by its step, from the dot to X. Fitted to who won by where tokens stood, in matches between
 * skilled bots: up to the other colour's territory a token is worth no more than one in reserve, since others like it
 * wait there for the same high rolls, and it can be battled.
 */
const BY_STEP = [0, 0, 0, 0, 0, -2, -1, -1, 4, 4, 12, 18, 16, 17, 18, 19] as const;
/** What it is worth to have the next toss. */
const TURN = 1;
/** More than all tokens together. */
const WON = 1000;

/** Returns how well a seat does in a table before a toss or after the end: above 0 it is ahead. */
export function worthOf(table: Table, seat: Seat): number {
  const { outcome, turn } = table;
  if (outcome !== null) return outcome.winner === seat ? WON : -WON;
  const ahead = worthOfTokens(table, seat) - worthOfTokens(table, otherSeat(seat));
  return turn === seat ? ahead + TURN : ahead - TURN;
}

function worthOfTokens({ tokens }: Table, seat: Seat): number {
  const { reserve, at, home } = tokens[seat];
  const offBoard = reserve * BY_STEP[DOT] + home * BY_STEP[HOME];
  return at.reduce((sum, square) => sum + (BY_STEP[stepOf(seat, square)] ?? 0), offBoard);
}

/** It weighs all coins, and needs no chance. */
const NO_CHANCE = () => 0;

/** Any stream will do. */
const SEED = "00".repeat(32);

/** The first coins of the stream; every row of up to four coins is among them. */
const COINS = firstCoins(256);

function firstCoins(count: number): string {
  const reader = new ChanceReader(SEED);
  return Array.from({ length: count }, () => reader.below(2)).join("");
}

/** Returns a state that shows this table and in which these coins, at most four, fall next. */
export function withCoins(table: Table, coins: readonly Coin[]): State {
  const chance = COINS.indexOf(coins.join(""));
  if (chance < 0) throw new RangeError(`the coins ${coins.join("")} are not in the stream`);
  return { table, hidden: { seed: SEED, chance } };
}
