import { FlowerWarState, packHand, writeTable } from "@flower-war/protocol/flower-war";
import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar, mexica } from "@flower-war/rules/flower-war";
import type { HostedGame } from "../hosted-game.ts";
import { temple } from "./temple.ts";

/** Flower War, hosted. */
export const hostedFlowerWar = host(flowerWar, bots["flower-war"].easy);

/** Mexica, hosted: the same game with the first design's options. */
export const hostedMexica = host(mexica, bots.mexica.easy);

function host(
  game: Game<FlowerWar>,
  easyBot: typeof bots.mexica.easy,
): HostedGame<FlowerWar, FlowerWarState> {
  return {
    game,
    newState: () => new FlowerWarState(),
    write: ({ table }, state, before) => writeTable(state.table, table, before?.table ?? null),
    packHand: ({ hand }, before) => (hand === before?.hand ? null : packHand(hand)),
    turnOf: ({ table }) => table.turn.number,
    easyBot,
    temple,
  };
}
