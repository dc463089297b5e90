/** Games that the SDK does not have (docs/add-a-game.md). */
import { type JsonTypes, readJsonView } from "@flower-war/protocol/json-table";
import type { Game, GameTypes } from "@flower-war/rules";
import { seatCounts } from "@flower-war/rules/page";
import type { ClientGame } from "./games/client-game.ts";

export type { JsonTypes } from "@flower-war/protocol/json-table";
export type { GameTypes } from "@flower-war/rules";
export type { GamePage, PageTexts, Thing, Zone } from "@flower-war/rules/page";

/**
 * Returns a game that is hosted with `hostGame` as the SDK plays it:
 * `new FlowerWar(url, { games: { nim: async () => clientGameOf(nim) } })`.
 */
export function clientGameOf<T extends GameTypes>(game: Game<T>): ClientGame<JsonTypes<T>> {
  const seats = new Set<string>(seatCounts(game).flatMap((count) => game.seatsFor(count)));
  return {
    version: game.version,
    isSeat: (name): name is T["seat"] => seats.has(name),
    readView: readJsonView<T>,
    hand: () => [],
    awaiting: (view) => game.awaiting(view),
    legal: (view, seat) => game.legal(view, seat),
    outcome: (view) => game.outcome(view),
  };
}
