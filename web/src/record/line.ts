import type { GameName, SeatInfo } from "@flower-war/client-sdk";
import type { Replay } from "@flower-war/client-sdk/replay";

/** A match that is read position by position: its record, or a branch of it, which has the outcome of its match. */
export type Line<G extends GameName = GameName> = Pick<
  Replay<G>,
  "game" | "version" | "outcome" | "entries" | "view" | "awaiting"
>;

/** A line, and who plays in it. */
export interface ShownLine<G extends GameName = GameName> {
  readonly replay: Line<G>;
  readonly people: readonly SeatInfo<G>[];
}
