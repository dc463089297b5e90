import type { OwnedMatch } from "../storage/journal/journal.ts";

/** Returns the id of the room in which a match is played in an epoch: whoever takes the match over creates another. */
export function roomIdOf(match: string, epoch: number): string {
  return `${match}_${epoch}`;
}

/** Returns the id of the match that is played in a room. */
export function matchOf(roomId: string): string {
  return roomId.split("_", 1)[0] ?? roomId;
}

/** Returns which match is played in a room, and in which epoch. */
export function ownedOf(roomId: string): OwnedMatch {
  return { match: matchOf(roomId), epoch: epochOf(roomId) };
}

/** Returns the epoch in which a room owns its match. */
export function epochOf(roomId: string): number {
  return Number(roomId.split("_")[1]);
}
