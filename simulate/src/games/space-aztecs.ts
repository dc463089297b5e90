import { bots } from "@flower-war/rules/bots";
import { type SpaceAztecs, spaceAztecs } from "@flower-war/rules/space-aztecs";
import type { MatchRecorder } from "../tally.ts";
import type { SimulatedGame, MatchObserver } from "./simulated-game.ts";

export const simulatedSpaceAztecs: SimulatedGame<SpaceAztecs> = {
  game: spaceAztecs,
  pace: { take: 6, choose: 30, shelter: 5, abduct: 10 },
  move: (kind, ...args) => bots["space-aztecs"][kind](...args),
  observe,
};

/** Counts what the canon's playability check does (section 15). */
function observe(recorder: MatchRecorder): MatchObserver<SpaceAztecs> {
  return {
    onEvent() {},
    onEnd({ table }, { by, standings }) {
      recorder.addNumber("rounds", table.round);
      recorder.addNumber("Saucers played", table.saucersPlayed);
      for (const { score } of standings) recorder.addNumber("score", score.total);
      const firsts = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
      recorder.count("winners", firsts.length === 1 ? "one" : "several");
      return { by, winners: firsts, firsts };
    },
  };
}
