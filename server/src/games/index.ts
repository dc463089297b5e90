import * as flowerWarSync from "@flower-war/protocol/flower-war";
import * as spaceAztecsSync from "@flower-war/protocol/space-aztecs";
import * as tieqchieqSync from "@flower-war/protocol/tieqchieq";
import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar, mexica } from "@flower-war/rules/flower-war";
import { type SpaceAztecs, spaceAztecs } from "@flower-war/rules/space-aztecs";
import { type Tieqchieq, tieqchieq } from "@flower-war/rules/tieqchieq";
import { temple } from "./flower-war-temple.ts";
import type { HostedGame } from "./hosted-game.ts";

/** Flower War, hosted. */
export const hostedFlowerWar = host(flowerWar, bots["flower-war"].easy);

/** Mexica, hosted: the same game with the first design's options. */
export const hostedMexica = host(mexica, bots.mexica.easy);

function host(
  game: Game<FlowerWar>,
  easyBot: typeof bots.mexica.easy,
): HostedGame<FlowerWar, flowerWarSync.FlowerWarState> {
  return {
    game,
    newState: () => new flowerWarSync.FlowerWarState(),
    write: ({ table }, state, before) => flowerWarSync.writeTable(state.table, table, before?.table ?? null),
    packHand: ({ hand }, before) => (hand === before?.hand ? null : flowerWarSync.packHand(hand)),
    turnOf: ({ table }) => table.turn.number,
    easyBot,
    temple,
  };
}

/** Space Aztecs, hosted. It is not played with temples. */
export const hostedSpaceAztecs: HostedGame<SpaceAztecs, spaceAztecsSync.SpaceAztecsState> = {
  game: spaceAztecs,
  newState: () => new spaceAztecsSync.SpaceAztecsState(),
  write: ({ table }, state, before) => spaceAztecsSync.writeTable(state.table, table, before?.table ?? null),
  packHand: (view, before) =>
    view.pile === before?.pile && view.chosen === before.chosen ? null : spaceAztecsSync.packHand(view),
  turnOf: ({ table: { round, phase } }) => `${round} ${phase}`,
  easyBot: bots["space-aztecs"].easy,
  temple: null,
};

/** Tıeqchıeq, hosted. Nothing is hidden, and it is not played with temples. */
export const hostedTieqchieq: HostedGame<Tieqchieq, tieqchieqSync.TieqchieqState> = {
  game: tieqchieq,
  newState: () => new tieqchieqSync.TieqchieqState(),
  write: ({ table }, state, before) => tieqchieqSync.writeTable(state.table, table, before?.table ?? null),
  packHand: () => [],
  // A turn is a toss and what follows from it, up to the next toss.
  turnOf: ({ table: { phase, tosses } }) => (phase === "toss" ? tosses : tosses - 1),
  ratedTurns: 8,
  easyBot: bots.tieqchieq.easy,
  temple: null,
};

/** Every game that the server hosts, by its name on the wire. */
export const GAMES: ReadonlyMap<string, HostedGame> = new Map(
  [hostedFlowerWar, hostedMexica, hostedSpaceAztecs, hostedTieqchieq].map((hosted) => [
    hosted.game.name,
    hosted,
  ]),
);

/** The games' names for people, by their names on the wire. */
export const GAME_TITLES: { readonly [game: string]: string | undefined } = {
  "flower-war": "Flower War",
  mexica: "Mexica",
  "space-aztecs": "Space Aztecs",
  tieqchieq: "Tıeqchıeq",
};
