import type { PlayerKind } from "@flower-war/protocol";

/** What the server knows of a player. */
export interface StoredPlayer {
  /** 12 letters and digits; no secret. */
  readonly id: string;
  /** As others see it. */
  readonly name: string;
  readonly kind: PlayerKind;
  /** ms since 1970. */
  readonly createdAt: number;
  /** When the player last asked for something, to the hour: ms since 1970. */
  readonly seenAt: number;
}

/** What the server stores of players. Durable; one suite tests all stores (server/test/players/store.test.ts). */
export interface PlayerStore {
  /** Adds a player. Returns `false`, and changes nothing, if the id is in use. */
  add(player: StoredPlayer): Promise<boolean>;
  find(id: string): Promise<StoredPlayer | null>;
  /** Returns `false` if there is no such player. */
  rename(id: string, name: string): Promise<boolean>;
  /** Notes when a player was seen last. One who is gone stays so. */
  markSeen(id: string, at: number): Promise<void>;
  /** Deletes a player and all that belongs to them. Returns `false` if there was none. */
  delete(id: string): Promise<boolean>;
  /** Deletes some of the guests who were last seen before a date, the longest unseen first. Returns whether there were any. */
  deleteUnseenGuests(before: number): Promise<boolean>;
}

/** The most guests that one call of `deleteUnseenGuests` deletes: other requests get the store in between. */
export const MAX_DELETED = 100;
