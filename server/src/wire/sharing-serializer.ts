import { type Client, SchemaSerializer } from "@colyseus/core";
import type { Schema } from "@colyseus/schema";

/** Bytes: no state of a match comes near, and a client with a view that joins a larger one gets garbage. */
const ROOM_ENOUGH = 64 * 1024;

/** What patches are encoded in, and what whole states are. */
const patches = new Uint8Array(ROOM_ENOUGH);
const states = new Uint8Array(ROOM_ENOUGH);

/** What tells a client the shape of a state, by the state's class. */
const shapes = new Map<unknown, Uint8Array>();

/**
 * Shares with all others what every room would otherwise keep for itself (docs/colyseus.md, "What each room pays for").
 * A frame is encoded and handed over in one turn, and `GuardedSocket` copies what it sends.
 */
export class SharingSerializer<T extends Schema> extends SchemaSerializer<T> {
  override reset(state: T): void {
    super.reset(state);
    this.encoder.sharedBuffer = patches;
    states[0] = this.fullEncodeBuffer[0] ?? 0;
    this.fullEncodeBuffer = states;
    this.handshakeCache = shapes.get(state.constructor) ?? super.handshake().slice();
    shapes.set(state.constructor, this.handshakeCache);
  }

  /** Encoded anew each time: since the last one others have used the buffer. */
  override getFullState(...asked: [client?: Client]): Uint8Array {
    this.needFullEncode = true;
    return super.getFullState(...asked);
  }
}
