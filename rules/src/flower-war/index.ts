import type { Game } from "../game.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { legal } from "./legal.ts";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS } from "./options.ts";
import { FLOWER_WAR, MEXICA, type Preset } from "./presets.ts";
import { seatsFor } from "./seats.ts";
import { setup } from "./state.ts";
import type { FlowerWar } from "./types.ts";
import { redact, view } from "./view.ts";

export * from "./events.ts";
export type * from "./flow.ts";
export { legal } from "./legal.ts";
export { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS } from "./options.ts";
export { sacrificesLeft } from "./sacrifice.ts";
export type { Hidden, State } from "./state.ts";
export type { FlowerWar } from "./types.ts";
export * from "./vocabulary.ts";

/** Flower War as docs/rules/flower-war.md has it, preset `flower-war`. */
export const flowerWar: Game<FlowerWar> = gameOf(FLOWER_WAR, FLOWER_WAR_OPTIONS);

/** The same rules, preset `mexica`. */
export const mexica: Game<FlowerWar> = gameOf(MEXICA, MEXICA_OPTIONS);

function gameOf({ name, seats }: Preset, options: Game<FlowerWar>["options"]): Game<FlowerWar> {
  return {
    name,
    seats,
    seatsFor,
    options,
    setup,
    awaiting: ({ table }) => (table.awaiting === null ? [] : [table.awaiting]),
    legal,
    decide,
    evolve,
    fallback,
    outcome: ({ table }) => table.outcome,
    view,
    redact,
  };
}
