import { hostedFlowerWar } from "./flower-war/index.ts";
import type { HostedGame } from "./hosted-game.ts";

/** Every game that the server plays, by its name on the wire. */
export const GAMES: ReadonlyMap<string, HostedGame> = new Map([[hostedFlowerWar.game.name, hostedFlowerWar]]);
