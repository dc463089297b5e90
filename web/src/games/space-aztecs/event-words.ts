import type { Event, Outcome } from "@flower-war/client-sdk/space-aztecs";
import { SEATS } from "@flower-war/client-sdk/space-aztecs";
import { cardNoun, cardNouns, listed, placeNoun, seatNoun } from "./nouns.ts";

/** An event of Space Aztecs in a sentence. */
export function eventWords(event: Event): string {
  switch (event.type) {
    case "round-began":
      return "A new round begins.";
    case "pile-taken":
      return `${seatNoun(event.seat)} takes the pile of ${placeNoun(event.place)}.`;
    case "choosing-began":
      return "Everybody holds a pile and chooses a card of it.";
    case "card-chosen":
      return `${seatNoun(event.seat)} has chosen${event.card === undefined ? "" : ` ${cardNoun(event.card)}`}.`;
    case "times-told": {
      const times = SEATS.flatMap((seat) => {
        const time = event.times[seat];
        return time === undefined ? [] : [`${seatNoun(seat)} ${time}`];
      });
      return `The times are ${listed(times)}: ${seatNoun(event.starting)} is first.`;
    }
    case "card-turned-up":
      return `${seatNoun(event.seat)} turns up ${cardNoun(event.card)}.`;
    case "asked":
      return `${seatNoun(event.seat)} ${event.decision === "shelter" ? "may shelter it" : "chooses whom to take"}.`;
    case "codex-laid":
      return `${seatNoun(event.seat)} keeps ${cardNoun(event.card)}.`;
    case "temple-built":
      return `${seatNoun(event.seat)}'s Temple covers ${event.covers.length === 0 ? "nothing" : cardNouns(event.covers)}.`;
    case "aztec-settled":
      return event.under === null
        ? `${cardNoun(event.card)} settles in the city of ${seatNoun(event.seat)}.`
        : `${cardNoun(event.card)} goes under the Temple ${event.under} of ${seatNoun(event.seat)}.`;
    case "saucer-left": {
      const took = event.took.map(({ from, card }) => `${cardNoun(card)} of ${seatNoun(from)}`);
      return `${seatNoun(event.seat)}'s Saucer takes ${took.length === 0 ? "nothing" : listed(took)}.`;
    }
    case "ended":
      return outcomeWords(event.outcome);
  }
}

const BY: { readonly [B in Outcome["by"]]: string } = {
  piles: "two piles are empty",
  saucers: "enough Saucers have come",
};

/** How a match ended, in a sentence. */
export function outcomeWords({ by, standings }: Outcome): string {
  const first = standings.filter(({ place }) => place === 1);
  const winners = listed(first.map(({ seat }) => seatNoun(seat)));
  const totals = standings.map(({ seat, score }) => `${seatNoun(seat)} ${score.total}`);
  return `The match is over, for ${BY[by]}: ${winners} ${first.length === 1 ? "wins" : "win together"}; ${totals.join(", ")}.`;
}
