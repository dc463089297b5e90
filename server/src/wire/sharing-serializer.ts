import { type Client, SchemaSerializer } from "@colyseus/core";
import type { Schema } from "@colyseus/schema";

/** Bytes: no match's state comes near, and a client with a view that joins a larger one would get garbage. */
const BUFFER = 64 * 1024;

/** The buffers in which patches and whole states are encoded. */
const patches = new Uint8Array(BUFFER);
const states = new Uint8Array(BUFFER);

/** Handshakes, which tell a client the shape of a state, by the state's class. */
const handshakes = new Map<unknown, Uint8Array>();

/**
 * A serializer whose buffers and handshake are shared by all rooms (docs/colyseus.md, "What each room pays for"). A frame is
 * encoded and handed over in one turn of the event loop, and `GuardedSocket` copies what it sends.
 */
export class SharingSerializer<T extends Schema> extends SchemaSerializer<T> {
  override reset(state: T): void {
    super.reset(state);
    this.encoder.sharedBuffer = patches;
    states[0] = this.fullEncodeBuffer[0] ?? 0;
    this.fullEncodeBuffer = states;
    this.handshakeCache = handshakes.get(state.constructor) ?? super.handshake().slice();
    handshakes.set(state.constructor, this.handshakeCache);
  }

  /** Encodes the state anew each time: other rooms have used the buffer since. */
  override getFullState(...args: [client?: Client]): Uint8Array {
    this.needFullEncode = true;
    return super.getFullState(...args);
  }
}
