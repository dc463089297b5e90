import { clientGameOf, type JsonTypes } from "@flower-war/client-sdk/own-games";
import { type Nim, nim } from "./nim/rules.ts";

declare module "@flower-war/client-sdk" {
  interface GameMap {
    nim: JsonTypes<Nim>;
  }
}

/** Nim as the SDK plays it. */
export const nimGame = clientGameOf(nim);
