import type { SeatInfo } from "@flower-war/client-sdk";
import { loadTexts as load, type Seat } from "@flower-war/client-sdk/space-aztecs";
import { gameTexts } from "../../game-frame/game-texts.ts";
import type { Scene } from "../../game-frame/scene.ts";

/** The game's texts in the page's language. */
export const gameWords = gameTexts({
  load,
  seatName: ({ seats }, seat: Seat) => seats[seat],
});

export const { loadTexts, texts, say, sayAll, readerFor } = gameWords;

/** A seat and who sits there. */
export type Person = SeatInfo<"space-aztecs">;

export type SpaceAztecsScene = Scene<"space-aztecs">;
