import type { Event, HeldCard, Outcome } from "@flower-war/client-sdk/flower-war";
import { cardNoun, counted, deckNoun, godNoun, listed, seatNoun, skulls, spaceNoun } from "./nouns.ts";

type EventType = Event["type"];
type EventOf<T extends EventType> = { [K in T]: { type: K } & Extract<Event, { type: K }> }[T];
type Tell = { readonly [T in EventType]: (event: EventOf<T>) => string };

/** One sentence an event; an event that the rules gain is missing here until it has its own. */
const TELL: Tell = {
  "turn-began": ({ seat, extra }) => `${seatNoun(seat)}'s ${extra ? "extra turn" : "turn"} begins.`,
  ticked: ({ count, ruling }) =>
    `The count of the apocalypse rises to ${count}${count === LAST_ROUND ? ", the last round" : ""}, and ${rulingClause(ruling)}.`,
  forestalled: () => "The offerings are even: the apocalypse is forestalled.",
  rained: ({ spaces }) =>
    `It rains: a skull from supply for ${spaces.length === 1 ? "the rack" : "each rack"} of ${listed(spaces.map(spaceNoun))}.`,
  rolled: ({ seat, dice }) => `${seatNoun(seat)} rolls ${listed(dice.map(String))}.`,
  moved: ({ seat, space, steps, landing }) =>
    `${seatNoun(seat)} ${steps === null ? "" : `goes ${counted(steps, "step")} and `}${landing ? "lands on" : "comes to rest on"} ${spaceNoun(space)}.`,
  collected: ({ seat, space, skulls: count }) =>
    `${seatNoun(seat)} collects ${count === 0 ? "nothing" : skulls(count)} from ${spaceNoun(space)}.`,
  shaken: ({ space }) => `The earth shakes a skull from ${spaceNoun(space)} into supply.`,
  invaded: ({ space }) => `The invasion takes a skull from ${spaceNoun(space)}.`,
  "disc-earned": ({ seat, disc, from }) =>
    from === null
      ? `${seatNoun(seat)} picks up the disc of ${disc}.`
      : `${seatNoun(seat)} earns the disc of ${disc} from ${seatNoun(from)}.`,
  "apocalypse-triggered": ({ keeper, discs, ruling }) =>
    `The apocalypse is upon the world by ${discs.length === 0 ? "the offerings" : `the disc of ${listed(discs)}`}: ` +
    `${keeper === null ? "every turn counts" : `${seatNoun(keeper)} keeps the count`}, and ${ruling === null ? "no catastrophe rules yet" : rulingClause(ruling)}.`,
  refilled: ({ space, supply, lake }) => {
    const sources = [
      supply > 0 ? `${skulls(supply)} from supply` : null,
      lake.tlaloc > 0 ? `${skulls(lake.tlaloc)} from Tlaloc's half of the lake` : null,
      lake.huitzilopochtli > 0
        ? `${skulls(lake.huitzilopochtli)} from Huitzilopochtli's half of the lake`
        : null,
    ].filter((source) => source !== null);
    return `The rack of ${spaceNoun(space)} is refilled with ${sources.length === 0 ? "nothing" : listed(sources)}.`;
  },
  "top-card-acted": ({ space, card, spent }) =>
    `On ${spaceNoun(space)} ${cardNoun(card)} acts${spent ? ", and is spent" : ""}.`,
  "tribute-paid": ({ from, to, skulls: count }) =>
    `${seatNoun(from)} pays ${seatNoun(to)} ${skulls(count)} of tribute.`,
  "battle-began": ({ attacker, defender, dice }) =>
    `${seatNoun(attacker)} battles ${seatNoun(defender)}: ${dice.attacker} against ${dice.defender} on the dice.`,
  challenged: ({ seat, target }) => `${seatNoun(seat)} challenges ${seatNoun(target)}.`,
  passed: ({ seat }) => `${seatNoun(seat)} passes.`,
  "battle-card-played": ({ seat, card, cost, roll }) =>
    `${seatNoun(seat)} plays ${cardNoun(card)}${costClause(cost)}${roll === null ? "" : ` and rolls ${roll}`}.`,
  "battle-won": ({ winner, loser }) => `${seatNoun(winner)} wins the battle against ${seatNoun(loser)}.`,
  "battle-ended": () => "The battle is over.",
  "stake-paid": ({ from, to, skulls: count }) =>
    `${seatNoun(from)} pays ${seatNoun(to)} the stake of ${skulls(count)}.`,
  "card-paid": ({ from, to, deck, gave, got }) =>
    `${seatNoun(from)} gives ${seatNoun(to)} a ${deckNoun(deck)} card${known(gave ?? got)}.`,
  "card-taken": ({ from, to, deck, gave, got }) =>
    `${seatNoun(to)} takes a ${deckNoun(deck)} card from ${seatNoun(from)}${known(gave ?? got)}.`,
  "card-drawn": ({ seat, deck, held }) => `${seatNoun(seat)} draws a ${deckNoun(deck)} card${known(held)}.`,
  reshuffled: ({ deck, cards }) =>
    `The ${deckNoun(deck)} deck is shuffled anew from ${counted(cards, "card")} of the stacks.`,
  "day-card-drawn": ({ seat, card, kept, resolves }) =>
    `${seatNoun(seat)} draws the Day card ${cardNoun(card)}${dayCardClause(kept !== null, resolves)}.`,
  chose: ({ seat, target, god }) =>
    `${seatNoun(seat)} chooses ${seatNoun(target)}${god === null ? "" : `, for ${godNoun(god)}`}.`,
  "skulls-taken": ({ seat, skulls: count }) => `${seatNoun(seat)} takes ${skulls(count)} from supply.`,
  "skulls-lost": ({ seat, skulls: count }) => `${seatNoun(seat)} loses ${skulls(count)} for ever.`,
  "skulls-paid": ({ from, to, skulls: count }) => `${seatNoun(from)} pays ${seatNoun(to)} ${skulls(count)}.`,
  offered: ({ from, god }) =>
    `A skull ${from === null ? "from supply" : `of ${seatNoun(from)}'s`} becomes an offering to ${godNoun(god)}.`,
  "rack-filled": ({ space, skulls: count }) =>
    `${spaceNoun(space)} is filled up with ${skulls(count)} from supply.`,
  "extra-turn-won": ({ seat }) => `${seatNoun(seat)} will take an extra turn.`,
  "canoe-launched": ({ seat }) => `${seatNoun(seat)} launches a canoe for its next roll.`,
  "copy-received": ({ seat, disc }) => `${seatNoun(seat)} receives a copy of the disc of ${disc}.`,
  sacrificed: ({ seat, god, free }) =>
    `${seatNoun(seat)} offers a skull${free ? " from supply" : ""} to ${godNoun(god)}.`,
  traded: ({ seat, skulls: count }) => `${seatNoun(seat)} trades ${skulls(count)} with Tonantzin.`,
  "card-played": ({ seat, card, cost }) => `${seatNoun(seat)} plays ${cardNoun(card)}${costClause(cost)}.`,
  discarded: ({ seat, card }) => `${seatNoun(seat)} discards ${cardNoun(card)}.`,
  conceded: ({ seat }) => `${seatNoun(seat)} concedes.`,
  ended: ({ outcome }) => outcomeWords(outcome),
  asked: ({ awaiting: { seat, decision } }) => `${seatNoun(seat)} is asked: ${decision}.`,
};

