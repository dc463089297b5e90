/**
 * For `Room.patchRate`: a room sends patches only when it calls `broadcastPatch()`. It is the longest interval that
 * Node's timers know; `null` and 0 would start a clock of 60 Hz in every room.
 */
export const PATCH_ON_DEMAND = 2 ** 31 - 1;
