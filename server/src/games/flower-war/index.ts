import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar, mexica } from "@flower-war/rules/flower-war";
import type { HostedGame } from "../hosted-game.ts";
import { project } from "./project.ts";
import { FlowerWarState } from "./state.ts";
import { temple } from "./temple.ts";

/** Flower War as the match room plays it. */
export const hostedFlowerWar = hosted(flowerWar, bots["flower-war"].easy);

/** The same with the first design's options. */
export const hostedMexica = hosted(mexica, bots.mexica.easy);

function hosted(
  game: Game<FlowerWar>,
  easyBot: typeof bots.mexica.easy,
): HostedGame<FlowerWar, FlowerWarState> {
  return {
    game,
    newState: () => new FlowerWarState(),
    project: ({ table }, state, before) => project(table, state.table, before?.table ?? null),
    hand: ({ hand }, before) => (hand === before?.hand ? null : hand.map(({ id, card }) => `${id}:${card}`)),
    turnOf: ({ table }) => table.turn.number,
    easyBot,
    temple,
  };
}
