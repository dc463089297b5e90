import { flowerWar, mexica } from "./flower-war/index.ts";

export * from "./chance.ts";
export * from "./game.ts";
export * from "./record.ts";

/** Every game by its name on the wire. */
export const games = { "flower-war": flowerWar, mexica } as const;
