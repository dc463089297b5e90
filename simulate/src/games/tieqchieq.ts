import { bots } from "@flower-war/rules/bots";
import { type Tieqchieq, tieqchieq } from "@flower-war/rules/tieqchieq";
import type { MatchRecorder } from "../tally.ts";
import type { SimulatedGame, MatchObserver } from "./simulated-game.ts";

export const simulatedTieqchieq: SimulatedGame<Tieqchieq> = {
  game: tieqchieq,
  pace: { toss: 2, act: 4, plus: 3 },
  move: (kind, ...args) => bots.tieqchieq[kind](...args),
  observe,
};

/** Counts what the canon's playability check does (section 16). */
function observe(recorder: MatchRecorder): MatchObserver<Tieqchieq> {
  let first: string | null = null;
  let turns = 1;
  let battles = 0;
  let inTurn = 0;
  let longest = 0;
  return {
    onEvent(event) {
      switch (event.type) {
        case "tossed":
          first ??= event.seat;
          inTurn += 1;
          longest = Math.max(longest, inTurn);
          recorder.count("rolls", String(event.coins.filter((coin) => coin === 1).length));
          break;
        case "turn-began":
          if (event.extra) return;
          turns += 1;
          inTurn = 0;
          break;
        case "battled":
          battles += 1;
          recorder.count(
            "battles won by",
            event.battle.winner === event.battle.attacker ? "attacker" : "defender",
          );
          break;
        default:
      }
    },
    onEnd({ table }, { by, winner, home }) {
      recorder.addNumber("turns", turns);
      recorder.addNumber("tosses", table.tosses);
      recorder.addNumber("tosses in the longest turn", longest);
      recorder.addNumber("battles", battles);
      recorder.addNumber("the loser's tokens home", Math.min(home.red, home.yellow));
      if (winner !== null) recorder.count("who began", winner === first ? "won" : "lost");
      const winners = winner === null ? [] : [winner];
      return { by, winners, firsts: winner === null ? tieqchieq.seatsFor(2) : winners };
    },
  };
}
