import type { Event, HeldCard, Outcome } from "@flower-war/client-sdk/flower-war";
import { cardNoun, counted, deckNoun, godNoun, listed, seatNoun, skulls, spaceNoun } from "./nouns.ts";

type EventType = Event["type"];
type EventOf<T extends EventType> = { [K in T]: { type: K } & Extract<Event, { type: K }> }[T];
type Tell = { readonly [T in EventType]: (event: EventOf<T>) => string };

/** One sentence an event; an event that the rules gain is missing here until it has its own. */
const TELL: Tell = {
  "turn-began": ({ seat }) => `${seatNoun(seat)}'s turn begins.`,
  ticked: ({ ruling }) => `The count of the apocalypse rises by one, and ${rulingClause(ruling)}.`,
  forestalled: () => "The offerings are even: the apocalypse is forestalled.",
  rolled: ({ seat, die }) => `${seatNoun(seat)} rolls ${die}.`,
  moved: ({ seat, space, landing }) =>
    `${seatNoun(seat)} ${landing ? "lands on" : "comes to rest on"} ${spaceNoun(space)}.`,
  collected: ({ seat, space, skulls: count }) =>
    `${seatNoun(seat)} collects ${count === 0 ? "nothing" : skulls(count)} from ${spaceNoun(space)}.`,
  invaded: ({ space }) => `The invasion takes a skull from ${spaceNoun(space)}.`,
  "disc-earned": ({ seat, disc, from }) =>
    from === null
      ? `${seatNoun(seat)} picks up the disc of ${disc}.`
      : `${seatNoun(seat)} earns the disc of ${disc} from ${seatNoun(from)}.`,
  "apocalypse-triggered": ({ keeper, discs, ruling }) =>
    `The apocalypse is upon the world by ${discs.length === 0 ? "the offerings" : `the disc of ${listed(discs)}`}: ` +
    `${seatNoun(keeper)} keeps the count, and ${ruling === null ? "no catastrophe rules yet" : rulingClause(ruling)}.`,
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
  "tribute-paid": ({ from, to, skulls: count }) =>
    `${seatNoun(from)} pays ${seatNoun(to)} ${skulls(count)} of tribute.`,
  "battle-began": ({ attacker, defender, dice }) =>
    `${seatNoun(attacker)} battles ${seatNoun(defender)}: ${dice.attacker} against ${dice.defender} on the dice.`,
  challenged: ({ seat, target }) => `${seatNoun(seat)} challenges ${seatNoun(target)}.`,
  passed: ({ seat }) => `${seatNoun(seat)} passes.`,
  "battle-won": ({ winner, loser }) => `${seatNoun(winner)} wins the battle against ${seatNoun(loser)}.`,
  "battle-ended": () => "The battle is over.",
  "stake-paid": ({ from, to, skulls: count }) =>
    `${seatNoun(from)} pays ${seatNoun(to)} the stake of ${skulls(count)}.`,
  "card-paid": ({ from, to, deck, gave, got }) =>
    `${seatNoun(from)} gives ${seatNoun(to)} a ${deckNoun(deck)} card${known(gave ?? got)}.`,
  "card-drawn": ({ seat, deck, held }) => `${seatNoun(seat)} draws a ${deckNoun(deck)} card${known(held)}.`,
  reshuffled: ({ deck, cards }) =>
    `The ${deckNoun(deck)} deck is shuffled anew from ${counted(cards, "card")} of the stacks.`,
  "day-card-drawn": ({ seat, card, kept }) =>
    `${seatNoun(seat)} draws the Day card ${cardNoun(card)} and ${kept === null ? "lays it down" : "keeps the flower"}.`,
  sacrificed: ({ seat, god }) => `${seatNoun(seat)} offers a skull to ${godNoun(god)}.`,
  traded: ({ seat, skulls: count }) => `${seatNoun(seat)} trades ${skulls(count)} with Tonantzin.`,
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

const rulingClause = (ruling: "flood" | "invasion"): string => `the ${ruling} rules`;

const known = (held: HeldCard | undefined): string => (held === undefined ? "" : `, ${cardNoun(held.card)}`);
