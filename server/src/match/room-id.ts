/** The room in which a match is played in an epoch: whoever takes the match over opens another. */
export function roomIdOf(match: string, epoch: number): string {
  return `${match}_${epoch}`;
}

/** The id of the match that is played in this room. */
export function matchOf(roomId: string): string {
  return roomId.split("_", 1)[0] ?? roomId;
}

/** The epoch for which this room has its match. */
export function epochOf(roomId: string): number {
  return Number(roomId.split("_")[1]);
}
