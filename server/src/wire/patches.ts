import { Encoder } from "@colyseus/schema";

/**
 * For `Room.patchRate`: a room sends patches only when it calls `broadcastPatch()` (docs/colyseus.md, "Patches on
 * demand").
 */
export const PATCH_ON_DEMAND = 2_147_483_647;

/** Bytes that hold a lobby of some thousand matches. Beyond, it works but logs a warning for every joining client. */
const LOBBY_BUFFER = 256 * 1024;

/** Bytes of the buffers that new rooms start with; rooms that share larger ones drop them at once. */
const ROOM_BUFFER = 4096;

/** Makes new rooms allocate small buffers. */
export function useSmallBuffers(): void {
  Encoder.BUFFER_SIZE = ROOM_BUFFER;
}

/** Assigns a room's state with the lobby's buffer size. */
export function withLobbyBuffers(assignState: () => void): void {
  const before = Encoder.BUFFER_SIZE;
  Encoder.BUFFER_SIZE = LOBBY_BUFFER;
  assignState();
  Encoder.BUFFER_SIZE = before;
}
