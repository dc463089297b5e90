/** In place of Colyseus' inputs of clients, which are for games in real time: no room of ours declares any. */
export function RoomInput(): never {
  throw new Error("rooms take requests, no inputs");
}
