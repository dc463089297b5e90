import type { SeatInfo } from "@flower-war/client-sdk";
import { type Awaiting, type Command, loadTexts as load, type Seat } from "@flower-war/client-sdk/flower-war";
import { gameTexts } from "../../game-frame/game-texts.ts";
import { reachedView, type Scene } from "../../game-frame/scene.ts";

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

/**
 * The scene that the action panel describes. Whom the match waits for is said when the table shows it; the viewer's own
 * decisions are offered at once, and never twice.
 */
export function describedScene(scene: FlowerWarScene): FlowerWarScene {
  const reached = reachedView(scene);
  const isOwn = [scene.view, reached].some(({ table }) => table.awaiting?.seat === scene.seat);
  if (isOwn) return scene;
  const { awaiting } = reached.table;
  return { ...scene, view: reached, awaiting: awaiting === null ? [] : [awaiting] };
}
