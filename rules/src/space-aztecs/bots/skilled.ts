import {
  bestOf,
  decideLegal,
  quickRandom,
  type RandomBelow,
  rankByTries,
  type Ranking,
} from "../../bots/bot.ts";
import { awaitedOf } from "../awaiting.ts";
import { decide } from "../decide.ts";
import { fallback } from "../fallback.ts";
import { answersOf } from "../legal.ts";
import { scoresOf } from "../scoring.ts";
import { isInPlay } from "../seats.ts";
import type { SpaceAztecs, State } from "../state.ts";
import { pileOf } from "../view.ts";
import type { Command, Seat, Table } from "../vocabulary.ts";
import { appealOf } from "./easy.ts";
import { determinise } from "./determinise.ts";

/** How far from the best a card may be that a seat chooses while looking ahead, in points. */
const WHIM = 4;

/**
 * Tries each of its commands in plausible worlds, the same ones for all commands, lets all seats play what looks good
 * to the end of the round, and ranks the commands by how it stood after them on average; later rounds would only add
 * noise. Each further thought tries all commands in one more world. It never concedes.
 */
export const rank: Ranking<SpaceAztecs> = (view, random, mayThink) => {
  const { seat } = view;
  const commands = seat === null ? [] : answersOf(view, seat);
  if (seat === null || commands.length === 0)
    throw new Error("a bot can play only while its seat is awaited");
  return rankByTries(commands, random, mayThink, (chance) => {
    const world = determinise(view, chance);
    const luck = chance(2 ** 32);
    return (command) => {
      const end = playOn(
        playCommand(world, seat, command),
        view.table.round,
        quickRandom(() => luck),
      );
      return leadOf(end.table, seat);
    };
  });
};

/** Plays what it ranks first. */
export const skilled = bestOf(rank);

/** Returns how many points a seat is ahead of the best other one in play. */
function leadOf(table: Table, seat: Seat): number {
  const scores = scoresOf(table);
  const rivals = scores.filter((each) => each.seat !== seat && isInPlay(table, each.seat));
  const own = scores.find((each) => each.seat === seat)?.score.total ?? 0;
  return own - Math.max(...rivals.map(({ score }) => score.total));
}

/** Plays on to the end of a round. */
function playOn(state: State, round: number, random: RandomBelow): State {
  let now = state;
  for (let [awaited] = awaitedOf(now.table); awaited !== undefined && now.table.round === round; ) {
    now = playCommand(now, awaited.seat, plainCommand(now, awaited.seat, random));
    [awaited] = awaitedOf(now.table);
  }
  return now;
}

function playCommand(state: State, seat: Seat, command: Command): State {
  return decideLegal<SpaceAztecs>(decide, state, seat, command).state;
}

/** Returns what a seat plays while looking ahead: a card that looks nearly best, else what the referee would play. */
function plainCommand(state: State, seat: Seat, random: RandomBelow): Command {
  if (state.table.phase !== "choose") return fallback(state, seat);
  const rated = pileOf(state, seat).map((card) => ({
    card,
    appeal: appealOf(state.table, seat, card) + random(WHIM),
  }));
  const best = rated.reduce((one, other) => (other.appeal > one.appeal ? other : one));
  return { type: "choose", card: best.card };
}
