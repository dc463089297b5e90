import { bots } from "@flower-war/rules/bots";
import { type Tieqchieq, tieqchieq } from "@flower-war/rules/tieqchieq";
import type { Scribe } from "../tally.ts";
import type { SimulatedGame, Watcher } from "./simulated-game.ts";

export const simulatedTieqchieq: SimulatedGame<Tieqchieq> = {
  game: tieqchieq,
  move: (kind, ...asked) => bots.tieqchieq[kind](...asked),
  watch,
};

/** Counts what the canon's playability check does (section 16). */
function watch(scribe: Scribe): Watcher<Tieqchieq> {
  let first: string | null = null;
  let turns = 1;
  let battles = 0;
  let inTurn = 0;
  let longest = 0;
  return {
    event(event) {
      switch (event.type) {
        case "tossed":
          first ??= event.seat;
          inTurn += 1;
          longest = Math.max(longest, inTurn);
          scribe.count("rolls", String(event.coins.filter((coin) => coin === 1).length));
          break;
        case "turn-began":
          if (event.extra) return;
          turns += 1;
          inTurn = 0;
          break;
        case "battled":
          battles += 1;
          scribe.count(
            "battles won by",
            event.battle.winner === event.battle.attacker ? "attacker" : "defender",
          );
          break;
        default:
      }
    },
    end({ table }, { by, winner, home }) {
      scribe.number("turns", turns);
      scribe.number("tosses", table.tosses);
      scribe.number("tosses in the longest turn", longest);
      scribe.number("battles", battles);
      scribe.number("the loser's tokens home", Math.min(home.red, home.yellow));
      if (winner !== null) scribe.count("who began", winner === first ? "won" : "lost");
      const winners = winner === null ? [] : [winner];
      return { by, winners, firsts: winner === null ? tieqchieq.seatsFor(2) : winners };
    },
  };
}
