import { Encoder } from "@colyseus/schema";

/**
 * For `Room.patchRate`: a room sends patches only when it calls `broadcastPatch()` (docs/colyseus.md, "Patches on
 * demand").
 */
export const PATCH_ON_DEMAND = 2_147_483_647;

/** Bytes in which a lobby of some thousand matches fits. Beyond it works, but every joining client costs a warning. */
const LOBBY_BUFFER = 256 * 1024;

/** Bytes of the buffers that new rooms begin with: those that share larger ones drop them at once. */
const OWN_BUFFER = 4096;

/** Makes new rooms hold small buffers. */
export function useSmallBuffers(): void {
  Encoder.BUFFER_SIZE = OWN_BUFFER;
}

/** Gives a room its state with the lobby's buffers. */
export function withLobbyBuffers(assignState: () => void): void {
  const before = Encoder.BUFFER_SIZE;
  Encoder.BUFFER_SIZE = LOBBY_BUFFER;
  assignState();
  Encoder.BUFFER_SIZE = before;
}
