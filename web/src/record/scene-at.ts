import type { GameName } from "@flower-war/client-sdk";
import type { Scene } from "../game-frame/scene.ts";
import type { ReplayedMatch } from "./load-replay.ts";

/** Returns the table as spectators saw it after `n` entries, with all players present; no command is legal. */
export function sceneAt<G extends GameName>({ replay, people }: ReplayedMatch<G>, n: number): Scene<G> {
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
