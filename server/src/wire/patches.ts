import { Encoder } from "@colyseus/schema";

/**
 * The value of `Room.patchRate`: a room sends patches only when it calls `broadcastPatch()` (docs/colyseus.md, "Patches on
 * demand").
 */
export const PATCH_ON_DEMAND = 2_147_483_647;

/** Bytes of the buffers that new rooms start with; rooms that share larger ones drop them at once. */
const ROOM_BUFFER = 4096;

/** Makes new rooms allocate small buffers. */
export function useSmallBuffers(): void {
  Encoder.BUFFER_SIZE = ROOM_BUFFER;
}
