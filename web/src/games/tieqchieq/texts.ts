import { loadTexts as load, type Seat } from "@flower-war/client-sdk/tieqchieq";
import { gameTexts } from "../../game-frame/game-texts.ts";
import type { Scene } from "../../game-frame/scene.ts";

/** The game's texts, in the page's language; seats without a player's name go by their colours. */
export const gameWords = gameTexts({
  load,
  seatName: ({ seats }, seat: Seat) => seats[seat].name,
});

export const { loadTexts, texts, say, readerFor } = gameWords;

export type TieqchieqScene = Scene<"tieqchieq">;
export type Person = TieqchieqScene["people"][number];
