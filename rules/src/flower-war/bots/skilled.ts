import {
  type Bot,
  bestOf,
  decideLegal,
  quickRandom,
  type RandomBelow,
  rankByTries,
  type Ranking,
} from "../../bots/bot.ts";
import { spaceAhead, spaceAt } from "../board.ts";
import { signOfCard } from "../cards.ts";
import { decide } from "../decide.ts";
import { bonusOf } from "../discs.ts";
import type { Event } from "../events.ts";
import { fallback } from "../fallback.ts";
import { legal } from "../legal.ts";
import { openSteps } from "../steps.ts";
import { othersInTurnOrder, seatsInPlay, tribeOf } from "../seats.ts";
import { signsOf } from "../signs.ts";
import { type FlowerWar, handOf, type State } from "../state.ts";
import type { Card, Command, Deck, Seat } from "../vocabulary.ts";
import { groupAlike } from "./alike.ts";
import { dealerOf } from "./determinise.ts";
import { type Draws, oddsOf, type Weights, WEIGHTS, worthOf } from "./worth.ts";

/** The most commands, of all seats, that it looks ahead. */
const MAX_COMMANDS = 60;

/**
 * Tries each of its commands in plausible worlds, the same ones for all commands, lets all seats play on plainly until
 * its own next turn is well under way, and ranks the commands by how they did on average. Each further thought tries all
 * commands in one more world, those that come to the same (alike.ts) once. It never concedes.
 */
export const rank = ((view, random, mayThink, weights: Weights = WEIGHTS) => {
  const { seat, table } = view;
  if (seat === null || table.awaiting?.seat !== seat)
    throw new Error("a bot can play only while its seat is awaited");
  const open = legal(view, seat).filter(({ type }) => type !== "concede");
  const alike = new Map(groupAlike(open, view.hand).map((group) => [group[0], group]));
  const odds = oddsOf(view);
  const deal = dealerOf(view);
  const tried = [...alike.keys()].filter((command) => command !== undefined);
  const ranked = rankByTries(tried, random, mayThink, (chance) => {
    const world = withoutLuck(deal(chance));
    const luck = chance(2 ** 32);
    return (command) => {
      const looked = lookAhead(
        world,
        seat,
        command,
        quickRandom(() => luck),
      );
      return worthOf(looked.state, seat, odds, looked.drawn, weights);
    };
  });
  return ranked.flatMap((command) => alike.get(command) ?? []);
}) satisfies Ranking<FlowerWar>;

/** Plays what it ranks first. */
export const skilled = bestOf<FlowerWar>(rank);

/** Returns the skilled bot with other weights. */
export function skilledBy(weights: Weights): Bot<FlowerWar> {
  return bestOf<FlowerWar>((view, random, mayThink) => rank(view, random, mayThink, weights));
}

/** Moves signs and causeways to the bottom of their decks: a lucky draw of one sample must not count (worth.ts). */
function withoutLuck(state: State): State {
  const { decks } = state.hidden;
  const sunk = { war: sink(decks.war), rain: sink(decks.rain), day: sink(decks.day) };
  return { ...state, hidden: { ...state.hidden, decks: sunk } };
}

function sink(cards: readonly Card[]): readonly Card[] {
  const isLucky = (card: Card) => signOfCard(card) !== null || card === "causeway";
  return [...cards.filter(isLucky), ...cards.filter((card) => !isLucky(card))];
}

/** Returns the state after a command and a round of plain play. */
function lookAhead(
  world: State,
  seat: Seat,
  command: Command,
  random: RandomBelow,
): { readonly state: State; readonly drawn: Draws } {
  const drawn = new Map<Seat, { [D in Deck]: number }>();
  let state = playCommand(world, seat, command, drawn);
  const horizon = world.table.turn.number + seatsInPlay(world.table).length + 1;
  for (let n = 0; n < MAX_COMMANDS && state.table.turn.number < horizon; n += 1) {
    const awaited = state.table.awaiting?.seat;
    if (awaited === undefined) break;
    state = playCommand(state, awaited, plainCommand(state, awaited, random), drawn);
  }
  return { state, drawn };
}

function playCommand(
  state: State,
  seat: Seat,
  command: Command,
  drawn: Map<Seat, { [D in Deck]: number }>,
): State {
  const decided = decideLegal<FlowerWar>(decide, state, seat, command);
  for (const event of decided.events) countDraw(event, drawn);
  return decided.state;
}

function countDraw(event: Event, drawn: Map<Seat, { [D in Deck]: number }>): void {
  if (event.type !== "card-drawn" && event.type !== "day-card-drawn") return;
  const deck = event.type === "card-drawn" ? event.deck : "day";
  const draws = drawn.get(event.seat) ?? { war: 0, rain: 0, day: 0 };
  draws[deck] += 1;
  drawn.set(event.seat, draws);
}

/**
 * Returns a seat's command while looking ahead: a move to a disc unless the seat is behind by signs, otherwise a random move, so that
 * canoes are kept for discs; for other decisions the referee's fallback.
 */
function plainCommand(state: State, seat: Seat, random: RandomBelow): Command {
  if (state.table.awaiting?.decision !== "move") return fallback(state, seat);
  const open = openSteps(state.table);
  const any = open[random(open.length)] ?? 0;
  return { type: "move", steps: stepsToDisc(state, seat, open) ?? any };
}

/** Returns the least steps to a rack that the seat would empty; `undefined` if there are none, or if another seat has more signs. */
function stepsToDisc(state: State, seat: Seat, open: readonly number[]): number | undefined {
  const { table } = state;
  if (table.apocalypse.ruling === "flood") return undefined;
  const { space } = tribeOf(table, seat);
  const taken = 1 + bonusOf(table, seat, "collect");
  const steps = open.find((each) => {
    const { rack } = spaceAt(table, spaceAhead(table, space, each));
    return rack > 0 && rack <= taken;
  });
  if (steps === undefined) return undefined;
  const signs = (each: Seat) => signsOf(table, each, handOf(state, each)).length;
  return othersInTurnOrder(table, seat).some((each) => signs(each) > signs(seat)) ? undefined : steps;
}
