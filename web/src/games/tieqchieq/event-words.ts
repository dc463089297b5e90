import type { Event, Outcome } from "@flower-war/client-sdk/tieqchieq";
import { otherSeat, seatNoun, sidesNoun, tokens } from "./nouns.ts";

/** An event of Tıeqchıeq in a sentence. */
export function eventWords(event: Event): string {
  switch (event.type) {
    case "tossed": {
      const roll = event.coins.filter((coin) => coin === 1).length;
      return `${seatNoun(event.seat)} tosses ${event.coins.join(" ")}: a roll of ${roll}.`;
    }
    case "introduced":
      return `${seatNoun(event.seat)} introduces a token on ${event.to}.`;
    case "moved":
      return `${seatNoun(event.seat)} moves from ${event.from} to ${event.to}.`;
    case "came-home":
      return `${seatNoun(event.seat)}'s token on ${event.from} comes home.`;
    case "battled": {
      const { attacker, square, coins, winner } = event.battle;
      return `${seatNoun(attacker)} battles ${seatNoun(otherSeat(attacker))} on ${square}: the coins show ${sidesNoun(coins)}, ${seatNoun(winner)} wins.`;
    }
    case "plus-reached":
      return `${seatNoun(event.seat)} may go one square on from the plus on ${event.at}.`;
    case "stayed":
      return `${seatNoun(event.seat)} stays on ${event.at}.`;
    case "turn-began":
      return `${seatNoun(event.seat)}'s ${event.extra ? "extra turn" : "turn"} begins.`;
    case "ended":
      return outcomeWords(event.outcome);
  }
}

/** How a match ended, in a sentence. */
export function outcomeWords({ by, winner, home }: Outcome): string {
  if (winner === null) return "The match is over: there were too many tosses, and nobody is ahead.";
  const wins = `${seatNoun(winner)} ${by === "home" ? "has all tokens home and wins" : "is ahead after too many tosses and wins"}`;
  const other = otherSeat(winner);
  return `The match is over: ${wins}; ${seatNoun(other)} has ${tokens(home[other])} home.`;
}
