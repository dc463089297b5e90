import { FlowerWar } from "@flower-war/client-sdk";

/** The server that the page came from. */
export const host = new FlowerWar(location.origin, { player: true });
