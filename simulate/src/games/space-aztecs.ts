import { bots } from "@flower-war/rules/bots";
import { type SpaceAztecs, spaceAztecs } from "@flower-war/rules/space-aztecs";
import type { Scribe } from "../tally.ts";
import type { SimulatedGame, Watcher } from "./simulated-game.ts";

export const simulatedSpaceAztecs: SimulatedGame<SpaceAztecs> = {
  game: spaceAztecs,
  move: (kind, ...asked) => bots["space-aztecs"][kind](...asked),
  watch,
};

/** Counts what the canon's playability check does (section 15). */
function watch(scribe: Scribe): Watcher<SpaceAztecs> {
  return {
    event() {},
    end({ table }, { by, standings }) {
      scribe.number("rounds", table.round);
      scribe.number("Saucers played", table.saucersPlayed);
      for (const { score } of standings) scribe.number("score", score.total);
      const firsts = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
      scribe.count("winners", firsts.length === 1 ? "one" : "several");
      return { by, winners: firsts, firsts };
    },
  };
}
