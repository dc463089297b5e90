/** Games that the SDK does not have (docs/add-a-game.md). */
import { type JsonTypes, readJsonView } from "@flower-war/protocol/json-table";
import type { Game, GameTypes } from "@flower-war/rules";
import type { ClientGame } from "./games/client-game.ts";

export type { JsonTypes } from "@flower-war/protocol/json-table";
export type { GamePage, PageTexts, Thing, Zone } from "@flower-war/rules/page";

/**
 * Returns a game that is hosted with `hostGame` as the SDK plays it:
 * `new FlowerWar(url, { games: { nim: async () => clientGameOf(nim) } })`.
 */
export function clientGameOf<T extends GameTypes>(game: Game<T>): ClientGame<JsonTypes<T>> {
  const { min, max } = game.seats;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const seats = new Set<string>(counts.flatMap((count) => game.seatsFor(count)));
  return {
    isSeat: (name): name is T["seat"] => seats.has(name),
    readView: readJsonView<T>,
    hand: () => [],
    awaiting: (view) => game.awaiting(view),
    legal: (view, seat) => game.legal(view, seat),
    outcome: (view) => game.outcome(view),
  };
}
