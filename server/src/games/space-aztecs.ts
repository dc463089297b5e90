import { packHand, SpaceAztecsState, writeTable } from "@flower-war/protocol/space-aztecs";
import { bots } from "@flower-war/rules/bots";
import { type SpaceAztecs, spaceAztecs } from "@flower-war/rules/space-aztecs";
import type { HostedGame } from "./hosted-game.ts";

/** Space Aztecs, hosted. It is not played with temples. */
export const hostedSpaceAztecs: HostedGame<SpaceAztecs, SpaceAztecsState> = {
  game: spaceAztecs,
  newState: () => new SpaceAztecsState(),
  write: ({ table }, state, before) => writeTable(state.table, table, before?.table ?? null),
  packHand: (view, before) =>
    view.pile === before?.pile && view.chosen === before.chosen ? null : packHand(view),
  turnOf: ({ table: { round, phase } }) => `${round} ${phase}`,
  easyBot: bots["space-aztecs"].easy,
  temple: null,
};
