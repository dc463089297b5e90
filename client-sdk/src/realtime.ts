/** All that needs a connection. `FlowerWar` loads it with the first one: what needs HTTP alone works without it. */
export { Challenges } from "./challenges.ts";
export { colyseus } from "./connection/colyseus.ts";
export { Lobby } from "./lobby.ts";
export { Match } from "./match.ts";
