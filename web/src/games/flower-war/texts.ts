import type { SeatInfo } from "@flower-war/client-sdk";
import { type Awaiting, type Command, loadTexts as load, type Seat } from "@flower-war/client-sdk/flower-war";
import { gameTexts } from "../../game-frame/game-texts.ts";
import type { Scene } from "../../game-frame/scene.ts";

/** The game's texts in the page's language. */
export const gameWords = gameTexts({
  load,
  seatName: ({ seats }, seat: Seat) => seats[seat].name,
  tellsNamesakesApart: true,
});

export const { loadTexts, texts, say, readerFor } = gameWords;

/** A seat and who sits there, in either game. */
export type Person = Omit<SeatInfo<"flower-war">, "seat"> & { readonly seat: Seat };

/** A table of Flower War or Mexica, which are the same game with other options. */
export interface FlowerWarScene extends Omit<Scene<"flower-war">, "game" | "people" | "awaiting" | "legal"> {
  readonly game: "flower-war" | "mexica";
  readonly people: readonly Person[];
  readonly awaiting: readonly Pick<Awaiting, "seat" | "decision">[];
  readonly legal: readonly Command[];
}
