import type { Bot } from "../../bots/bot.ts";
import { SIDES } from "../battle.ts";
import { otherSeat } from "../board.ts";
import { decide } from "../decide.ts";
import { evolve } from "../evolve.ts";
import { legal } from "../legal.ts";
import type { Tieqchieq } from "../types.ts";
import type { Coin, Command, Seat, Table } from "../vocabulary.ts";
import { withCoins } from "./loaded-coins.ts";
import { worthOf } from "./worth.ts";

/** Turns that it looks ahead after its own command; the next one is the other seat's, or its own extra turn. */
const TURNS_AHEAD = 1;

/** Coins as they may fall, in any order, and how often they do, 0 to 1. */
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
/** How often an attacker wins. */
const ATTACK = 3 / 4;

/**
 * Tries each of its commands, all coins counted by how often they fall, looks at every toss and every answer of the turn
 * after it, and takes the command that is worth most on the average.
 */
export const skilled: Bot<Tieqchieq> = (view) => {
  const { seat, table } = view;
  if (seat === null || table.turn !== seat) throw new Error("a bot plays only when it is asked");
  const [first, ...others] = legal(view, seat);
  if (first === undefined) throw new Error("an awaited seat has a legal answer");
  if (others.length === 0) return first;
  const tried = [first, ...others].map((command) => ({
    command,
    worth: worthOfCommand(table, seat, command, TURNS_AHEAD),
  }));
  return tried.reduce((best, one) => (one.worth > best.worth ? one : best)).command;
};

/** What a table is worth to the seat that decides in it, or did last, if everybody plays as well as they can see. */
function worthAhead(table: Table, turns: number): number {
  const seat = table.turn;
  const begins = table.phase === "toss";
  if (table.phase === "over" || (begins && turns === 0)) return worthOf(table, seat);
  const left = begins ? turns - 1 : turns;
  const commands = legal({ table, seat }, seat);
  return Math.max(...commands.map((command) => worthOfCommand(table, seat, command, left)));
}

/** What a command is worth to its seat on the average of all coins. */
function worthOfCommand(table: Table, seat: Seat, command: Command, turns: number): number {
  const worthWith = (coins: readonly Coin[]) =>
    worthAfter(played(table, seat, command, coins).table, seat, turns);
  if (command.type === "toss") {
    return TOSSES.reduce((sum, { coins, share }) => sum + share * worthWith(coins), 0);
  }
  const won = played(table, seat, command, [SIDES[seat], SIDES[seat]]);
  const worth = worthAfter(won.table, seat, turns);
  if (!won.battled) return worth;
  const other = SIDES[otherSeat(seat)];
  return ATTACK * worth + (1 - ATTACK) * worthWith([other, other]);
}

function worthAfter(table: Table, seat: Seat, turns: number): number {
  const worth = worthAhead(table, turns);
  return table.turn === seat ? worth : -worth;
}

/** What a command leads to when these coins fall. */
function played(table: Table, seat: Seat, command: Command, coins: readonly Coin[]) {
  const world = withCoins(table, coins);
  const { events, refused } = decide(world, seat, command);
  if (events === undefined) throw new Error(`${seat}'s ${command.type} is refused: ${refused}`);
  const after = events.reduce(evolve, world);
  return { table: after.table, battled: events.some(({ type }) => type === "battled") };
}
