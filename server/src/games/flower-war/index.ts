import { bots } from "@flower-war/rules/bots";
import { type FlowerWar, flowerWar } from "@flower-war/rules/flower-war";
import type { HostedGame } from "../hosted-game.ts";
import { project } from "./project.ts";
import { FlowerWarState } from "./state.ts";
import { temple } from "./temple.ts";

/** Flower War as the match room plays it. */
export const hostedFlowerWar: HostedGame<FlowerWar, FlowerWarState> = {
  game: flowerWar,
  newState: () => new FlowerWarState(),
  project: ({ table }, state) => project(table, state.table),
  hand: ({ hand }) => hand.map(({ id, card }) => `${id}:${card}`),
  bot: (kind, view, random) => bots["flower-war"][kind](view, random),
  temple,
};
