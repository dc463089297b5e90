/** What matches and lobbies need of a connection. `FlowerWar` loads it with the first one: what needs HTTP alone works without it. */
export { colyseus } from "./connection/colyseus.ts";
export { Lobby } from "./lobby.ts";
export { Match } from "./match.ts";
