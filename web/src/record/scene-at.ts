import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { Scene } from "../game-frame/scene.ts";
import type { Line, ShownLine } from "./line.ts";

/** Returns the table as spectators saw it after `n` entries, with all players present; no command is legal. */
export function sceneAt<G extends GameName>({ replay, people }: ShownLine<G>, n: number): Scene<G> {
  return {
    game: replay.game,
    view: replay.view(n, null),
    seat: null,
    people: people.map((person) => ({ ...person, connected: true })),
    awaiting: replay.awaiting(n),
    legal: [],
    clock: null,
    connection: null,
    temple: null,
  };
}

/** Returns what each seat saw itself after `n` entries. */
export function handsAt<G extends GameName>(
  replay: Line<G>,
  seats: readonly GameMap[G]["seat"][],
  n: number,
): NonNullable<Scene<G>["openHands"]> {
  return new Map(seats.map((seat) => [seat, replay.view(n, seat)]));
}
