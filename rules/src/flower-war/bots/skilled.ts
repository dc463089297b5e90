import type { Bot, RandomBelow } from "../../bots/bot.ts";
import { quickRandom } from "../../bots/quick-random.ts";
import { signOfCard } from "../cards.ts";
import { decide } from "../decide.ts";
import type { Event } from "../events.ts";
import { evolve } from "../evolve.ts";
import { fallback } from "../fallback.ts";
import { legal } from "../legal.ts";
import { openSteps } from "../movement.ts";
import { seatsInPlay } from "../seats.ts";
import type { State } from "../state.ts";
import type { FlowerWar } from "../types.ts";
import type { Card, Command, Deck, Seat } from "../vocabulary.ts";
import { determinise } from "./determinise.ts";
import { type Draws, oddsOf, worthOf } from "./worth.ts";

/** Commands of others and its own that it looks ahead at most. */
const MOST_COMMANDS = 60;

/**
 * Tries each of its commands in plausible worlds, the same ones for all of them, lets everybody play on plainly until
 * its own next turn is well under way, and takes the command that did best on the average. It tries all of them in one
 * world more for each time that it may think on. It never concedes.
 */
export const skilled: Bot<FlowerWar> = (view, random, mayThink) => {
  const { seat, table } = view;
  if (seat === null || table.awaiting?.seat !== seat) throw new Error("a bot plays only when it is asked");
  const commands = legal(view, seat).filter(({ type }) => type !== "concede");
  const [first, ...others] = commands;
  if (first === undefined) throw new Error("an awaited seat has a legal answer");
  if (others.length === 0) return first;
  const odds = oddsOf(view);
  const chance = quickRandom(random);
  const trials = commands.map((command) => ({ command, worth: 0 }));
  do {
    const world = withoutLuck(determinise(view, chance));
    const luck = chance(2 ** 32);
    for (const trial of trials) {
      const looked = lookAhead(
        world,
        seat,
        trial.command,
        quickRandom(() => luck),
      );
      trial.worth += worthOf(looked.state, seat, odds, looked.drawn);
    }
  } while (mayThink());
  return trials.reduce((best, trial) => (trial.worth > best.worth ? trial : best)).command;
};

/** Signs lie at the bottom of their decks: draws are judged by their odds instead (worth.ts). */
function withoutLuck(state: State): State {
  const { decks } = state.hidden;
  const sunk = { war: signsFirst(decks.war), rain: signsFirst(decks.rain), day: signsFirst(decks.day) };
  return { ...state, hidden: { ...state.hidden, decks: sunk } };
}

function signsFirst(cards: readonly Card[]): readonly Card[] {
  const isSign = (card: Card) => signOfCard(card) !== null;
  return [...cards.filter(isSign), ...cards.filter((card) => !isSign(card))];
}

/** What a command leads to when nobody does anything clever for a round. */
function lookAhead(
  world: State,
  seat: Seat,
  command: Command,
  random: RandomBelow,
): { readonly state: State; readonly drawn: Draws } {
  const drawn = new Map<Seat, { [D in Deck]: number }>();
  let state = played(world, seat, command, drawn);
  const horizon = world.table.turn.number + seatsInPlay(world.table).length + 1;
  for (let n = 0; n < MOST_COMMANDS && state.table.turn.number < horizon; n += 1) {
    const asked = state.table.awaiting?.seat;
    if (asked === undefined) break;
    state = played(state, asked, plainCommand(state, asked, random), drawn);
  }
  return { state, drawn };
}

function played(
  state: State,
  seat: Seat,
  command: Command,
  drawn: Map<Seat, { [D in Deck]: number }>,
): State {
  const { events, refused } = decide(state, seat, command);
  if (events === undefined) throw new Error(`${seat}'s ${command.type} is refused: ${refused}`);
  return events.reduce((before, event) => {
    count(event, drawn);
    return evolve(before, event);
  }, state);
}

function count(event: Event, drawn: Map<Seat, { [D in Deck]: number }>): void {
  if (event.type !== "card-drawn" && event.type !== "day-card-drawn") return;
  const deck = event.type === "card-drawn" ? event.deck : "day";
  const draws = drawn.get(event.seat) ?? { war: 0, rain: 0, day: 0 };
  draws[deck] += 1;
  drawn.set(event.seat, draws);
}

/** What is played while looking ahead: any open step, else what the referee would play. */
function plainCommand(state: State, seat: Seat, random: RandomBelow): Command {
  if (state.table.awaiting?.decision !== "move") return fallback(state, seat);
  const steps = openSteps(state.table);
  return { type: "move", steps: steps[random(steps.length)] ?? 0 };
}
