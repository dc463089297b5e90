import type { Bot, RandomBelow } from "../../bots/bot.ts";
import { quickRandom } from "../../bots/quick-random.ts";
import { awaitedOf } from "../awaiting.ts";
import { decide } from "../decide.ts";
import { evolve } from "../evolve.ts";
import { fallback } from "../fallback.ts";
import { legal } from "../legal.ts";
import { scoresOf } from "../scoring.ts";
import type { State } from "../state.ts";
import type { SpaceAztecs } from "../types.ts";
import { pileOf } from "../view.ts";
import type { Command, Seat, Table } from "../vocabulary.ts";
import { appealOf } from "./appeal.ts";
import { determinise } from "./determinise.ts";

/** How far from the best a card may be that somebody chooses while looking ahead, in points. */
const WHIM = 4;

/**
 * Tries each of its commands in plausible worlds, the same ones for all of them, lets everybody play what looks good
 * to the end of the round, and takes the command after which it stood best on the average; what may come later only blurs
 * the picture. It tries all of them in one world more for each time that it may think on.
 */
export const skilled: Bot<SpaceAztecs> = (view, random, mayThink) => {
  const { seat } = view;
  const commands = seat === null ? [] : legal(view, seat);
  const [first, ...others] = commands;
  if (seat === null || first === undefined) throw new Error("a bot plays only when it is asked");
  if (others.length === 0) return first;
  const chance = quickRandom(random);
  const trials = commands.map((command) => ({ command, lead: 0 }));
  do {
    const world = determinise(view, chance);
    const luck = chance(2 ** 32);
    for (const trial of trials) {
      const end = playOn(
        played(world, seat, trial.command),
        view.table.round,
        quickRandom(() => luck),
      );
      trial.lead += leadOf(end.table, seat);
    }
  } while (mayThink());
  return trials.reduce((best, trial) => (trial.lead > best.lead ? trial : best)).command;
};

/** How many points a seat is ahead of the best other one. */
function leadOf(table: Table, seat: Seat): number {
  const scores = scoresOf(table);
  const others = scores.filter((each) => each.seat !== seat).map(({ score }) => score.total);
  const own = scores.find((each) => each.seat === seat)?.score.total ?? 0;
  return own - Math.max(...others);
}

/** To the end of a round. */
function playOn(state: State, round: number, random: RandomBelow): State {
  let now = state;
  for (let [asked] = awaitedOf(now.table); asked !== undefined && now.table.round === round; ) {
    now = played(now, asked.seat, plainCommand(now, asked.seat, random));
    [asked] = awaitedOf(now.table);
  }
  return now;
}

function played(state: State, seat: Seat, command: Command): State {
  const { events, refused } = decide(state, seat, command);
  if (events === undefined) throw new Error(`${seat}'s ${command.type} is refused: ${refused}`);
  return events.reduce(evolve, state);
}

/** What is played while looking ahead: nearly the card that looks best, else what the referee would play. */
function plainCommand(state: State, seat: Seat, random: RandomBelow): Command {
  if (state.table.phase !== "choose") return fallback(state, seat);
  const rated = pileOf(state, seat).map((card) => ({
    card,
    appeal: appealOf(state.table, seat, card) + random(WHIM),
  }));
  const best = rated.reduce((one, other) => (other.appeal > one.appeal ? other : one));
  return { type: "choose", card: best.card };
}
