import { bots } from "@flower-war/rules/bots";
import { type SpaceAztecs, spaceAztecs } from "@flower-war/rules/space-aztecs";
import type { HostedGame } from "../hosted-game.ts";
import { project } from "./project.ts";
import { SpaceAztecsState } from "./state.ts";

/** Space Aztecs as the match room plays it. Nothing is done through temples. */
export const hostedSpaceAztecs: HostedGame<SpaceAztecs, SpaceAztecsState> = {
  game: spaceAztecs,
  newState: () => new SpaceAztecsState(),
  project: ({ table }, state, before) => project(table, state.table, before?.table ?? null),
  hand: ({ pile, chosen }, before) => {
    if (pile === before?.pile && chosen === before.chosen) return null;
    return chosen === null ? pile : [chosen];
  },
  turnOf: ({ table: { round, phase } }) => `${round} ${phase}`,
  easyBot: bots["space-aztecs"].easy,
  temple: null,
};
