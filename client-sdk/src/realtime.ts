/** The connection of matches and lobbies. `FlowerWar` loads it with the first one; calls over HTTP alone work without it. */
export { colyseus } from "./connection/colyseus.ts";
export { Lobby } from "./lobby.ts";
export { Match } from "./match.ts";
