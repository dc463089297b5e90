import { type Room, SchemaSerializer } from "@colyseus/core";
import { Encoder } from "@colyseus/schema";

/**
 * For `Room.patchRate`: a room sends patches only when it calls `broadcastPatch()` (docs/colyseus.md, "Patches on
 * demand").
 */
export const PATCH_ON_DEMAND = 2_147_483_647;

/**
 * Bytes in which a match's whole state, hands apart, must fit: each room holds two such buffers, and a client with a
 * view that joins a larger state gets garbage.
 */
export const MATCH_BUFFER = 4096;
/** Bytes in which a lobby of some thousand matches fits. Beyond it works, but every joining client costs a warning. */
const LOBBY_BUFFER = 256 * 1024;

/** Makes new rooms hold small buffers. */
export function useSmallBuffers(): void {
  Encoder.BUFFER_SIZE = MATCH_BUFFER;
}

/** Gives a room its state with the lobby's buffers. */
export function withLobbyBuffers(assignState: () => void): void {
  const before = Encoder.BUFFER_SIZE;
  Encoder.BUFFER_SIZE = LOBBY_BUFFER;
  assignState();
  Encoder.BUFFER_SIZE = before;
}

/** What tells a client the shape of a state, by the state's class. */
const shapes = new Map<unknown, Uint8Array>();

/** Lets a room that has its state share what tells its shape with all others of its kind: each would make its own. */
export function shareShape(room: Room): void {
  const serializer = room["_serializer"];
  if (!(serializer instanceof SchemaSerializer)) return;
  const kind: unknown = room.state.constructor;
  const shape = shapes.get(kind) ?? serializer.handshake().slice();
  shapes.set(kind, shape);
  serializer["handshakeCache"] = shape;
}
