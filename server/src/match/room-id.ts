/** Returns the id of the room in which a match is played in an epoch: whoever takes the match over creates another. */
export function roomIdOf(match: string, epoch: number): string {
  return `${match}_${epoch}`;
}

/** Returns the id of the match that is played in a room. */
export function matchOf(roomId: string): string {
  return roomId.split("_", 1)[0] ?? roomId;
}

/** Returns the epoch in which a room owns its match. */
export function epochOf(roomId: string): number {
  return Number(roomId.split("_")[1]);
}