/** An event of Flower War in a sentence. */
export function eventWords<T extends EventType>(event: EventOf<T>): string {
  return TELL[event.type](event);
}

const OUTCOMES: { readonly [By in Outcome["by"]]: (winner: string) => string } = {
  signs: (winner) => `${winner} holds all three signs and wins.`,
  "last-tribe": (winner) => `${winner} is the last tribe and wins.`,
  apocalypse: () => "the apocalypse is complete, and nobody has won.",
  "out-of-days": () => "no days are left, and nobody has won.",
};

/** How a match ended, in a sentence. */
export const outcomeWords = ({ by, winner }: Outcome): string =>
  `The match is over: ${OUTCOMES[by](winner === null ? "nobody" : seatNoun(winner))}`;

/** The count of the apocalypse that is announced (canon section 10). */
const LAST_ROUND = 12;

const costClause = (cost: number): string => (cost === 0 ? "" : ` for ${skulls(cost)}`);

function dayCardClause(kept: boolean, resolves: boolean): string {
  if (kept) return " and keeps the flower";
  return resolves ? "" : " and lays it down without effect";
}

const rulingClause = (ruling: "flood" | "invasion"): string => `the ${ruling} rules`;

const known = (held: HeldCard | undefined): string => (held === undefined ? "" : `, ${cardNoun(held.card)}`);
